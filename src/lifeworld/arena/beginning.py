"""Where a live battle begins: whose device it is, what is open there, what its data are like, and what is added."""

from collections.abc import Iterable
from dataclasses import dataclass

from lifeworld import apps
from lifeworld.arena import additions, presets
from lifeworld.arena.additions import Addition
from lifeworld.arena.tables import Battle
from lifeworld.core.errors import UserError
from lifeworld.taskkit.configuration import known, state_of
from lifeworld.world import Profile, World, load, untouched
from lifeworld.world.contents import PLAIN, contents

_HOME = "home"


@dataclass(frozen=True)
class Beginning:
    """What was chosen of where a battle begins, beside the person.

    Attributes:
        state: what is open.
        content: what the data are like.
        preset: the theme of life; "" for none.
        added: what the theme and the visitor's files add.
    """

    state: str = _HOME
    content: str = PLAIN
    preset: str = ""
    added: tuple[Addition, ...] = ()

    @classmethod
    def chosen(cls, person: str, state: str, content: str, preset: str, own: Iterable[Addition]) -> "Beginning":
        """Return what a visitor has chosen; what they have left open is as the theme has it.

        Raises:
            UserError: a choice is none, or there is no such screen on this person's device.
        """
        theme = presets.known(preset) if preset else None
        content = known("content", content or PLAIN)
        state = known("state", state or (theme.state if theme else _HOME))
        world = untouched(load(person, content))
        themed = tuple(theme.additions(world.store.now)) if theme else ()
        begun = cls(state, content, preset, (*themed, *own))
        begun.check(person)
        return begun

    def check(self, person: str) -> None:
        """See that the screen exists on a person's device.

        Raises:
            UserError: it does not.
        """
        world = World(self.profile(person).data)
        try:
            state_of(self.state).path(world.store)
        except LookupError:
            raise UserError("There is no such screen on this person’s device; begin with another one") from None
        finally:
            world.close()

    def profile(self, person: str) -> Profile:
        """Return the person with a world that has what was added."""
        return additions.added_to(load(person, self.content), self.added)


def state_name(state: str) -> str:
    """Return what is open, in words: the app's and the screen's."""
    app, _, name = state.rpartition(".")
    words = name.replace("-", " ")
    return f"{apps.by_id()[app].name}, {words}" if app else words


def told(battle: Battle) -> str:
    """Return where a battle began, in words; "" if it was the home screen of a person's plain year."""
    state, content = (battle.configuration.get(name, usual) for name, usual in (("state", _HOME), ("content", PLAIN)))
    parts = (
        presets.presets()[battle.preset].title if battle.preset in presets.presets() else "",
        "" if state == _HOME else f"open: {state_name(state)}",
        "" if content == PLAIN or content not in contents() else f"data: {contents()[content].says}",
        f"{words} added" if (words := additions.told(additions.read(battle.added))) else "",
    )
    return "; ".join(filter(None, parts))


def added_texts(battle: Battle) -> list[str]:
    """Return all words that were added to a battle's world, for who moderates."""
    return [text for one in additions.read(battle.added) for text in one.texts if text]
