"""Where a model is asked: the address, the key from the environment, and what goes wrong there."""

import json
import os
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, TypeVar

from lifeworld.agents.arguments import sound
from lifeworld.agents.calling import plain
from lifeworld.agents.settings import Settings, keep_secret, without_keys
from lifeworld.core.errors import AgentFailed, LifeworldError, ProviderFault, UserError

C = TypeVar("C")
_AGAIN = {408, 409, 425, 429}
_UNACCEPTABLE = {400, 413, 422}  # what is wrong with a request stays wrong, however often it is sent
_OVERFLOW = re.compile(
    r"prompt is too long|context[ _](length|window|limit)|maximum context|too many (input )?tokens|input token count",
    re.I,
)
_SENDABLE = re.compile(r"[!-~]*")
_WRONG_KEY = re.compile(r"api[ _]key", re.I)  # in Google's words, whose status for it is 400
_SPENT = "insufficient_quota"  # OpenAI's code for an account without credit, whose status is that of a busy one
_LOST = "previous_response_not_found"  # and for a conversation that it was to keep
_LONG = {"context_length_exceeded", "exceed_context_size_error"}  # OpenAI's, and llama.cpp's
POLICY = {
    *("invalid_prompt", "content_filter", "bio_policy", "misalignment_policy_violation"),
    "image_content_policy_violation",
}
"""What OpenAI and gateways call a refusal that is not in the model's own words."""
_DELAY = re.compile(r"'retryDelay': '(\d+(?:\.\d+)?)s'")
TOO_DEEP = "the model's answer is nested too deeply"
STRANGE = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""What is raised where an answer has another shape than the provider's."""


class Unacceptable(ProviderFault):
    """The provider refuses what was asked, and would again; it names neither key, account nor address as the cause."""


@dataclass(frozen=True)
class Endpoint:
    """A provider's address with its key.

    Attributes:
        agent: its name in the roster, for messages.
        address: "" for the provider's own.
        variable: that the key comes from; "" where none is wanted.
    """

    agent: str
    address: str
    variable: str
    key: str = field(repr=False)

    @classmethod
    def of(cls, agent: str, settings: Settings) -> "Endpoint":
        """Return the endpoint that settings name.

        Raises:
            UserError: the key is not in the environment, or can be none.
        """
        key = os.environ.get(settings.key_from, "").strip() if settings.key_from else ""
        if settings.key_from and not key:
            raise UserError(f"{agent} needs a key: set {settings.key_from} in the environment")
        if not _SENDABLE.fullmatch(key):
            raise UserError(f"{agent}: what {settings.key_from} holds is no key: it has signs that no header can carry")
        keep_secret(key)
        return cls(agent, settings.base_url, settings.key_from, key)

    @contextmanager
    def told(self, *kinds: type[Exception]) -> Iterator[None]:
        """Turn whatever goes wrong in a request into what it means for the episode.

        Args:
            kinds: what the provider's package raises.

        Raises:
            ProviderFault: there was no answer, or none that can be read.
            AgentFailed: what was asked is longer than the model's context, or against its provider's rules.
        """
        caught: tuple[type[Exception], ...] = (*kinds, OSError, *STRANGE)
        try:
            yield
        except LifeworldError:
            raise
        except caught as error:
            raise self._fault(error) from None  # what the package raised may hold the request, and so the key

    def sound(self, reply: Any, *wanted: str) -> Any:
        """Return an answer, once sure that it is one: any server may say anything with a status of 200.

        Args:
            reply: the answer, as the provider's package has read it.
            wanted: what it must have.

        Raises:
            ProviderFault: it lacks something; repeats what it says is wrong, if it says so.
        """
        missing = [name for name in wanted if getattr(reply, name, None) is None]
        if not missing:
            return reply
        error = getattr(reply, "error", None)
        inner = error.get("message") if isinstance(error, dict) else getattr(error, "message", error)
        told = plain(without_keys(str(inner))) if inner else f"it has no “{missing[0]}”"
        said = f"{self.agent}: its answer can't be read: {told}; is {self.address or 'the connection'} right?"
        raise ProviderFault(said, again=True, charged=True)

    def _fault(self, error: Exception) -> LifeworldError:
        status, unread = _status(error), "its answer can't be read: " if isinstance(error, STRANGE) else ""
        said = plain(without_keys(f"{self.agent}: {unread}{_words(error)}"))
        called = {str(_body(error).get(name)) for name in ("code", "type")}
        if called & POLICY:
            return AgentFailed(f"the model refused: {said}")
        if status in _UNACCEPTABLE and (called & _LONG or _OVERFLOW.search(said)):
            return AgentFailed(f"the model's context is full: {said}")
        if status is None:
            return ProviderFault(f"{said}; is {self.address or 'the connection'} right?", again=True, charged=True)
        if _SPENT in called:
            return ProviderFault(f"{said}; has the account any credit left?")
        known = 401 if status == 400 and _WRONG_KEY.search(said) else status
        if known in _UNACCEPTABLE and _LOST not in called:
            return Unacceptable(said)
        return ProviderFault(said + self._hint(known), status in _AGAIN or status >= 500, _after(error))

    def _hint(self, status: int) -> str:
        if status in (401, 403):
            return (
                f"; is the key in {self.variable} right?" if self.variable else "; set key_from to the key's variable"
            )
        return "; are the model's name and the address right?" if status == 404 or 300 <= status < 400 else ""


