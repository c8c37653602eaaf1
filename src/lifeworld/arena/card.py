"""The data card of the public dataset: its contents, how it was collected, and its limitations."""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.core.counting import counted

LICENCE = "cc-by-4.0"  # as cards of Hugging Face name it
MEANINGS = {
    "vote": "id of the vote",
    "battle": "id of the battle, as in `trajectories`",
    "task": "the task, or `written` where a visitor wrote the task",
    "category": "single (one app), cross (several), memory, prose, or written",
    "topic": "the app that the task is about, or several; for a written task, the app in which the agents were most",
    "source": "catalogue, or written where a visitor wrote the task",
    "device": "phone or desktop",
    "person": "whose device it is",
    "state": "what is open at the beginning",
    "content": "what the data are like",
    "preset": "the theme of life that the world was prepared for; empty for none",
    "added": "letters, appointments and lists that a theme and the visitor's files added to the world",
    "left": "the agent on the left",
    "right": "the agent on the right",
    "choice": "left, right, tie or bad (both bad)",
    "voter": "a pseudonym, valid within this export only",
    "group": "the voter's group, as named by the arena's host",
    "background": "what the voter told: builds (AI systems), technical, other; null if nothing",
    "seconds": "seconds from showing to vote; for a trajectory, its duration",
    "created": "the day of the vote",
    "chance": "probability with which the pair of agents was drawn; null if it was not drawn",
    "left_verdict": "success, failure or unscored; null for written tasks",
    "left_steps": "steps of the agent",
    "left_seconds": "seconds of the agent",
    "left_questions": "questions that it asked",
    "dropped": "the filter that excludes the vote; empty if it counts",
    "text": "comments of voters who consented to publication",
    "side": "left or right",
    "step": "index of the step, from 0; null for a label of the whole side",
    "label": "for a step good or bad; for a side correct, safe, efficient, self_corrected, asked_well, "
    "grounding_error, privacy_violation",
    "value": "whether the label applies",
    "agent_first": "the agent whose name sorts first",
    "agent_second": "the other",
    "votes": "number of votes; in `pairs`, including excluded ones",
    "first": "votes for the first agent",
    "second": "votes for the second agent",
    "tie": "votes for a tie",
    "bad": "votes for both bad",
    "of": "`counted`: the ranking of the votes that count, which the arena shows first; `all`: of all votes",
    "rank": "rank by the lower end of the interval",
    "agent": "the ranked agent; for a trajectory, the agent of this side",
    "elo": "Elo rating",
    "low": "the lower end of its 95 % interval",
    "high": "the upper end",
    "wins": "votes for this agent",
    "losses": "votes for the opponent",
    "ties": "ties",
    "verdict": "success, failure or unscored; null for written tasks",
    "steps": "steps of the agent",
    "questions": "questions that it asked",
    "trajectory": "reference to the trajectory; null if it is not published",
}

PROSE = """
Two agents worked on one task in copies of the same world; a person who did not know their names chose the better one,
a tie, or both bad.

## Personal data

The export contains none on purpose. Voters are pseudonyms under a key that was drawn for this export and not kept, so
that they can't be followed from one export to the next. Addresses, e-mail addresses and times of day are removed, and
so are the votes of people who had their data deleted. Free text is present only if a table has the column `text`, and
then only of voters who consented. The texts of visitors' own tasks and files are not included.

## Limitations

Voters are self-selected, and pairs were drawn by expected information; `chance` allows weighted estimates.
Preference is not correctness: verdicts are given beside the votes.

## Use

`lifeworld arena import FOLDER` computes the leaderboard from this folder.
""".strip().splitlines()


def dataset_card(title: str, tables: Mapping[str, pa.Table]) -> str:
    """Return the card in Markdown, with the header that the libraries of Hugging Face read."""
    return "\n".join([*_header(title, tables), *_body(title, tables), *_columns(tables)])


def _header(title: str, tables: Mapping[str, pa.Table]) -> list[str]:
    configs = [line for name in tables for line in (f"- config_name: {name}", f"  data_files: {name}.parquet")]
    escaped = title.replace("\\", "\\\\").replace('"', '\\"')
    return ["---", f"license: {LICENCE}", f'pretty_name: "{escaped}"', "configs:", *configs, "---", ""]


def _body(title: str, tables: Mapping[str, pa.Table]) -> list[str]:
    votes = tables["votes"]
    agents = sorted({*pc.unique(votes["left"]).to_pylist(), *pc.unique(votes["right"]).to_pylist()})
    days = [day for day in (pc.min(votes["created"]).as_py(), pc.max(votes["created"]).as_py()) if day]
    valid = pc.sum(pc.equal(votes["dropped"], "")).as_py() or 0
    between = f" from {days[0]:%Y-%m-%d} to {days[-1]:%Y-%m-%d}" if days else ""
    voters = pc.count_distinct(votes["voter"]).as_py()
    many = f"{counted(votes.num_rows, 'vote')} of {counted(voters, 'voter')} on {counted(len(agents), 'agent')}"
    return [
        f"# {title}",
        "",
        f"{many}{between}; {valid:,} of them count by the host's filters. Agents: {', '.join(agents)}.",
        "",
        *PROSE,
        "",
    ]


def _columns(tables: Mapping[str, pa.Table]) -> list[str]:
    lines = []
    for name, table in tables.items():
        lines += [f"## {name}.parquet ({table.num_rows:,} rows)", "", "| column | type | meaning |", "|---|---|---|"]
        for column in table.schema:
            meaning = MEANINGS[column.name.replace("right_", "left_")]
            lines.append(f"| {column.name} | {column.type} | {meaning} |")
        lines.append("")
    return lines
