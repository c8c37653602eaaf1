"""(changes, expected, answer, trajectory) -> Verdict, pure."""

from lifeworld.verify.judge import Happened, Judge, Seen, judge

__all__ = ["Happened", "Judge", "Seen", "judge"]
