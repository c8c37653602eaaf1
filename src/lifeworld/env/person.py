"""The scripted user: the person who gave the task and can be asked."""

from lifeworld.scenarios.kit import Scenario, shown


class Person:
    """Tells all that was withheld to the first question, however it is worded; then has no more to say."""

    def __init__(self, scenario: Scenario) -> None:
        told = [shown(text, scenario.bound) for text in (scenario.withheld, scenario.consent) if text]
        self._knows = " ".join(told)
        self.questions = 0

    def reply(self) -> str:
        """Return the answer to the next question."""
        self.questions += 1
        if self.questions > 1:
            return "I have told you all I know. Please go on."
        return self._knows or "I have nothing to add. Please go on with what I asked for."
