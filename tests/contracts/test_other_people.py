"""Tasks hold on phones of people for whom none was written, with much more and much less on them."""

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from scripts.lives_held import OF_TASKS, Lives, each
from tests.rotation import some_names

from lifeworld import apps
from lifeworld.core.choices import NAMES, PEOPLE
from lifeworld.core.errors import TaskError, Undrawn
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.check import Proof, prove
from lifeworld.proof.coverage import outcome
from lifeworld.proof.singly import prove_singly
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.world import World, load

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
    ("mail.WhoWroteThis", "rosalind", 0),  # two of whose letters have one subject
    ("mail.UnstarConversation", "mila", 0),  # all of whose inbox is on one page
    ("calendar.NewTitleAndPlace", "arvid", 0),
)
TASKS = some_names("lives", [one.id for one in tasks()], 8)
SHORT = re.compile(r"^\| `(\w+\.\w+)` \|", re.MULTILINE)  # lines of the table in docs/people.md


@pytest.mark.parametrize(("task", "person", "number"), DRAWS)
def test_a_task_is_proved_on_another_phone(task: str, person: str, number: int, environment: SyncEnvironment) -> None:
    proof = prove(Configuration(task, person, number), environment, ())
    assert not proof.problems and proof.refused


@pytest.mark.parametrize("person", [name for name in PEOPLE if name not in NAMES])
def test_examples_are_what_they_say_on_another_phone(person: str) -> None:
    for app in apps.installed():
        with closing(World(load(person).data)) as world:
            wrong = [one for one in app.examples(world.store) if outcome(one.command, world) != one.refusal]
            assert not wrong, app.id


def test_what_takes_too_long_is_not_drawn() -> None:
    """Nobody has 1,000 unread conversations counted by hand."""
    with pytest.raises(TaskError, match="there is no answer"):
        drawn("mail.ReadAndTellTheRest", "hollis", 0)


@pytest.fixture(scope="module")
def lives(environment: SyncEnvironment) -> Lives:
    return Lives([prove_singly(one, environment) for one in each(TASKS, PEOPLE)], PEOPLE)


def test_what_is_drawn_for_the_twelve_is_proved(lives: Lives) -> None:
    assert [one.reason for one in lives.faults()] == []


def test_tasks_are_drawn_in_enough_lives_or_named(lives: Lives) -> None:
    """In four, and in four fifths of those that use their apps; `python scripts/lives.py tasks` names the others."""
    page = Path(__file__).parents[2] / "docs/people.md"
    assert {*lives.short_tasks()} <= {*SHORT.findall(page.read_text())}


def test_lives_take_most_tasks_of_their_apps(lives: Lives) -> None:
    """Those of a sample, of which chance may take some more."""
    own = sum(len(lives.of(name)) for name in PEOPLE)
    assert sum(len(lives.taken_by(name)) for name in PEOPLE) >= OF_TASKS * own
    assert len(TASKS) < 100 or not lives.short_people()


def test_what_an_app_is_used_for_counts(lives: Lives) -> None:
    assert {app for app in lives.apps["nora"] if app not in lives.apps["arvid"]} == {"code", "todo"}
    assert {app for app in lives.apps["nora"] if app not in lives.apps["mila"]} == {"shop"}


def test_a_refused_draw_has_a_reason_that_groups() -> None:
    for task, name in (("memory.WhatThePresentsCost", "mila"), ("todo.SwapSteps", "arvid")):
        with pytest.raises(Undrawn) as refused:
            drawn(task, name, 0)
        assert refused.value.code in ("nothing follows", "nothing to pick")
        assert f"{refused.value.code} for " in str(refused.value)


def some(task: str, outcomes: str) -> list[list[Proof]]:
    """Return what came of a task for people of these outcomes, by first letter."""
    known: dict[str, dict[str, Any]] = {
        "p": {},
        "f": {"problems": ("it fails",)},
        "u": {"problems": ("none fits",), "undrawn": True, "code": "nothing to pick"},
    }
    return [[Proof(Configuration(task, name), **known[letter])] for name, letter in zip(PEOPLE, outcomes, strict=False)]


def test_what_is_short_is_found() -> None:
    """Three lives are too few; of twelve, ten are four fifths; who keeps no to-do list is not asked for one."""
    found = {
        "bank.ClosingBalance": "pppuuuuuuuuu",
        "mail.WhoWroteThis": "ppppppppppuu",
        "todo.SwapSteps": "pppuppppppuu",
        "cross.WhatEachOwes": "pppppppppffu",
    }
    made = Lives([one for task, outcomes in found.items() for one in some(task, outcomes)], PEOPLE)
    assert made.short_tasks() == ["bank.ClosingBalance", "cross.WhatEachOwes"]
    assert [one.configuration.profile for one in made.faults()] == ["mila", "rosalind"]
    assert made.refusals()["nothing to pick"]["yara"] == 4
    assert made.short_people() == ["mila", "rosalind", "yara"]
