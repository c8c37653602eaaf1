"""Keys in use, kept out of all that is recorded: an endpoint may repeat one in an error, or in a good answer."""

from typing import Any

_LEAST = 8  # signs; what is shorter ("EMPTY", "none") stands where no key is wanted, and is a word like others
_INSTEAD = "[key]"
_keys: set[str] = set()


def keep_secret(key: str) -> None:
    """Note a key, which from now on stands in nothing that `without_keys` returns."""
    if len(key) >= _LEAST:
        _keys.add(key)


def without_keys(value: Any) -> Any:
    """Return a text, or plain data, with `[key]` in the place of each key in use."""
    if isinstance(value, str):
        for key in sorted(_keys, key=len, reverse=True):  # one may begin with another
            value = value.replace(key, _INSTEAD)
        return value
    if isinstance(value, dict):
        return {without_keys(name): without_keys(each) for name, each in value.items()}
    return [without_keys(each) for each in value] if isinstance(value, list | tuple) else value
