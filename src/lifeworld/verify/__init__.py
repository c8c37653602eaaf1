"""(changes, expected, answer, trajectory) -> Verdict, pure."""

from lifeworld.verify.judge import Asked, Happened, Judge, Seen, answer_context, judge

__all__ = ["Asked", "Happened", "Judge", "Seen", "answer_context", "judge"]
