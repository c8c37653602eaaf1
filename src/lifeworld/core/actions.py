"""What an agent may do: one closed union of frozen values, whatever its vendor calls them.

Coordinates are fractions of the picture that the agent was shown. Every model forbids unknown fields;
`parse_action` never raises: what can't be understood becomes `Invalid`.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from lifeworld.core.action_errors import QUOTED, Code, Storable, code_of, is_broken, plain, quoted, said_of, storable
from lifeworld.core.keys import chord, modifiers

MOST = 100_000  # characters of an action as JSON; each is kept with its step


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Modifiers = Annotated[tuple[Literal["Control", "Alt", "Shift", "Meta"], ...], BeforeValidator(modifiers)]
Chord = Annotated[tuple[str, ...], BeforeValidator(chord)]
FileName = Annotated[str, Field(min_length=1, max_length=255)]
MouseButton = Literal["left", "right", "middle", "back", "forward"]


class Point(_Value):
    """A place on the picture, as fractions of its width and height."""

    kind: Literal["point"] = "point"
    x: Fraction
    y: Fraction


class Ref(_Value):
    """A node of the tree."""

    kind: Literal["ref"] = "ref"
    id: str


Target = Annotated[Point | Ref, Field(discriminator="kind")]


class Click(_Value):
    """Tap or click; without a target where the pointer is."""

    type: Literal["click"] = "click"
    target: Target | None = None
    button: MouseButton = "left"
    count: int = Field(1, ge=1, le=3)
    hold_ms: int = Field(0, ge=0, le=30_000)
    modifiers: Modifiers = ()


class Move(_Value):
    """Move the pointer."""

    type: Literal["move"] = "move"
    target: Target
    modifiers: Modifiers = ()


class Button(_Value):
    """Press a mouse button and keep it down, or let it go."""

    type: Literal["button"] = "button"
    state: Literal["down", "up"]
    button: MouseButton = "left"
    target: Target | None = None


class Drag(_Value):
    """Drag or swipe along a path."""

    type: Literal["drag"] = "drag"
    path: tuple[Target, ...] = Field(min_length=2)
    duration_ms: int = Field(300, ge=0, le=30_000)
    modifiers: Modifiers = ()
    pointer: Literal["auto", "mouse", "touch"] = "auto"


class Scroll(_Value):
    """Scroll; positive numbers reveal what is right and below."""

    type: Literal["scroll"] = "scroll"
    target: Target | None = None
    dx: float = Field(0, allow_inf_nan=False)
    dy: float = Field(0, allow_inf_nan=False)
    unit: Literal["px", "viewport"] = "px"
    modifiers: Modifiers = ()


class Text(_Value):
    """Type into what has the focus, or into the target."""

    type: Literal["text"] = "text"
    text: str
    target: Target | None = None
    clear: bool = False
    submit: bool = False


class Key(_Value):
    """Press a key or a chord; names of any vendor are understood and kept in the browser's spelling."""

    type: Literal["key"] = "key"
    chord: Chord
    repeat: int = Field(1, ge=1, le=100)
    state: Literal["press", "down", "up"] = "press"
    hold_ms: int = Field(0, ge=0, le=30_000)


SystemName = Literal[
    "home",
    "back",
    "forward",
    "reload",
    "app_switcher",
    "enter",
    "menu",
    "notifications",
    "volume_up",
    "volume_down",
    "power",
    "hide_keyboard",
]


class System(_Value):
    """A button of the device or of the browser."""

    type: Literal["system"] = "system"
    name: SystemName


class OpenApp(_Value):
    """Open or close an app by its name, or list the apps."""

    type: Literal["app"] = "app"
    op: Literal["open", "close", "list"] = "open"
    name: str = ""


class Navigate(_Value):
    """Go to an address of the world's own."""

    type: Literal["navigate"] = "navigate"
    url: str


class Tab(_Value):
    """Browser tabs."""

    type: Literal["tab"] = "tab"
    op: Literal["new", "close", "focus", "list"]
    id: str | None = None


class Wait(_Value):
    """Let the world's clock run."""

    type: Literal["wait"] = "wait"
    seconds: float = Field(1, ge=0, le=300, allow_inf_nan=False)


