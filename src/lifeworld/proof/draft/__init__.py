"""First drafts of tasks: from a command of an app and the screens that offer it to a task that can be proved."""

from lifeworld.proof.draft.draft import Draft, drafts
from lifeworld.proof.draft.trial import File, settled

__all__ = ["Draft", "File", "drafts", "settled"]
