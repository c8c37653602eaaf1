"""Tasks that no file holds: those composed of others, and the one in a person's own words.

“A then B” is a task like any other, by the ids of its parts, like `A+B`. Its goal joins the goals, its effects follow
one after the other, and each part is drawn on what the parts before it leave (`taskkit.joint_sampling`). What a part
says is said by its own task; this one only puts them side by side.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, cast

from lifeworld.core.answers import Value
from lifeworld.core.errors import UserError
from lifeworld.taskkit.choices import CHOICE
from lifeworld.taskkit.kit import Commands, Task, way
from lifeworld.taskkit.parameters import Parameter
from lifeworld.taskkit.phrasings import joined, part_name
from lifeworld.taskkit.user import User
from lifeworld.verify.expectation import Judged, Observed

PLUS = "+"
MOST = 8  # parts

# Why a task of some kind can't be a part.
_UNFIT = {
    "clarify": "it asks the person before anything has changed, which another part may have done",
    "confirm": "it asks the person before anything has changed, which another part may have done",
    "infeasible": "it is met by saying that it can't be done, which can't be said of a part",
}


class Composed(Task, written=False):
    """Several tasks, one after the other. Made by `composed`, never written."""

    def __init__(self, members: Sequence[Task]) -> None:
        super().__init__({part_name(number): member for number, member in enumerate(members, 1)})
        self._members = tuple(members)

    @property
    def members(self) -> tuple[Task, ...]:
        return self._members

    def with_member(self, place: int, member: Task) -> Task:
        return type(self)([*self._members[:place], member, *self._members[place + 1 :]])

    def reached(self) -> str | tuple[str, ...]:
        return self._members[-1].reached()

    def items(self) -> Iterable[Observed | Judged]:
        for number, member in enumerate(self._members, 1):
            yield from (replace(item, text=f"Part {number}: {item.text}") for item in member.items())

    def solution(self, user: User) -> None:
        _play(self._numbered(), user, _solution)

    @way
    def in_the_other_order(self, user: User) -> None:
        """Do the parts from the last to the first; one that ends on a page stays the last."""
        _play(sorted(self._numbered(), key=lambda one: (bool(one[1].reached()), -one[0])), user, _solution)

    @way
    def each_part_in_another_way(self, user: User) -> None:
        """Do each part in the first other way that it names, where it names one."""
        _play(self._numbered(), user, _other_way)

    def _numbered(self) -> list[tuple[int, Task]]:
        return list(enumerate(self._members, 1))

    @classmethod
    def says(cls, method: str) -> bool:
        return any(part.says(method) for part in cls.parts)

    @classmethod
    def category(cls) -> str:
        return "composed"


def composed(parts: Sequence[type[Task]]) -> type[Task]:
    """Return the task of these parts, one after the other; of one part, itself.

    Raises:
        UserError: there are too many, or one can't be a part, or not at its place.
    """
    return parts[0] if len(parts) == 1 else _composed(tuple(parts))


@lru_cache(maxsize=4096)
def _composed(parts: tuple[type[Task], ...]) -> type[Task]:
    name = PLUS.join(part.id for part in parts)
    if len(parts) > MOST:
        raise UserError(f"{name} has {len(parts)} parts; a task has 1 to {MOST}")
    for place, part in enumerate(parts):
        if why := unfit(part, last=place == len(parts) - 1):
            raise UserError(f"{part.id} can't be part {place + 1} of {name}: {why}")
    said = {
        "__doc__": " Then: ".join(part.__doc__ or part.id for part in parts),
        "id": name,
        "parts": parts,
        "parameters": {},
        "goals": joined([part.goals for part in parts]),
    }
    return type("Composed", (Composed,), said, written=False)


def unfit(template: type[Task], last: bool = False) -> str:
    """Return why a task can't be a part, or not this one; "" where it can."""
    if told := _UNFIT.get(template.kind(), ""):
        return told
    if template.trigger:
        return "something comes while it is done, which the other parts do not wait for"
    if template.says("reached") and not last:
        return "it ends on a page, which only the last part can"
    free = template.says("outcomes") or CHOICE in template.tags
    return "it leaves a choice, which another part might settle" if free else ""


def horizon(name: str) -> int:
    """Return how many parts the task of this id has."""
    return name.count(PLUS) + 1


class _Part:
    """A user who keeps what is said, so that all of it can be said at the end."""

    def __init__(self, user: User, part: int, said: dict[int, Value]) -> None:
        self._user, self._part, self._said = user, part, said

    def say(self, value: Value) -> None:
        self._said[self._part] = value

    def __getattr__(self, name: str) -> Any:
        return getattr(self._user, name)


def _play(members: Iterable[tuple[int, Task]], user: User, how: Callable[[Task], Callable[[User], None]]) -> None:
    """Do the members one after the other from wherever the device is, and say all answers at the end."""
    said: dict[int, Value] = {}
    for number, member in members:
        how(member)(cast(User, _Part(user, number, said)))
    if said:
        user.say(said if len(said) > 1 else next(iter(said.values())))


def _solution(member: Task) -> Callable[[User], None]:
    return member.solution


def _other_way(member: Task) -> Callable[[User], None]:
    way: Callable[[User], None] = getattr(member, next(iter(member.ways()), "solution"))
    return way


class Written(Task, written=False):
    """Do what somebody wrote; nobody knows what should come of it."""

    id = "written.Written"
    goals = ("Do what I write.",)
    parameters: ClassVar[Mapping[str, Parameter]] = {}

    def __init__(self, text: str) -> None:
        super().__init__({})
        self._text = text

    def goal(self, phrasing: int, language: str = "", told: str = "") -> str:
        return f"{self._text}\n{told}" if told else self._text

    def effects(self) -> Commands:
        return ()

    def solution(self, user: User) -> None:
        raise NotImplementedError("nobody knows how to do what somebody wrote")
