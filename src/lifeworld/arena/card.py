"""The card of the public dataset: what is in it, how it came about, and what it can't tell."""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

MEANINGS = {
    "vote": "number of the vote",
    "battle": "the battle; what `trajectories` calls so, too",
    "task": "the task, or `written` where a visitor wrote the task",
    "category": "single (one app), cross (several), memory, prose, or written",
    "device": "phone or desktop",
    "left": "the agent on the left",
    "right": "the agent on the right",
    "choice": "left, right, tie or bad (both bad)",
    "voter": "a pseudonym that holds within this file alone",
    "group": "of the voter, as the arena's host names groups",
    "seconds": "from showing to vote; of a trajectory, how long it took",
    "created": "the day of the vote",
    "chance": "with which the pair of agents was drawn; null where nobody drew it",
    "left_verdict": "success, failure or unscored; null for written tasks",
    "left_steps": "what the agent took",
    "left_seconds": "likewise",
    "left_questions": "how often it asked",
    "dropped": "the filter for which the host doesn't count the vote; empty where it counts",
    "text": "words of voters who consented to their being published",
    "side": "left or right",
    "step": "the step that is meant, from 0; null for the whole",
    "label": "good or bad of a step; of the whole: correct, safe, efficient, self_corrected, asked_well, "
    "grounding_error, privacy_violation",
    "value": "whether it holds",
    "agent_first": "the agent whose name comes first",
    "agent_second": "the other",
    "votes": "on this pair or agent; in `pairs`, whether they count or not",
    "first": "of these for the first",
    "second": "for the second",
    "tie": "for neither: as good as each other",
    "bad": "for neither: both bad",
    "of": "`counted`: the ranking of the votes that count, which the arena shows first; `all`: of all votes",
    "rank": "by the lower end of the interval",
    "agent": "who is ranked; of a trajectory, who played this side",
    "elo": "the rating",
    "low": "the lower end of its 95 % interval",
    "high": "the upper end",
    "wins": "votes for this agent",
    "losses": "votes for the other",
    "ties": "votes for neither: as good as each other",
    "verdict": "success, failure or unscored; null for written tasks",
    "steps": "that it took",
    "questions": "that it asked",
    "trajectory": "where it lies; null where it is not published",
}

PROSE = """
Two agents worked on one task in copies of the same world; a person who did not know their names chose the better one,
or a tie, or both bad.

## Personal data

None on purpose. Voters are pseudonyms made with a key that was drawn for this export and not kept, so that they can't
be followed from one export to the next. Addresses, mail addresses and moments are left out; votes of people who had
their data deleted are, too. Free text is there only if a table has the column `text`, and then only of voters who
consented. Words of tasks that visitors wrote are not in here.

## What it can't tell

Voters chose to come, and pairs were drawn where votes teach most; `chance` lets estimates be weighted for it.
Preference is not correctness: verdicts stand beside the votes.

## Use

`lifeworld arena import FOLDER` makes the leaderboard again from this folder.
""".strip().splitlines()


def card(title: str, licence: str, tables: Mapping[str, pa.Table]) -> str:
    """Return the card in Markdown, with the header that Hugging Face's libraries read."""
    return "\n".join([*_header(title, licence, tables), *_body(title, tables), *_columns(tables)])


def _header(title: str, licence: str, tables: Mapping[str, pa.Table]) -> list[str]:
    configs = [line for name in tables for line in (f"- config_name: {name}", f"  data_files: {name}.parquet")]
    said = title.replace("\\", "\\\\").replace('"', '\\"')
    return ["---", f"license: {licence}", f'pretty_name: "{said}"', "configs:", *configs, "---", ""]


def _body(title: str, tables: Mapping[str, pa.Table]) -> list[str]:
    votes = tables["votes"]
    agents = sorted({*pc.unique(votes["left"]).to_pylist(), *pc.unique(votes["right"]).to_pylist()})
    days = [day for day in (pc.min(votes["created"]).as_py(), pc.max(votes["created"]).as_py()) if day]
    counted = pc.sum(pc.equal(votes["dropped"], "")).as_py() or 0
    between = f" from {days[0]:%Y-%m-%d} to {days[-1]:%Y-%m-%d}" if days else ""
    many = f"{votes.num_rows:,} votes of {pc.count_distinct(votes['voter']).as_py():,} voters on {len(agents)} agents"
    return [
        f"# {title}",
        "",
        f"{many}{between}; {counted:,} of them count by the host's filters. Agents: {', '.join(agents)}.",
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
