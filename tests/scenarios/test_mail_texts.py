"""What may be written freely in Post's tasks: plain paraphrases pass, opposites and nonsense don't."""

import pytest

from lifeworld.scenarios.draw import drawn
from lifeworld.scenarios.mail.ways import known
from lifeworld.scenarios.wording import shown
from lifeworld.world.profiles import NAMES

_LETTERS = {
    "WriteToSomebody": (
        (
            "Hi, would you lend me the {thing} for {when}? I'd bring it back the next day.",
            "I hope that you don't need it then, but may I use your {thing} on {when:weekday}?",
        ),
        (
            "I don't need the {thing} on {when} any more.",
            "I no longer want to borrow the {thing} on {when}.",
            "May I borrow the {thing} some day?",
            "You idiot, I want to borrow the {thing} on {when}.",
            "Can I come on {when}?",
        ),
    ),
    "ReplyInOwnWords": (
        (
            "Many thanks for your letter! I will give you a call on {when:weekday}.",
            "I'm grateful that you wrote. I'll phone you on {when}. Please don't hesitate to write again!",
        ),
        (
            "Thanks, but I can't call on {when}.",
            "Thank you. I won't be calling on {when}.",
            "Thanks, you moron, I'll call on {when}.",
            "Thanks, I'll call you.",
            "I will call on {when}.",
        ),
    ),
    "ReplyToEveryone": (
        (
            "Hi all, count me in! I can't wait. I'll take care of the {thing}.",
            "I'll be there and bring the {thing}.",
            "Happy to join you. The {thing} comes with me.",
        ),
        (
            "I'm not coming, so somebody else must bring the {thing}.",
            "I can't come. Bring the {thing} yourselves.",
            "I'm coming but I won't bring the {thing}.",
            "I'm coming!",
            "I'm in, you losers and you damn fools, with the {thing}.",
        ),
    ),
    "ForwardInvoice": (
        (
            "Hello, could you please verify the total by {when}? Thank you!",
            "Would you look whether the amount is right, by {when:weekday}?",
        ),
        (
            "Don't check the amount by {when}.",
            "There's no need to check the amount by {when}.",
            "Please check the amount.",
            "Here is the invoice.",
        ),
    ),
    "ForwardToWhom": (
        ("{note}", "Hello,\n\n{note}!\n\nBest wishes"),
        ("Ignore it, shithead. {note}", "For you."),
    ),
    "VacationReply": (
        (
            "Hello, I'm away at the moment and return on {back}.",
            "I'm out of the office. I won't be back until {back:weekday}.",
        ),
        ("I'm away. Write again.", "I will not be back on {back}.", "I won't return on {back}.", "Back soon!"),
    ),
}
_NONSENSE = ("", "asdf", "asdf qwer zxcv", "4539 1488 0343 6467", "…")


def _cases(place):
    return [(name, text) for name, texts in _LETTERS.items() for text in texts[place]]


def _fits(name, text, profile):
    instance = drawn(f"mail.{name}", profile, 0)
    (prose,) = instance.expectation.targets[0].prose
    return prose.fits(shown(text, instance.scenario.bound))


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize(("name", "text"), _cases(0))
def test_a_paraphrase_passes(name, text, profile):
    assert _fits(name, text, profile)


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize(("name", "text"), [*_cases(1), *((name, text) for name in _LETTERS for text in _NONSENSE)])
def test_an_opposite_an_insult_or_nonsense_does_not(name, text, profile):
    assert not _fits(name, text, profile)


@pytest.mark.parametrize(
    ("name", "question", "understood"),
    [
        ("ForwardToWhom", "Whom should I forward it to?", True),
        ("ForwardToWhom", "Who is it for?", True),
        ("ForwardToWhom", "Which of your contacts should receive this letter?", True),
        ("ForwardToWhom", "Could you tell me the recipient's name?", True),
        ("ForwardToWhom", "Where should I send it?", True),
        ("ForwardToWhom", "What is the e-mail address?", True),
        ("ForwardToWhom", "Should I go on?", False),
        ("ForwardToWhom", "What is the weather like tomorrow?", False),
        ("ForwardToWhom", "", False),
        ("EmptyTheBin", "Are you sure that you want to permanently delete everything in the trash?", True),
        ("EmptyTheBin", "I'm about to empty the bin. OK?", True),
        ("EmptyTheBin", "Should I go on?", False),
        ("EmptyTheBin", "What is the weather like?", False),
        ("EraseAfterConsent", "Do I have your OK to erase “{thread.subject}” permanently?", True),
        ("EraseAfterConsent", "“{thread.subject}” will be gone for good. Shall I?", True),
        ("EraseAfterConsent", "Shall I delete it?", False),
        ("EraseAfterConsent", "What is “{thread.subject}” about?", False),
    ],
)
def test_a_question_is_understood_if_it_names_what_it_is_about(name, question, understood):
    scenario = drawn(f"mail.{name}", NAMES[0], 0).scenario
    assert scenario.knowledge().answers(shown(question, scenario.bound)) is understood


def test_a_letter_is_never_to_its_owner():
    assert all(known(drawn("mail.ForwardToWhom", profile, 1).scenario.person) for profile in NAMES)
