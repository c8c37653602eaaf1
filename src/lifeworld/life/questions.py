"""What one app asks the others, by `Store.question`; the app that knows answers, in its `life.KNOWS`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ToDoLists:
    """What are the owner's lists of things to do called, in their order? The answer is a list of names."""
