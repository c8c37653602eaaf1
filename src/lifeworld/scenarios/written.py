"""A task in a person's own words: both agents are told them, and there is nothing to hold the end against."""

from lifeworld.scenarios.kit import Commands, Scenario
from lifeworld.scenarios.user import User


class Written(Scenario):
    """Do what somebody wrote; nobody knows what should come of it."""

    goals = ["Do what I write.", "Please do what I write.", "Do it as I write."]

    def __init__(self, text: str) -> None:
        super().__init__({})
        self._text = text

    def goal(self, phrasing: int, language: str = "") -> str:
        return self._text

    def effects(self) -> Commands:
        return ()

    def solution(self, user: User) -> None:
        raise NotImplementedError("nobody knows how to do what somebody wrote")
