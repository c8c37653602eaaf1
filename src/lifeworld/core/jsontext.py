"""JSON that every parser reads: it knows no NaN and no infinity, so these are null, with the reason beside them."""

import json
from math import isfinite, isnan
from typing import Any

WHY = "why_null"


def json_text(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON; a field that is not finite is null, and its object says why under `why_null`."""
    return json.dumps(plain(value), indent=indent, ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """Return a value that JSON has; see `json_text`."""
    if isinstance(value, dict):
        found = {key: plain(each) for key, each in value.items()}
        why = {key: reason for key, each in value.items() if (reason := _why(each))}
        return {**found, WHY: why} if why else found
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return None if _why(value) else value


def _why(value: Any) -> str:
    """Return why a number, or one in a list, is null; nothing where it is not."""
    if isinstance(value, list | tuple):
        return next(filter(None, map(_why, value)), "")
    if not isinstance(value, float) or isfinite(value):
        return ""
    return "not known" if isnan(value) else "infinite" if value > 0 else "minus infinite"
