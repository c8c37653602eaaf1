"""What the person answers: a question that names what is at stake, and nothing else."""

from collections.abc import Iterator

import pytest

from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.person import LONGEST, Person
from lifeworld.web.look import LANGUAGES
from lifeworld.world.profiles import NAMES

ASKING = [template for template in tasks() if template.question_topics]
EACH = pytest.mark.parametrize("template", ASKING, ids=lambda template: template.id)
NAMELESS = (
    "May I go ahead?",
    "Is it okay if I do that now?",
    "Please confirm.",
    "Are you sure?",
    "Yes or no?",
    "I'm about to do what you asked for. Do you agree?",
    "What else should I know?",
    "",
)


def instances(template: type[Task]) -> Iterator[Task]:
    for number in range(2):
        yield drawn(template.id, NAMES[number % len(NAMES)], number).task


@EACH
def test_a_question_that_names_it_is_answered_and_no_other(template: type[Task]) -> None:
    for task in instances(template):
        known = task.knowledge()
        for name in known.names:
            assert all(known.answers(said) for said in (f"{name}?", f"Shall I delete “{name}” now?", name.upper()))
            assert not known.answers(f"{name} {'and all that stands on this page ' * 8}"[: len(name) + LONGEST + 40])
            assert not known.answers(f"pre{name}fix?")
        assert not [said for said in NAMELESS if known.answers(said)]


@EACH
def test_who_names_several_of_a_kind_asks_about_none(template: type[Task]) -> None:
    for task in instances(template):
        known = task.knowledge()
        others = [name for name in known.others if not any(name in own for own in known.names)]
        assert not [other for other in others if known.answers(f"{known.names[0]} or {other}?")]
        assert not [other for other in others if known.answers(f"{other}?")]


@EACH
def test_the_reply_to_consent_names_the_thing_and_the_decision(template: type[Task]) -> None:
    for task in instances(template) if template.confirmation else ():
        reply = Person(task.knowledge()).reply(f"{task.knowledge().names[0]}?")
        assert reply.fits and reply.text == f"{task.knowledge().names[0]}? {task.told}"


@pytest.mark.parametrize("template", [one for one in tasks() if one.hidden_info], ids=lambda template: template.id)
def test_what_is_withheld_is_told_whatever_the_question(template: type[Task]) -> None:
    for task in instances(template):
        for language in LANGUAGES:
            known = task.knowledge(language)
            assert all(map(known.answers, ("Everyday Checking?", "Which funding source?", "Von welchem?", "a" * 900)))
            assert not known.answers(" ") and not known.names


@pytest.mark.parametrize(
    ("language", "asked"), [("de", "Soll ich den Papierkorb jetzt leeren?"), ("en", "Empty the bin?")]
)
def test_consent_is_asked_for_in_the_language_of_the_goal(language: str, asked: str) -> None:
    assert drawn("mail.EmptyTheBin", "nora", 0).task.knowledge(language).answers(asked)


def test_an_amount_is_named_as_the_screens_write_it() -> None:
    task = drawn("cross.PayWhatChatAsks", "nora", 0).task
    german = str(task.amount).replace("$", "").replace(".", ",")
    assert task.knowledge("en", ("de",)).answers(f"Shall I pay {german}\u00a0$?")
    assert not task.knowledge().answers(f"Shall I pay {german}\u00a0$?")


@pytest.mark.parametrize("joint", ["  ", "\u00a0", "\n"])
def test_odd_spaces_hide_no_other_name(joint: str) -> None:
    known = drawn("bank.DeletePayeeAfterConsent", "nora", 0).task.knowledge()
    other = next(name for name in known.others if " " in name)
    assert not known.answers(f"{known.names[0]} or {other.replace(' ', joint)}?")
