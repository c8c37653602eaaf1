"""What follows an agent's name: `anthropic:MODEL?temperature=0&longest_edge=1280`, parsed into typed settings.

Keys in use are kept out of all that is recorded: an endpoint may repeat one in an error, or in a good answer.
"""

import os
import re
from collections import Counter
from typing import Annotated, Any, ClassVar, Self, TypeVar
from urllib.parse import parse_qsl, urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError, hint

_SECRET = ("base_url", "key_from")  # into which somebody may have written a key
_LEAST = 8  # signs; what is shorter ("EMPTY", "none") stands where no key is wanted, and is a word like others
_INSTEAD = "[key]"
_keys: set[str] = set()


def _address(written: str) -> str:
    parts = urlsplit(written)
    if parts.scheme not in ("http", "https") or not parts.hostname or not re.fullmatch(r"[^\s\x00-\x1f\x7f]+", written):
        raise ValueError("it must begin with http:// or https:// and name a host")
    if parts.port == 0:
        raise ValueError("there is no port 0")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("keys belong into the environment, not into an address")
    return written


def _variable(written: str) -> str:
    if not re.fullmatch(r"[A-Z_][A-Z0-9_]{0,80}", written):
        raise ValueError("it names the variable that holds the key, like TOGETHER_API_KEY, and never the key itself")
    return written


def _name(written: str) -> str:
    if not written.strip() or not written.isprintable():
        raise ValueError("it is empty, or has signs that can't be printed")
    return written


Address = Annotated[str, AfterValidator(lambda url: _address(url) if url else url)]
Variable = Annotated[str, AfterValidator(lambda name: _variable(name) if name else name)]


def address_from(variable: str) -> Any:
    """Return the field of an address that a provider's own packages take from the environment where none is given."""
    return Field(default_factory=lambda: os.environ.get(variable, "").strip(), validate_default=True)


class Settings(BaseModel):
    """What every model's agent can be set to; an adapter's own class has its published defaults and more.

    Attributes:
        needs: what a channel must have for a setting to have an effect; those that are not named have one in any.
        model: the provider's name of it.
        base_url: where the provider, a gateway or a mock server listens; "" for its own address.
        key_from: the variable of the environment that holds the key.
        temperature: None for the provider's default.
        max_tokens: the most that one answer may take; one that is cut off there is asked for again with more.
        scale: device pixels for a pixel of the page in the pictures, before `longest_edge`.
        longest_edge: pixels of the longer side of the picture that is sent, at most.
        screenshots: how many of the last pictures stay in the history.
        elements, levels: of the page's tree, that are told in words at most, where the channel shows it.
        timeout: seconds that one request may take.
        price_in, price_cached, price_out: dollars for a million tokens, where the table of prices has none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())
    needs: ClassVar[dict[str, Channel]] = {
        **dict.fromkeys(("scale", "longest_edge", "screenshots"), "pixels"),
        **dict.fromkeys(("elements", "levels"), "tree"),
    }

    model: Annotated[str, AfterValidator(_name)]
    base_url: Address = ""
    key_from: Variable = ""
    temperature: float | None = Field(None, ge=0, le=2)
    max_tokens: int = Field(4096, ge=1)
    scale: int = Field(1, ge=1, le=3)
    longest_edge: int = Field(1536, ge=64)
    screenshots: int = Field(3, ge=1)
    elements: int = Field(200, ge=1)
    levels: int = Field(15, ge=1)
    timeout: float = Field(120, gt=0, allow_inf_nan=False)
    price_in: float | None = Field(None, ge=0, allow_inf_nan=False)
    price_cached: float | None = Field(None, ge=0, allow_inf_nan=False)
    price_out: float | None = Field(None, ge=0, allow_inf_nan=False)

    @property
    def floor(self) -> int:
        """Tokens that an answer must be allowed in any case."""
        return 1024

    @model_validator(mode="after")
    def _whole_price(self) -> Self:
        if (self.price_in is None) != (self.price_out is None) or (self.price_cached and self.price_in is None):
            raise ValueError("a price is price_in and price_out, and price_cached beside them if need be")
        return self


S = TypeVar("S", bound=Settings)
B = TypeVar("B", bound=BaseModel)


def read(kind: type[S], agent: str, written: str) -> S:
    """Return an agent's settings from what follows its name.

    Raises:
        UserError: a key or value is not right; says which, and what would be.
    """
    model, _, rest = written.partition("?")
    return read_query(kind, agent, rest, model=model)


def read_query(kind: type[B], agent: str, rest: str, **known: str) -> B:
    """Return settings from `key=value&key=value`, and from what is known of them already.

    Raises:
        UserError: a key or value is not right; says which, and what would be.
    """
    try:
        given = parse_qsl(rest, keep_blank_values=True, strict_parsing=bool(rest))
    except ValueError:
        raise UserError(f"{agent}: what follows “?” is key=value, with & between") from None
    said = Counter([*known, *(key for key, _ in given)])
    if twice := next((key for key, times in said.items() if times > 1), ""):
        raise UserError(f"{agent}: {twice} is given twice; leave one out")
    try:
        made = kind.model_validate({**dict(given), **known})
    except ValidationError as error:
        raise UserError("; ".join(_told(kind, agent, problem) for problem in error.errors())) from None
    made.model_fields_set.intersection_update(said)  # what others decide (a model's form) nobody has set
    return made


def _told(kind: type[BaseModel], agent: str, problem: Any) -> str:
    key = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"{agent} has no setting {key}; {hint(key, sorted(kind.model_fields))}"
    if key == "model":
        return f"{agent} wants the name of a model: {agent}:MODEL"
    given = "" if key in _SECRET else f" = {problem['input']!r}"
    place = f"{key}{given}: " if problem["loc"] else ""  # what several settings together are not
    return f"{agent}: {place}{problem['msg'].removeprefix('Value error, ')}"


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