class Observe(_Value):
    """Look, without touching anything."""

    type: Literal["observe"] = "observe"
    what: Literal["screenshot", "zoom", "tree", "text", "cursor"] = "screenshot"
    region: tuple[Fraction, Fraction, Fraction, Fraction] | None = None


class SetValue(_Value):
    """Give a field its value at once: text, a choice by label or value, or on and off."""

    type: Literal["set_value"] = "set_value"
    target: Target
    value: Annotated[bool | float | str | tuple[str, ...], AfterValidator(storable)]


class UploadFile(_Value):
    """Choose files, by their names, where a control leads to a list of them; what is chosen can be taken away there.

    Attributes:
        files: as the list calls them. They are the world's own, never files of the computer that runs it, whose
            contents no agent may reach and which differ from one computer to the next.
    """

    type: Literal["upload_file"] = "upload_file"
    target: Ref
    files: tuple[FileName, ...] = Field(min_length=1, max_length=20)


class Tool(_Value):
    """Call one of the apps' tools, in the channels that have them."""

    type: Literal["tool"] = "tool"
    name: str
    arguments: Annotated[dict[str, Any], AfterValidator(storable)] = {}


class Message(_Value):
    """Say something to the person whose device it is."""

    type: Literal["message"] = "message"
    text: str
    expects_reply: bool = False


class Done(_Value):
    """End the episode.

    Attributes:
        answer: the value that the goal asks for, of JSON or as a text; “none” where there is nothing to give, null
            where none is given.
        note: what else was said; people and judges read it.
    """

    type: Literal["done"] = "done"
    status: Literal["success", "failure", "infeasible"] = "success"
    answer: Storable = None
    note: str = ""


class Invalid(_Value):
    """What the agent said and nobody could do; it counts as a step and leaves the world as it was."""

    type: Literal["invalid"] = "invalid"
    code: Code
    detail: str = ""
    native: Annotated[Any, BeforeValidator(plain)] = None


Action = Annotated[
    Click
    | Move
    | Button
    | Drag
    | Scroll
    | Text
    | Key
    | System
    | OpenApp
    | Navigate
    | Tab
    | Wait
    | Observe
    | SetValue
    | UploadFile
    | Tool
    | Message
    | Done
    | Invalid,
    Field(discriminator="type"),
]
ActionAdapter: TypeAdapter[Action] = TypeAdapter(Action, config=ConfigDict(defer_build=True))


def parse_action(data: Any) -> Action:
    """Return the action that `data` (one, a dict, or JSON as text or bytes) says, or `Invalid` with the reason."""
    try:
        if isinstance(data, _Value):
            data = data.model_dump(warnings=False)
        if isinstance(data, str | bytes | bytearray):
            return ActionAdapter.validate_json(data)
        if is_broken(data):
            return Invalid(code="parse_error", detail="It holds half of a character.", native=quoted(data))
        return ActionAdapter.validate_python(data)
    except ValidationError as error:
        return _invalid(error, data)
    except (UnicodeEncodeError, RecursionError, ValueError):
        return Invalid(code="parse_error", detail="It holds half a character, or itself.", native=quoted(data))


def dump_action(action: Action) -> dict[str, Any]:
    """Return the action as plain JSON data; `parse_action` reads it back."""
    return ActionAdapter.dump_python(action, mode="json")  # type: ignore[no-any-return]


def bounded(action: Action) -> Action:
    """Return an action, or `Invalid` with the reason where it is too long to be kept."""
    said = json.dumps(dump_action(action), ensure_ascii=False, allow_nan=False)
    if len(said) <= MOST:
        return action
    told = f"An action may have {MOST:,} characters as JSON; this one has {len(said):,}."
    return Invalid(code="bad_argument", detail=told, native=said[:QUOTED])


def _invalid(error: ValidationError, data: Any) -> Invalid:
    first = error.errors(include_url=False)[0]
    place, said = ".".join(str(part) for part in first["loc"][1:]), said_of(first)
    detail = f"{place}: {said}" if place else said
    return Invalid(code=code_of(first["type"], first["loc"]), detail=detail, native=data)
