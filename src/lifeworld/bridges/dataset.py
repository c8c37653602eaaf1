"""Episodes as a dataset folder: Parquet with a row a step, which `datasets.load_dataset(FOLDER)` reads.

OUT/README.md                 the data's card; its YAML header names the files of each split
OUT/data/train.parquet        one file a split that has any episode
OUT/screens/train.parquet     its pictures, each once: `datasets.load_dataset(FOLDER, "screens")`
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lifeworld.bridges.records import Record
from lifeworld.core.choices import SPLITS
from lifeworld.core.counting import counted
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step

LICENCE = "apache-2.0"  # as cards of Hugging Face name it; Lifeworld's own, whose world the recordings show
_SIZES = {10**3: "n<1K", 10**4: "1K<n<10K", 10**5: "10K<n<100K", 10**6: "100K<n<1M", 10**7: "1M<n<10M"}
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
    "image": (pa.string(), "the screen before the action, by its name in `screens`; null where none was kept"),
    "text": (pa.string(), "what is written on that page"),
    "url": (pa.string(), "of that page"),
    "said": (pa.string(), "a model's words with the action"),
    "action": (pa.string(), "what was done, as JSON; null in the last step"),
    "by_points": (pa.string(), "what that comes to by points on the screen, as a JSON list, where it was by reference"),
    "ok": (pa.bool_(), "the action could be carried out"),
    "feedback": (pa.string(), "what came of it"),
    "reply": (pa.string(), "what the person answered"),
}
SCREENS: dict[str, tuple[pa.DataType, str]] = {
    "image": (pa.string(), "its name, by its content"),
    "screen": (_IMAGE, "the picture"),
}


def write(found: Iterable[Record], out: Path, about: Mapping[str, str]) -> Counter[str]:
    """Write episodes as they come, and return how many are in each split.

    Args:
        found: the episodes.
        out: an empty folder.
        about: facts for the card.
    """
    counts: Counter[str] = Counter()
    with ExitStack() as open_files:
        splits: dict[str, _Split] = {}
        for record in found:
            if record.split not in splits:
                splits[record.split] = open_files.enter_context(_Split(out, record.split))
            splits[record.split].add(record)
            counts[record.split] += 1
    (out / "README.md").write_text(_card(counts, sum(split.rows for split in splits.values()), about))
    return counts


class _Split(ExitStack):
    """The files of one split."""

    def __init__(self, out: Path, name: str) -> None:
        super().__init__()
        self.rows = 0
        self._known = set[str]()  # pictures that are written
        self._steps, self._screens = (
            self.enter_context(pq.ParquetWriter(_file(out / folder, name), _told(columns)))
            for folder, columns in _FOLDERS.items()
        )

    def add(self, record: Record) -> None:
        rows = [_row(record, step) for step in record.steps]
        self.rows += len(rows)
        self._steps.write_table(pa.Table.from_pylist(rows, _told(COLUMNS)))
        new = {step.image: step for step in record.steps if step.image and step.image not in self._known}
        self._known |= new.keys()
        screens = [
            {"image": name, "screen": {"bytes": record.picture(step), "path": f"{name}.png"}}
            for name, step in new.items()
        ]
        if screens:
            self._screens.write_table(pa.Table.from_pylist(screens, _told(SCREENS)))


def _file(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    return folder / f"{name}.parquet"


def _row(record: Record, step: Step) -> dict[str, Any]:
    plain = step.to_json()
    return {
        **{name: record.row[name] for name in (*_TEXTS, "instance", "success", "score")},
        "goal": record.goal,
        "answer_schema": json_text(record.answer_schema) if record.answer_schema else None,
        "step": step.number,
        "image": step.image or None,
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


def _told(columns: Mapping[str, tuple[pa.DataType, str]]) -> pa.Schema:
    """Return a schema that says the columns' kinds as Hugging Face's libraries look for them in a Parquet file."""
    kinds = {str(kind): str(kind) for kind, _ in columns.values()} | {"double": "float64"}
    features = {
        name: {"_type": "Image"} if kind == _IMAGE else {"dtype": kinds[str(kind)], "_type": "Value"}
        for name, (kind, _) in columns.items()
    }
    said = {"huggingface": json.dumps({"info": {"features": features}}, allow_nan=False)}
    return pa.schema([(name, kind) for name, (kind, _) in columns.items()]).with_metadata(said)


_FOLDERS = {"data": COLUMNS, "screens": SCREENS}


def _header(names: Sequence[str], rows: int) -> str:
    """Return the header of a card, which Hugging Face's site and libraries read."""
    size = next((said for most, said in _SIZES.items() if rows < most), "n>10M")
    configs = ""
    for folder, config in zip(_FOLDERS, ("default", "screens"), strict=True):
        files = "".join(f"  - split: {split}\n    path: {folder}/{split}.parquet\n" for split in names)
        configs += f"- config_name: {config}\n  data_files:\n{files}"
    about = f"task_categories:\n- image-text-to-text\ntags:\n- computer-use\n- agents\nsize_categories:\n- {size}\n"
    return f"---\nlicense: {LICENCE}\n{about}configs:\n{configs}---\n"


def _card(counts: Counter[str], rows: int, about: Mapping[str, str]) -> str:
    names = [split for split in SPLITS if counts[split]]
    facts = "".join(f"- {name}: {value}\n" for name, value in about.items())
    kept = "".join(f"- {split}: {counted(counts[split], 'episode')}\n" for split in names)
    columns = "".join(f"| `{name}` | {told} |\n" for name, (_, told) in COLUMNS.items())
    return (
        f"{_header(names, rows)}\n# Recordings from Lifeworld\n\nA row is a step of an episode: the screen, and what "
        f"was done on it. Pictures are the configuration `screens`, each once; `image` names them.\n\n"
        f"{facts}- steps: {rows}\n{kept}\n| column | meaning |\n|---|---|\n{columns}"
    )
