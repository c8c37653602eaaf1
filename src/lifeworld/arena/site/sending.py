"""What a browser sends with a form: its fields, and files where the form takes some."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from lifeworld.web.request import pairs_of

FORM = "application/x-www-form-urlencoded"
UPLOAD = "multipart/form-data"
MAX_FIELDS = 400
_MAX_FILES = 20  # that are read; how many are taken, the page says


@dataclass(frozen=True)
class Sent:
    """The fields of a form, in order, and its files, each with its name."""

    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()


NOTHING = Sent()


def kind_of(request: Request) -> str:
    """Return the type of a request's body, like FORM or UPLOAD."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def sent_in(request: Request, limits: Mapping[str, int]) -> Sent | None:
    """Return what a request sends; None if it is too large, of which no more is read.

    `limits` are the maximal bytes of each type of body that is taken; of others nothing is read.
    """
    kind = kind_of(request)
    if kind not in limits:
        return NOTHING
    body = await _body(request, limits[kind])
    if body is None:
        return None
    return await _parted(request, body) if kind == UPLOAD else Sent(pairs_of(body)[:MAX_FIELDS])


async def _body(request: Request, most: int) -> bytes | None:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return body


async def _parted(request: Request, body: bytes) -> Sent:
    """Return what a body in parts holds; nothing if it is none, as of a form that was not sent from here."""

    async def stream() -> AsyncIterator[bytes]:
        yield body

    parser = MultiPartParser(request.headers, stream(), max_files=_MAX_FILES, max_fields=MAX_FIELDS)  # type: ignore[arg-type]
    try:
        form = await parser.parse()
        found = form.multi_items()
        fields = tuple((name, value) for name, value in found if isinstance(value, str))
        files = [(value.filename, await value.read()) for _, value in found if isinstance(value, UploadFile)]
        await form.close()
    except (MultiPartException, KeyError):
        return NOTHING
    return Sent(fields, tuple((name, data) for name, data in files if name))
