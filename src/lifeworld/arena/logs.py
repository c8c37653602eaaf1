"""Structured logs: one JSON object a line, with what the caller gave as `extra`."""

import json
import logging
import sys
from datetime import UTC, datetime

from lifeworld.core.jsontext import plain

_KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "by": record.name,
            "said": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _KNOWN},
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(plain(said), default=str, ensure_ascii=False, allow_nan=False)


def begin(level: int = logging.INFO) -> None:
    """Send what the arena logs to standard error, and of others what is a warning or worse."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("lifeworld").setLevel(level)
