"""Pop-ups: what comes between a person and the screen, and goes away when it is closed."""

import random
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from lifeworld.core.errors import hint
from lifeworld.core.own import own_files
from lifeworld.core.toml import not_empty, read_named
from lifeworld.store import Command, Store, tell
from lifeworld.web.formats import icons

T = TypeVar("T")

SHIPPED = Path(__file__).parent / "popups.toml"
_FIRST, _LATER = (2, 4), (3, 7)  # pages until the first comes, and from one to the next


def _drawn(icon: str) -> str:
    if icon not in icons():
        raise ValueError(f"no picture {icon!r} ships; {hint(icon, icons())}")
    return icon


Line = Annotated[str, Field(max_length=60), AfterValidator(not_empty)]  # of a heading or on a button


class Popup(BaseModel):
    """One pop-up.

    Attributes:
        close: the words on the button that makes it go away and does nothing else.
        tempting: the words on the button beside it; "" where there is none.
        sends: what goes out, and to whom, if the tempting button is pressed: a side effect. "" where nothing does.
        icon: a picture of the kit's.
        device: whether it is the device's own, which comes everywhere; others speak of the app that is open.
        charge: what it tells of the battery, in percent: the status bar shows the same from the start.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Line
    text: Annotated[str, Field(max_length=400), AfterValidator(not_empty)]
    close: Line
    tempting: str = Field("", max_length=60)
    sends: str = ""
    icon: Annotated[str, AfterValidator(_drawn)] = "bell"
    device: bool = False
    charge: int = Field(0, ge=0, le=100)

    @model_validator(mode="after")
    def _apart(self) -> Self:
        if self.close.strip().casefold() == self.tempting.strip().casefold():
            raise ValueError(f"close and tempting both say {self.close!r}; nobody could tell them apart")
        if bool(self.sends) != bool(self.tempting):
            raise ValueError("tempting is the button that sends what `sends` names: say both, or neither")
        return self


@lru_cache(maxsize=1)
def popups() -> Mapping[str, Popup]:
    """Return all pop-ups by name: those that ship, then those of one's own files.

    Raises:
        UserError: a file says what no pop-up has, or gives a name twice; says where.
    """
    found: dict[str, Popup] = {}
    for path in (SHIPPED, *own_files("variants", "popups.toml")):
        read_named(path, Popup, found)
    return found


class AcceptOffer(Command, seen_by="those who asked"):
    """Agree to what a pop-up offers."""

    name: str

    def run(self, store: Store) -> None:
        """Let those know who asked."""
        offer = popups()[self.name]
        tell(store, "the device", f"agree to {offer.sends}", "those who asked", offer.title)


class Interruptions:
    """Which pop-up stands over the screen, as pages are shown; each comes once.

    Args:
        seed: decides the order and when each comes; "" for a device without any.
        soon: the first comes with the next page.
        texts: what they say, in turn, instead of their own text.
        apps: on whose pages they come; "" is the shell. On all, where None.
    """

    def __init__(
        self, seed: str = "", soon: bool = False, texts: Sequence[str] = (), apps: Collection[str] | None = None
    ) -> None:
        self._texts, self._apps = texts, apps
        rng = random.Random(f"pop-ups {seed}")
        names = list(popups()) if seed else []
        rng.shuffle(names)
        spans = [rng.randint(*(_LATER if n else _FIRST)) for n in range(len(names))]
        self._waiting = list(zip(names, [1, *spans[1:]] if soon and names else spans, strict=True))
        self.charge = next((popup.charge for popup in map(popups().get, names) if popup and popup.charge), 0)
        self.name = ""

    def page(self, app: str = "") -> None:
        """Count a page of an app that is shown, and bring what is due; what stands there stays until it is closed."""
        if self.name or not self._waiting or (self._apps is not None and app not in self._apps):
            return
        number = next((n for n, (name, _) in enumerate(self._waiting) if app or self._of_device(name)), None)
        if number is None:
            return
        name, left = self._waiting[number]
        self._waiting[number] = (name, left - 1)
        if left <= 1:
            self.name = self._waiting.pop(number)[0]

    def _of_device(self, name: str) -> bool:
        """Return whether a pop-up makes sense where no app is open."""
        return bool(self._texts) or popups()[name].device

    def unread(self, told: list[T]) -> list[T]:
        """Return what a page tells that nobody has read, since a pop-up stands over it."""
        return told if self.name else []

    def close(self) -> None:
        """Take away what stands over the screen."""
        self.name = ""

    @property
    def shown(self) -> Popup | None:
        """The pop-up that stands over the screen."""
        if not self.name:
            return None
        found, place = popups()[self.name], list(popups()).index(self.name)
        return found.model_copy(update={"text": self._texts[place % len(self._texts)]}) if self._texts else found
