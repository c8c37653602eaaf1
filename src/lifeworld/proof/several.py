"""Answers to several parts of a task: every honest and dishonest form of each, in a line beside the true others."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from lifeworld.proof import answers
from lifeworld.scenarios.kit import Answer, Answers, Stated
from lifeworld.verify.answers import Known

_LABELS = ("Answer {}: {}", "**Answer {}:** {}", "- Answer {}: {}", "answer #{}: {}", "Answer to part {}: {}")


def honest(true: Answer | Answers, known: Known) -> Iterator[str]:
    """Yield every form in which a reasonable person would give the true answer, or answers."""
    if not isinstance(true, Answers):
        yield from answers.honest(true, known)
        return
    if not true.several:
        yield from answers.honest(true.stated[0].value, _known(known, true.stated[0]))
        return
    first = _firsts(true, known)
    yield from (_lines(first, label) for label in _LABELS)
    yield f"I have done all of it.\n\n{_lines(first)}\n\nThat is all."
    yield _lines(dict(reversed(first.items())))
    for one in true.stated:
        forms = answers.honest(one.value, _known(known, one))
        yield from (_lines({**first, one.part: text}) for text in forms if "\n" not in text)


def dishonest(true: Answer | Answers, known: Known) -> answers.Named:
    """Yield what must not count, each with what it is; of several answers, each one wrong beside the true others."""
    if not isinstance(true, Answers):
        yield from answers.dishonest(true, known)
        return
    if not true.several:
        yield from answers.dishonest(true.stated[0].value, _known(known, true.stated[0]))
        return
    first = _firsts(true, known)
    yield "without the parts' numbers", "\n".join(first.values())
    yield from (("the last part's alone", text) for text in list(first.values())[-1:])
    for one in true.stated:
        yield f"part {one.part} left out", _lines({part: text for part, text in first.items() if part != one.part})
        for what, text in answers.dishonest(one.value, _known(known, one)):
            if text.strip() != "Answer:":  # of several, the line of a part says that anyway
                yield f"part {one.part}, {what}", _lines({**first, one.part: text})
    yield from _swapped(true, first)


def _swapped(true: Answers, first: Mapping[int, str]) -> answers.Named:
    """Yield the answers of neighbours under each other's number, where they differ."""
    for one, other in zip(true.stated, true.stated[1:], strict=False):
        if one.value != other.value:
            swapped = {**first, one.part: first[other.part], other.part: first[one.part]}
            yield f"parts {one.part} and {other.part} swapped", _lines(swapped)


def _firsts(true: Answers, known: Known) -> dict[int, str]:
    """Return each part's answer in its plainest form."""
    return {one.part: next(answers.honest(one.value, _known(known, one))) for one in true.stated}


def _known(known: Known, one: Stated) -> Known:
    return replace(known, goal=one.asked_in(known.goal), names=one.names)


def _lines(texts: Mapping[int, str], label: str = _LABELS[0]) -> str:
    return "\n".join(label.format(part, text) for part, text in texts.items())
