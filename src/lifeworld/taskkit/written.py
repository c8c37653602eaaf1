"""A task in a person's own words: both agents are told them, and there is nothing to hold the end against."""

from collections.abc import Mapping
from typing import ClassVar

from lifeworld.taskkit.kit import Commands, Task
from lifeworld.taskkit.parameters import Parameter
from lifeworld.taskkit.user import User


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
