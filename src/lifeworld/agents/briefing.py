"""The words that a talk with a model begins and ends with: its task, and what an answer without a call means."""

from lifeworld.core.actions import Action, Done, Invalid, Message
from lifeworld.core.observation import Observation

_INFEASIBLE, _ASKS = "infeasible:", "ask:"


def ending(words: str) -> Action:
    """Return what an answer without a call means: done, not feasible, or a question to the person.

    The prompt says which lines those are; a provider's own calls for them go before.
    """
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    for line in lines:
        if line.lower().startswith(_ASKS):
            return Message(text=line[len(_ASKS) :].strip(), expects_reply=True)
        if line.lower().startswith(_INFEASIBLE):
            return Done(status="infeasible", answer=line[len(_INFEASIBLE) :].strip())
    return Done(answer="\n".join(lines)) if lines else Invalid(code="parse_error", detail="The answer was empty.")


def task(observation: Observation, finish: str = "When you have finished, say so without another call.") -> str:
    """Return the task in words, and how its end, an answer, a question and an impossible task are told."""
    now = observation.now
    said = [observation.goal, f"It is {now:%A, %B} {now.day}, {now.year}, {now:%H:%M}."]
    if observation.answer_form:
        ending = "" if "“Answer 1" in observation.answer_form else "; end with a line “Answer: …”"
        said.append(f"The answer is {observation.answer_form}{ending}.")
    said.append(
        f"{finish} If it can't be done, change nothing and end with a line "
        "“Infeasible: …” that says why. To ask the person whose device it is, end with a line “Ask: …”."
    )
    return "\n\n".join(said)
