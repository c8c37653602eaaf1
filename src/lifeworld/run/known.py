"""A run's trajectories with the verifier's truth, for a judge whose errors are known."""

from lifeworld.core.verdict import Verdict
from lifeworld.judges.mock import Known
from lifeworld.run.folder import Folder
from lifeworld.run.judging import ratable


def known(folder: Folder) -> list[Known]:
    """Return what such a judge can be asked about."""
    verdicts = {one["episode"]: Verdict.from_json(one["verdict"]) for one in folder.episodes()}
    return [
        Known(shown, tuple(item.met for item in verdicts[episode].items), verdicts[episode].success)
        for episode, shown in ratable(folder)
    ]
