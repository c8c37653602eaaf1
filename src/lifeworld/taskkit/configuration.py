"""What one episode starts from, and the axes on which it may vary."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any

from lifeworld import apps, life
from lifeworld.core import by_app
from lifeworld.core.action_errors import quoted
from lifeworld.core.errors import UserError, hint
from lifeworld.web.language import HERE
from lifeworld.web.look import DEVICES, KEYBOARDS, LANGUAGES, LAYOUTS, Look
from lifeworld.web.own_words import ALL, base, own_words, texts
from lifeworld.web.states import SHELL, State
from lifeworld.web.themes import themes
from lifeworld.world.contents import contents


@lru_cache(maxsize=1)
def states() -> tuple[str, ...]:
    """Return the names of the places where an episode may begin: the shell's, and each app's as APP.NAME."""
    own = (f"{app.id}.{state.name}" for app in apps.installed() for state in app.states)
    return (*(state.name for state in SHELL), *own)


def state_of(name: str) -> State:
    """Return the state of a name: the shell's, or APP.NAME."""
    app, _, own = name.rpartition(".")
    known = apps.by_id()[app].states if app else SHELL
    return next(one for one in known if one.name == own)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return what screens may speak: the languages, then the apps' own words of one's own files.

    Raises:
        UserError: a file names no app, or a text that the app does not say.
    """
    for name, words in own_words().items():
        if name in LANGUAGES:
            raise UserError(f"words.toml: [{name}]: there is a language of this name; choose another")
        for app, said in words.apps.items():
            _of_an_app(f"words.toml: [{name}.apps.{app}]", app, said)
    return (*LANGUAGES, *own_words())


def _of_an_app(place: str, app: str, said: Collection[str]) -> None:
    if app != ALL and app not in apps.by_id():
        raise UserError(f"{place}: no app “{app}”; {hint(app, (ALL, *apps.by_id()))}")
    folders = [one.folder for one in apps.installed() if app in (ALL, one.id)]
    known_texts = texts(HERE).union(*map(texts, folders))
    for text in said:
        if text not in known_texts:
            raise UserError(f"{place}: nothing says “{text}”; {hint(text, sorted(known_texts))}")


# The first value of each is what an episode has that asks for no other.
AXES: Mapping[str, Callable[[], Collection[str]]] = {
    "theme": themes,
    "state": states,
    "content": contents,
    "language": lambda: languages(),
    "goal_language": lambda: LANGUAGES,
    "layout": lambda: LAYOUTS,
    "device": lambda: DEVICES,
    "keyboard": lambda: KEYBOARDS,
}
# Those that change how a world looks and nothing of what is in it.
LOOKS = ("theme", "language", "layout", "device", "keyboard")


def values(axis: str) -> tuple[str, ...]:
    """Return the values of an axis, the usual one first."""
    return tuple(AXES[axis]())


def known(axis: str, value: object) -> str:
    """Return a value of an axis, once sure that it has it.

    Raises:
        UserError: it has no such value; tells the choices.
    """
    if isinstance(value, str) and axis in by_app.AXES and by_app.is_mixed(value):
        return _known_by_app(axis, value)
    if not isinstance(value, str) or value not in AXES[axis]():
        raise UserError(f"no {axis} “{value}”; {hint(str(value), values(axis))}")
    return value


def _known_by_app(axis: str, written: str) -> str:
    for app, value in by_app.parts(written).items():
        known(axis, value)
        if app and app not in apps.by_id():
            raise UserError(f"{axis} “{written}”: no app “{app}”; {hint(app, apps.by_id())}")
    if (right := by_app.canonical(written, values(axis)[0])) != written:
        told = "apps in the order of their ids, each once, none with what all others have"
        raise UserError(f"{axis} “{written}”: write {right}: {told}")
    return written


def layouts(device: str) -> tuple[str, ...]:
    """Return the layouts that differ from one another on a device, the usual one first."""
    return tuple(one for one in LAYOUTS if _plainest(one, device) == one)


def keyboards(device: str) -> tuple[str, ...]:
    """Return the values of the axis `keyboard` that differ on a device: on a wide one there is none on the screen."""
    return KEYBOARDS[:1] if DEVICES[device].wide else KEYBOARDS


def idle(layout: str, device: str, keyboard: str = KEYBOARDS[0]) -> str:
    """Return why a layout or a keyboard changes nothing on a device; "" where both do, or are the usual ones."""
    if keyboard not in keyboards(device):
        phones = ", ".join(one for one in DEVICES if len(keyboards(one)) > 1)
        return f"keyboard “{keyboard}” looks like “{KEYBOARDS[0]}” on {device}; choose among the devices {phones}"
    same = _plainest(layout, device)
    advice = f"choose among {', '.join(layouts(device))} there, or another device"
    return f"layout “{layout}” looks like “{same}” on {device}; {advice}" if same != layout else ""


def settled(varied: Mapping[str, str]) -> dict[str, str]:
    """Return values drawn for each axis by itself, with a layout and a keyboard that count on their device."""
    found = {**varied, "layout": _plainest(varied["layout"], varied["device"])}
    if varied.get("keyboard") not in (None, *keyboards(varied["device"])):
        found["keyboard"] = KEYBOARDS[0]
    return found


@lru_cache(maxsize=256)
def _plainest(layout: str, device: str) -> str:
    return Look("light", DEVICES[device], layout).plainest


_NUMBERS = {"instance": range(10**18), "phrasing": range(10**6)}  # as many as an id can name
_ID = "TASK:PROFILE:INSTANCE.PHRASING:AXIS=VALUE:…, like todo.CompleteTask:nora:3.1:theme=dark"


@dataclass(frozen=True)
class Configuration:
    """Instance × phrasing × profile × theme × UI state × content × languages × layout × device × keyboard.

    Theme, content and language may name apps that have one of their own: `bank:nord+todo:dark`.

    Attributes:
        language: what the screens speak.
        goal_language: what the person speaks to the agent.

    Raises:
        UserError: an axis has no such value, or the layout or the keyboard changes nothing on the device.
    """

    task: str
    profile: str
    instance: int = 0
    phrasing: int = 0
    theme: str = "light"
    state: str = "home"
    content: str = "plain"
    language: str = "en"
    goal_language: str = "en"
    layout: str = "usual"
    device: str = "phone"
    keyboard: str = "off"

    def __post_init__(self) -> None:
        for axis in ("task", "profile"):
            if not isinstance(getattr(self, axis), str):
                raise UserError(f"{axis} is {getattr(self, axis)!r}; it is a name")
        life.known(self.profile)
        for axis in AXES:
            known(axis, getattr(self, axis))
        if why := idle(self.layout, self.device, self.keyboard):
            raise UserError(why)
        for axis in ("instance", "phrasing"):
            number = getattr(self, axis)
            if not isinstance(number, int) or isinstance(number, bool) or number not in _NUMBERS[axis]:
                raise UserError(f"{axis} is {quoted(number)}; it is a whole number, from 0 to {_NUMBERS[axis][-1]:,}")

    @property
    def id(self) -> str:
        """A short name that says its values, the usual ones left out; `parse` reads it back."""
        first = f"{self.task}:{self.profile}:{self.instance}.{self.phrasing}"
        return ":".join([first, *(f"{axis}={value}" for axis, value in self.varied.items())])

    @property
    def varied(self) -> dict[str, str]:
        """The axes that do not have their usual value, with the value."""
        return {axis: getattr(self, axis) for axis in AXES if getattr(self, axis) != values(axis)[0]}

    @property
    def spoken(self) -> tuple[str, ...]:
        """The languages that an answer may be in: what the screens speak, and the person."""
        return tuple(dict.fromkeys((*self._said, self.goal_language)))

    @property
    def screens(self) -> tuple[str, ...]:
        """The languages that screens speak, or that go with an app's own words."""
        return tuple(dict.fromkeys(map(base, self._said)))

    @property
    def _said(self) -> list[str]:
        return sorted(by_app.values_in(self.language, LANGUAGES[0]))

    @property
    def look(self) -> Look:
        return Look(self.theme, DEVICES[self.device], self.layout, self.language, self.keyboard)

    def of_instance(self, number: int) -> "Configuration":
        """Return the same of another instance, and check nothing anew: a plan makes millions."""
        found = object.__new__(Configuration)
        vars(found).update(vars(self), instance=number)
        return found

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def parse(cls, written: str) -> "Configuration":
        """Return the configuration of an id.

        Raises:
            UserError: it is none; tells the form, or the choices.
        """
        found = re.fullmatch(r"([^:]+):([^:]+):([0-9]{1,18})\.([0-9]{1,6})((?::\w+=[^=]*[^:=])*)", written)
        if not found:
            raise UserError(f"“{written:.200}” names no configuration; write {_ID}")
        task, profile, instance, phrasing, rest = found.groups()
        named = [part.split("=") for part in re.split(r":(?=\w+=)", rest)[1:]]
        varied = dict(named)
        if len(varied) < len(named):
            raise UserError(f"“{written}” names an axis twice")
        if wrong := [axis for axis in varied if axis not in AXES]:
            raise UserError(f"no axis “{wrong[0]}”; {hint(wrong[0], AXES)}")
        return cls(task, profile, int(instance), int(phrasing), **varied)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Configuration":
        """Return the configuration that was written so.

        Raises:
            UserError: a key is unknown or lacking, or a value is none of its axis.
        """
        if not isinstance(data, dict):
            raise UserError(f"a configuration is {data!r:.80}; it is an object of task, profile and other axes")
        known_axes = [axis.name for axis in fields(cls)]
        if {"task", "scenario"} <= data.keys():
            raise UserError("a configuration has a “task” and a “scenario”, which is what tasks were called; keep one")
        data = {"task" if name == "scenario" else name: value for name, value in data.items()}
        for name in data:
            if name not in known_axes:
                raise UserError(f"a configuration has no “{name}”; {hint(str(name), known_axes)}")
        for name in ("task", "profile"):
            if name not in data:
                raise UserError(f"a configuration lacks its {name}")
        return cls(**data)
