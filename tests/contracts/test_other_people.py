"""Tasks hold on phones of people for whom none was written, with much more and much less on them."""

from collections.abc import Iterator

import pytest

from lifeworld.core.errors import TaskError
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.proof.check import prove
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn

PAIRS = (
    ("bank.StarPerson", "rosalind"),  # one of 230 people
    ("cross.CalledOffForFriend", "rosalind"),
    ("messenger.OneMoreInGroup", "rosalind"),
    ("messenger.WhatTheySaidLast", "rosalind"),  # one of a hundred chats
    ("bank.FileUnder", "marguerite"),  # beyond the hundredth entry of an account
    ("bank.NoteOnCharge", "kofi"),
    ("bank.NoteOnCharge", "yara"),
    ("bank.PutAsideWhatComes", "kofi"),
    ("bank.EditPayee", "hollis"),
    ("mail.ClearOutSender", "mei"),
    ("mail.MarkAsSpam", "ines"),  # all of whose inbox is on one page
    ("mail.ArchiveConversation", "ines"),
    ("todo.SwapSteps", "ines"),
    ("todo.SwapSteps", "hollis"),
)


@pytest.fixture(scope="module")
def environment() -> Iterator[SyncEnvironment]:
    with opened("dom") as found:
        yield found


@pytest.mark.parametrize(("task", "person"), PAIRS)
def test_a_task_is_proved_on_another_phone(task: str, person: str, environment: SyncEnvironment) -> None:
    proof = prove(Configuration(task, person), environment, ())
    assert not proof.problems and proof.refused


def test_what_takes_too_long_is_not_drawn() -> None:
    """Nobody has 1,000 unread conversations counted by hand."""
    with pytest.raises(TaskError, match="there is no answer"):
        drawn("mail.ReadAndTellTheRest", "hollis", 0)
