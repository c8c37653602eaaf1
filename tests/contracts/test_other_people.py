"""Tasks hold on phones of people for whom none was written, with much more and much less on them."""

from collections.abc import Iterator

import pytest

from lifeworld.core.errors import TaskError
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.proof.check import prove
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn

DRAWS = (
    ("bank.StarPerson", "rosalind", 0),  # one of 230 people
    ("cross.CalledOffForFriend", "rosalind", 0),
    ("messenger.OneMoreInGroup", "rosalind", 0),
    ("messenger.WhatTheySaidLast", "rosalind", 0),  # one of a hundred chats
    ("bank.FileUnder", "marguerite", 0),  # beyond the hundredth entry of an account
    ("bank.NoteOnCharge", "kofi", 0),
    ("bank.NoteOnCharge", "yara", 0),
    ("bank.PutAsideWhatComes", "kofi", 0),
    ("bank.EditPayee", "hollis", 0),
    ("mail.ClearOutSender", "mei", 0),
    ("mail.MarkAsSpam", "ines", 0),  # all of whose inbox is on one page
    ("mail.ArchiveConversation", "ines", 0),
    ("todo.SwapSteps", "ines", 0),
    ("todo.SwapSteps", "hollis", 0),
    ("cross.WhatEachOwes", "hollis", 1),  # an evening to which somebody else had asked
    ("cross.WhoStillOwesMe", "arvid", 1),
    ("mail.InvoicesSince", "yara", 1),  # from whom letters with other files come, too
    ("messenger.SendToTheOther", "yara", 1),
)


@pytest.fixture(scope="module")
def environment() -> Iterator[SyncEnvironment]:
    with opened("dom") as found:
        yield found


@pytest.mark.parametrize(("task", "person", "number"), DRAWS)
def test_a_task_is_proved_on_another_phone(task: str, person: str, number: int, environment: SyncEnvironment) -> None:
    proof = prove(Configuration(task, person, number), environment, ())
    assert not proof.problems and proof.refused


def test_what_takes_too_long_is_not_drawn() -> None:
    """Nobody has 1,000 unread conversations counted by hand."""
    with pytest.raises(TaskError, match="there is no answer"):
        drawn("mail.ReadAndTellTheRest", "hollis", 0)
