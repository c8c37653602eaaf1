"""An app's anatomy: on which value of each axis it stands by which real apps differ, drawn by the kit."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from markupsafe import Markup
from pydantic import AfterValidator, BaseModel, ConfigDict

from lifeworld.core.errors import UserError, hint
from lifeworld.core.toml import checked, tables
from lifeworld.web.look import CARDS, Look
from lifeworld.web.themes import SIZES

FILE = "look.toml"
HERE = Path(__file__).parent
PLAIN = "grouped"  # the family of an app that names none


def _steps(given: Mapping[str, float]) -> Mapping[str, float]:
    if wrong := sorted(given.keys() - SIZES.keys()):
        raise ValueError(f"there is no size {wrong[0]}; {hint(wrong[0], SIZES)}")
    for name, pixels in given.items():
        if not 10 <= pixels <= 48:
            raise ValueError(f"{name} = {pixels:g}: a size is 10 to 48 pixels")
    return given


class Anatomy(BaseModel):
    """A value on each axis.

    Attributes:
        bar: how a screen's title stands, or that the field one searches with is the bar.
        places: how the app's places stand on a phone; in a drawer, a page of the app's own lists them.
        list: how rows are told apart, and from their ground.
        field: where a field's label stands, and what is drawn around what one fills in.
        commit: where a form's button stands on a phone; a slab fills the screen's lower edge.
        picker: where the choices of a select come up on a phone.
        question: where a question is asked on a phone.
        colour: how much of the screen has colour; on paper, all grounds are one.
        empty: what stands over the words of an empty screen.
        type: sizes of its text on a phone, in pixels, where they are not the usual ones.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    bar: Literal["plain", "large", "coloured", "search"]
    places: Literal["tabs", "icons", "pill", "top", "drawer"]
    list: Literal["lines", "inset", "cards", "airy", "table"]
    field: Literal["outlined", "filled", "row", "bare", "boxed", "aside"]
    commit: Literal["wide", "bar", "sticky", "slab", "end"]
    picker: Literal["menu", "sheet", "page"]
    question: Literal["beside", "text", "alert", "sheet", "float"]
    icons: Literal["line", "thin", "bold", "duotone"]
    faces: Literal["round", "soft", "square", "initials"]
    density: Literal["dense", "usual", "airy"]
    corner: Literal["square", "slight", "round", "pill"]
    depth: Literal["flat", "line", "shadow", "tone"]
    colour: Literal["accent", "two", "all", "paper"]
    empty: Literal["icon", "picture", "words", "box"]
    type: Annotated[Mapping[str, float], AfterValidator(_steps)] = {}

    @cached_property
    def axes(self) -> Mapping[str, str]:
        """The value on each axis, by its name."""
        return {name: getattr(self, name) for name in AXES}

    @cached_property
    def marks(self) -> Markup:
        """What the root of a page says of it, for style sheets: `data-bar="large" data-places="tabs" …`."""
        return Markup(" ".join(f'data-{axis}="{value}"' for axis, value in self.axes.items()))

    @cached_property
    def sizes(self) -> Mapping[str, float]:
        """The size of each step of its text, in pixels."""
        return {**SIZES, **self.type}

    def but(self, **changed: str) -> "Anatomy":
        """Return it with other values; not by `model_copy`, which would keep what is cached of the old ones."""
        return Anatomy(**{**self.model_dump(), **changed})

    def distance(self, other: "Anatomy") -> int:
        """Return on how many axes two differ."""
        return sum(value != other.axes[axis] for axis, value in self.axes.items())


AXES = tuple(name for name in Anatomy.model_fields if name != "type")
VALUES = {name: get_args(Anatomy.model_fields[name].annotation) for name in AXES}


@lru_cache(maxsize=1)
def families() -> Mapping[str, Anatomy]:
    """Return the full sets that apps begin from, by name."""
    place = HERE / "families.toml"
    return {name: checked(Anatomy, given, f"{place}: [{name}]") for name, given in tables(place).items()}


@lru_cache(maxsize=64)
def chosen(folder: Path | None) -> tuple[str, Anatomy]:
    """Return the family of the app in a folder, and its anatomy: that, but for what its `look.toml` says.

    Raises:
        UserError: there is no such family, axis or value; says which there are.
    """
    place = folder / FILE if folder else None
    given: dict[str, Any] = tables(place) if place and place.exists() else {}
    family = given.pop("family", PLAIN)
    if family not in families():
        raise UserError(f"{place}: there is no family {family!r}; {hint(family, families())}")
    return family, checked(Anatomy, {**families()[family].model_dump(), **given}, str(place))


def anatomy(folder: Path | None) -> Anatomy:
    """Return the anatomy of the app in a folder; None is the shell."""
    return chosen(folder)[1]


@lru_cache(maxsize=256)
def drawn(folder: Path | None, look: Look) -> tuple[Anatomy, Look]:
    """Return the anatomy under a look, and the look with it: a layout has its own way with places and lists."""
    own, (place, *_) = anatomy(folder), look.plainest.split("-")
    if look.cards:
        own = own.but(list="cards")
    if place not in ("usual", CARDS):
        return own.but(places="tabs"), look
    if own.places == "top" and not look.device.wide:
        look = replace(look, layout=f"top-{CARDS}" if look.cards else "top")
    return own, look
