"""Where work is done: in processes of this machine, or on a cluster of Ray's."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from lifeworld.core.errors import UserError
from lifeworld.run import crew, on_ray
from lifeworld.run.crew import Craft, Watch

EngineName = Literal["local", "ray"]


@dataclass(frozen=True)
class Engine:
    """What starts the processes, and how many.

    Attributes:
        name: local or ray.
        address: of a Ray cluster; "" starts one on this machine.
        workers: processes; None for as many as there are cores.
        at_once: how many tasks each does at the same time.
        browser: whether the work needs one, which not every machine of a cluster has.

    Raises:
        UserError: an address is given to the local engine.
    """

    name: EngineName = "local"
    address: str = ""
    workers: int | None = None
    at_once: int = 1
    browser: bool = False

    def __post_init__(self) -> None:
        if self.address and self.name == "local":
            raise UserError("an address is for --engine ray; the local engine has none")

    def share(self, tasks: Iterable[str], craft: Craft, watch: Watch) -> None:
        """Do tasks; see `crew.share`, of which this has the parameters and the errors."""
        if self.name == "local":
            return crew.share(tasks, craft, watch, self.workers or crew.cores(), self.at_once)
        with on_ray.connected(self.address):
            workers = self.workers or on_ray.places(self.browser)
            on_ray.share(tasks, watch, on_ray.actors(craft, workers, self.at_once, self.browser))
