"""A model behind one provider's interface, whoever asks it: an agent, or a judge."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from typing import Any, ClassVar, Literal, TypeVar

from lifeworld.agents.calling import plain, raised
from lifeworld.agents.endpoint import STRANGE, Endpoint
from lifeworld.agents.picture import Picture, SizeRule, longest
from lifeworld.agents.prices import price
from lifeworld.agents.settings import Settings, read, without_keys
from lifeworld.core.errors import ProviderFault

A = TypeVar("A")
Role = Literal["user", "assistant"]
Turns = Sequence[tuple[Role, Sequence[str | Picture]]]
"""What each side said in turn, in texts and pictures."""


class Provider(ABC):
    """One model, with the connection to where it is asked.

    Attributes:
        name: the provider's, as the roster has it.
        kind: its settings.
        priced: the price of the model is known.
    """

    name: ClassVar[str]
    kind: ClassVar[type[Settings]]

    def __init__(self, written: str = "") -> None:
        self.settings: Any = read(self.kind, self.name, written)
        self.endpoint = Endpoint.of(self.name, self.settings)
        self.client = self.connected()
        self.priced = price(self.settings) is not None

    @abstractmethod
    def connected(self) -> Any:
        """Return the package's client for the endpoint."""

    @abstractmethod
    async def ready(self) -> None:
        """See that it could be asked.

        Raises:
            ProviderFault: it could not; says in one line what to set.
        """

    async def close(self) -> None:
        """Let its connections go."""
        await self.client.close()

    def rule(self) -> SizeRule:
        """Return the size in which the model gets pictures."""
        return longest(self.settings.longest_edge)

    def options(self) -> dict[str, Any]:
        """Return what else a request says."""
        return {} if self.settings.temperature is None else {"temperature": self.settings.temperature}

    async def in_time(self, answer: Awaitable[A]) -> A:
        """Return an answer that comes in time.

        Raises:
            ProviderFault: there is none, or none that can be read.
        """
        try:
            async with asyncio.timeout(self.settings.timeout):
                return await answer
        except TimeoutError:
            said = f"{self.settings.model}: no whole answer within {self.settings.timeout:g} seconds"
            raise ProviderFault(said, again=True, charged=True) from None
        except STRANGE as error:
            said = plain(without_keys(f"{self.settings.model}: its answer can't be read: {raised(error)}"))
            raise ProviderFault(said, again=True, charged=True) from None
