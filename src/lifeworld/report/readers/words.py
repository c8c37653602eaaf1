"""Verdicts that a table gives in words, like pass and fail: the person says which of them is a success."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.core.errors import UserError
from lifeworld.report.readers.table import NOTHING, VERDICTS, Naming, number

MOST = 5  # words that are named


def in_words(raw: pa.ChunkedArray, naming: Naming, path: Path) -> tuple[pa.ChunkedArray, tuple[str, ...]] | None:
    """Return a column's verdicts with a note of what counts as a failure; None where it is no column of words.

    Raises:
        UserError: it holds nothing but words and nobody says which is a success, or no row has the word that is said.
    """
    said = pc.utf8_lower(pc.utf8_trim_whitespace(raw.cast(pa.string())))
    known = {one["values"]: one["counts"] for one in pc.value_counts(said).to_pylist() if one["values"] is not None}
    words, wanted = [one for one in known if one not in NOTHING], naming.success_is.strip().lower()
    column, there = f"{path}: column “{naming.success or 'success'}”", _listed([f"“{one}”" for one in words])
    if wanted and wanted not in words:
        raise UserError(f"{column} never says “{wanted}”, as --read success_is has it; it says {there or 'nothing'}")
    if not wanted and words and not any(number(VERDICTS.get(one, one)) is not None for one in words):
        raise UserError(f"{column} says {there}: name the one that is a success, like --read success_is={words[0]}")
    if not wanted:
        return None
    failures = _listed([f"“{one}” ({known[one]})" for one in words if one != wanted])
    judged = pc.if_else(pc.is_in(said, pa.array(NOTHING)), pa.scalar(None, pa.bool_()), pc.equal(said, wanted))
    return judged, (f"failures are {failures}",) if failures else ()


def values_said(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return texts, null where they say nothing."""
    nothing = pc.is_in(pc.utf8_lower(pc.utf8_trim_whitespace(column)), pa.array(NOTHING))
    return pc.if_else(nothing, pa.scalar(None, pa.string()), column)


def _listed(words: list[str]) -> str:
    return ", ".join([*words[:MOST], *(["…"] if len(words) > MOST else [])])
