"""(changes, expected, answer, trajectory) -> Verdict, pure."""

from lifeworld.verify.judge import Happened, Seen, judge

__all__ = ["Happened", "Seen", "judge"]
