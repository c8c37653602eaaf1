"""Episodes as a dataset folder: Parquet with a row a step, which `datasets.load_dataset(FOLDER)` reads.

OUT/README.md              the data's card; its YAML header names the files of each split
OUT/data/train.parquet     one file a split that has any episode
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lifeworld.bridges.records import Record
from lifeworld.core.choices import SPLITS
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step

_AT_ONCE = 100  # rows in one group, each with a picture
_TEXTS = ("episode", "run", "agent", "channel", "driver", "task", "app", "profile", "theme", "device")
_IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
COLUMNS: dict[str, tuple[pa.DataType, str]] = {
    **{name: (pa.string(), "as in a run's results") for name in _TEXTS},
    "instance": (pa.int64(), "which draw of the task"),
    "success": (pa.bool_(), "of the episode; null where it was not scored"),
    "score": (pa.float64(), "of the episode: share of items met"),
    "goal": (pa.string(), "the task as the agent was told it"),
    "answer_schema": (
        pa.string(),
        "JSON schema of the answer as the agent was told it; null where none was asked for",
    ),
    "step": (pa.int64(), "from 0; in the last step of an episode nothing is done"),
    "image": (_IMAGE, "the screen before the action; null where none was kept"),
    "text": (pa.string(), "what is written on that page"),
    "url": (pa.string(), "of that page"),
    "said": (pa.string(), "a model's words with the action"),
    "action": (pa.string(), "what was done, as JSON; null in the last step"),
    "by_points": (pa.string(), "what that comes to by points on the screen, as a JSON list, where it was by reference"),
    "ok": (pa.bool_(), "the action could be carried out"),
    "feedback": (pa.string(), "what came of it"),
    "reply": (pa.string(), "what the person answered"),
}
SCHEMA = pa.schema([(name, kind) for name, (kind, _) in COLUMNS.items()])


def write(found: Iterable[Record], out: Path, about: Mapping[str, str]) -> Counter[str]:
    """Write episodes as they come, and return how many are in each split.

    Args:
        found: the episodes.
        out: an empty folder.
        about: facts for the card.
    """
    counts: Counter[str] = Counter()
    (out / "data").mkdir()
    with ExitStack() as open_files:
        writers: dict[str, pq.ParquetWriter] = {}
        for record in found:
            if record.split not in writers:
                place = out / "data" / f"{record.split}.parquet"
                writers[record.split] = open_files.enter_context(pq.ParquetWriter(place, _SCHEMA_TOLD))
            rows = pa.Table.from_pylist([_row(record, step) for step in record.steps], _SCHEMA_TOLD)
            writers[record.split].write_table(rows, row_group_size=_AT_ONCE)
            counts[record.split] += 1
    (out / "README.md").write_text(_card(counts, about))
    return counts


def _row(record: Record, step: Step) -> dict[str, Any]:
    plain, png = step.to_json(), record.picture(step)
    return {
        **{name: record.row[name] for name in (*_TEXTS, "instance", "success", "score")},
        "goal": record.goal,
        "answer_schema": json_text(record.answer_schema) if record.answer_schema else None,
        "step": step.number,
        "image": {"bytes": png, "path": f"{step.image}.png"} if png else None,
        "text": step.words,
        "url": step.url,
        "said": _whole(step.said),
        "action": _whole(json_text(plain["action"])) if step.action else None,
        "by_points": _whole(json_text(plain["by_points"])) if step.by_points else None,
        "ok": step.feedback.ok,
        "feedback": _whole(step.feedback.text),
        "reply": step.reply,
    }


def _whole(text: str) -> str:
    """Return a text without the half characters that an agent may have said, and no file can hold."""
    return text.encode(errors="replace").decode()


def _features() -> dict[str, Any]:
    """Return the columns' kinds as Hugging Face's libraries look for them in a Parquet file."""
    kinds = {str(kind): str(kind) for kind, _ in COLUMNS.values()} | {"double": "float64"}
    return {
        name: {"_type": "Image"} if kind == _IMAGE else {"dtype": kinds[str(kind)], "_type": "Value"}
        for name, (kind, _) in COLUMNS.items()
    }


_SCHEMA_TOLD = SCHEMA.with_metadata({"huggingface": json.dumps({"info": {"features": _features()}}, allow_nan=False)})


def _card(counts: Counter[str], about: Mapping[str, str]) -> str:
    names = [split for split in SPLITS if counts[split]]
    files = "".join(f"  - split: {split}\n    path: data/{split}.parquet\n" for split in names)
    facts = "".join(f"- {name}: {value}\n" for name, value in about.items())
    kept = "".join(f"- {split}: {counts[split]} episodes\n" for split in names)
    columns = "".join(f"| `{name}` | {told} |\n" for name, (_, told) in COLUMNS.items())
    return (
        f"---\nconfigs:\n- config_name: default\n  data_files:\n{files}---\n\n"
        f"# Recordings from Lifeworld\n\nA row is a step of an episode: the screen, and what was done on it.\n\n"
        f"{facts}{kept}\n| column | meaning |\n|---|---|\n{columns}"
    )