def client(
    kind: Callable[..., C], http: Callable[..., Any], settings: Settings, key: str, address: str, alone: bool = False
) -> C:
    """Return a provider's client: it never asks again by itself, and a key goes nowhere but to the address given.

    Args:
        kind: the package's class of clients.
        http: its class of connections.
        settings: with the address, if it is not the provider's own.
        key: of the endpoint.
        address: the provider's own.
        alone: it sends nothing of what its package has found in the environment (organization, project, headers), which
            belongs to the address and the key that stand there; so it is where `settings` name others.
    """
    place = {"api_key": key, "base_url": settings.base_url or address}
    connection = http(follow_redirects=False, verify=trusted())
    made = kind(**place, timeout=settings.timeout, max_retries=0, http_client=connection)
    if alone or {"base_url", "key_from"} & settings.model_fields_set:
        vars(made).update(organization=None, project=None, _custom_headers={})
    return made


@cache
def trusted() -> ssl.SSLContext:
    """Return whose certificates are trusted: read once, since that takes longer than all else that makes a client."""
    import httpx2  # which every provider's package brings

    return httpx2.create_ssl_context()


def encoded(request: dict[str, Any], **headers: str) -> dict[str, Any]:
    """Return a request as the packages' `post` takes it, in bytes: else they copy all of it, old pictures as well.

    Raises:
        AgentFailed: the model has written what can't be sent again.
    """
    import orjson  # which comes with every provider's package, and writes pictures at the speed of a copy

    options = {"headers": {"content-type": "application/json", **headers}}
    with suppress(TypeError):  # half a sign or a number beyond 64 bits, which models write now and then
        return {"content": orjson.dumps(request), "options": options}
    try:
        return {"content": json.dumps(sound(request), allow_nan=False).encode(), "options": options}
    except RecursionError:
        raise AgentFailed(TOO_DEEP) from None


def _status(error: Exception) -> int | None:
    found = getattr(error, "status_code", None) or getattr(error, "code", None)
    return found if isinstance(found, int) else None


def _words(error: Exception) -> str:
    """Return what an error says: the provider's own words where its body has them, else what led to it, too."""
    words, status = _body(error).get("message"), _status(error)
    said = str(words or getattr(error, "message", None) or str(error) or type(error).__name__)
    if status:
        return said if str(status) in said else f"{status} {said}"
    why = str(error.__cause__ or "")  # no such host, a certificate that nobody trusts
    return f"{said.rstrip('.')}: {why}" if why and why not in said else said


def _body(error: Exception) -> dict[str, Any]:
    """Return what a provider says of an error, by name."""
    body: Any = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    return inner if isinstance(inner, dict) else {}


def _after(error: Exception) -> float | None:
    """Return how many seconds the provider asks to wait."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            return max(0.0, _seconds(headers.get(name, "")) / unit)
        except (TypeError, ValueError):
            continue
    delay = _DELAY.search(str(getattr(error, "details", "")))  # Google says it in the body
    return float(delay[1]) if delay else None


def _seconds(said: str) -> float:
    """Return how long to wait for: what is given as seconds, or as the time when the wait is over.

    Raises:
        ValueError: it is neither.
    """
    try:
        return float(said)
    except ValueError:
        return (parsedate_to_datetime(said).replace(tzinfo=UTC) - datetime.now(UTC)).total_seconds()
