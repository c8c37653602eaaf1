"""Static files: the kit's, the vendored ones and each app's, read once."""

import mimetypes
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from lifeworld.core.errors import hint
from lifeworld.web.anatomy import chosen
from lifeworld.web.app import App
from lifeworld.web.request import Response
from lifeworld.web.themes import themes

HERE = Path(__file__).parent
TOKENS = ("base", "measures")
SHEETS = (*TOKENS, "shared", "frame", "controls", "fields", "lists", "layers", "parts", "map", "axes", "words")
_LAYERS = {  # of the kit's sheets, the last wins; an app's own app.css is in none and wins over all
    **{f"kit/{sheet}.css": "kit" for sheet in SHEETS},
    **{f"kit/{sheet}.css": "tokens" for sheet in TOKENS},
    "kit/themes": "tokens",
    "kit/families": "family",
}
SCRIPTS = ("kit", "dates", "gestures", "more", "editor", "keyboard")
_NEAR = re.compile(rb"(url\([\"']?)(?![\"'#/]|data:)")  # before an address that starts from its style sheet's
_DRAWING = re.compile(rb"url\(\"([\w-]+\.svg)\"\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STATE = re.compile(r":(?:hover|active)\b(?!-)")
_RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
_PIXELS = re.compile(r"(\bfont(?:-size)?:[^;{}]*?)([\d.]+)px")  # the size of text in a declaration, not by a token
_PART = re.compile(r"[(),]|[^(),]+")
_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


def folders(apps: tuple[App, ...]) -> dict[str, Path]:
    """Return the folder that each first part of a static path names."""
    own = {app.id: app.folder / "static" for app in apps}
    return {"kit": HERE / "static", "vendor": HERE / "vendor", **own}


@lru_cache(maxsize=4096)
def serve(path: str, apps: tuple[App, ...]) -> Response:
    """Return a static file, or 404; nothing outside the static folders can be named."""
    content = _content(path, apps)
    if content is None:
        return Response(404, {"content-type": "text/plain"}, b"no such file")
    kind = _TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return Response(200, {"content-type": kind, "cache-control": "max-age=31536000, immutable"}, content)


@lru_cache(maxsize=4096)
def address(path: str, apps: tuple[App, ...]) -> str:
    """Return the URL of a static file, marked with its content so that browsers may keep it."""
    content = _content(path, apps)
    if content is None:
        raise FileNotFoundError(f"no static file {path}; {_mend(path, apps)}")
    return f"/static/{path}?v={blake2b(content, digest_size=6).hexdigest()}"


def _mend(path: str, apps: tuple[App, ...]) -> str:
    first, _, rest = path.partition("/")
    folder = folders(apps).get(first)
    if folder is None:
        return hint(first, folders(apps))
    if not folder.is_dir():
        return "has the vendor step run (make setup)?" if first == "vendor" else f"the app has no folder {folder.name}"
    return hint(rest, sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()))


def _content(path: str, apps: tuple[App, ...]) -> bytes | None:
    kind, _, name = path.partition("/")
    if kind == "look":  # one request, not nine
        return _look(name.removesuffix(".css"), apps)
    if path == "kit/scripts.js":
        parts = [(HERE / "static" / f"{script}.js").read_bytes() for script in SCRIPTS]
        return b"\n".join(b"{\n" + part + b"}" for part in parts)  # each keeps its names to itself
    found = _file(path, apps)
    return found.read_bytes() if found else None


def _look(name: str, apps: tuple[App, ...]) -> bytes | None:
    """Return the one style sheet of an app in a theme: `bank-sepia`, or `bank-sepia@1.25` with larger text."""
    app, _, rest = name.partition("-")
    named, _, text = rest.partition("@")
    look = themes().get(named)
    if look is None or not re.fullmatch(r"[\d.]*", text):
        return None
    family, anatomy = chosen(next((one.folder for one in apps if one.id == app), None))
    kits = ["vendor/fonts/fonts.css", f"kit/themes/{look.base}.css", *(f"kit/{sheet}.css" for sheet in SHEETS)]
    own = ["kit/panels.css", "kit/shell.css"] if app == "shell" else [*_there(family, app, apps), f"{app}/app.css"]
    parts = [part for sheets in (kits, own, ["kit/cards.css"]) if (part := _joined(sheets, apps)) is not None]
    if len(parts) < 3:
        return None
    wish = float(text or 1)
    if app != "shell":  # whose bars and labels stay as large as the device has them
        parts[1] = grown(parts[1], look.text * wish)
    text_sizes = "".join(f"--{name}:{pixels:g}px;" for name, pixels in anatomy.sizes.items())
    phone = f'@layer tokens{{:root[data-device="phone"]{{{text_sizes}}}}}'
    layers = f"@layer {', '.join(dict.fromkeys(_LAYERS.values()))};"
    return where_it_hovers("\n".join([layers, *parts]) + phone + look.sheet(wish, anatomy.sizes)).encode()


def grown(sheet: str, size: float) -> str:
    """Return a style sheet whose own sizes of text, those without a token, are `size` times as large."""
    return sheet if size == 1 else _PIXELS.sub(lambda found: f"{found[1]}{float(found[2]) * size:g}px", sheet)


def _there(family: str, app: str, apps: tuple[App, ...]) -> list[str]:
    """Return the sheets of an app's family and of its signature screen, as far as they have one."""
    return [sheet for sheet in (f"kit/families/{family}.css", f"{app}/signature.css") if _file(sheet, apps)]


def _joined(sheets: list[str], apps: tuple[App, ...]) -> str | None:
    """Return style sheets as one, in which what lies beside each is still found; None where one is missing."""
    files = [_file(sheet, apps) for sheet in sheets]
    places = [rf"\g<1>/static/{sheet.rpartition('/')[0]}/".encode() for sheet in sheets]
    found = [
        _layered(sheet, _NEAR.sub(place, _drawn(file)))
        for sheet, file, place in zip(sheets, files, places, strict=True)
        if file
    ]
    return b"\n".join(found).decode() if len(found) == len(sheets) else None


def _layered(sheet: str, text: bytes) -> bytes:
    layer = _LAYERS.get(sheet) or _LAYERS.get(sheet.rpartition("/")[0])
    return b"@layer %s {\n%s}" % (layer.encode(), text) if layer else text


def _drawn(sheet: Path) -> bytes:
    """Return a style sheet that holds its drawings: a page in another's place is not at rest before they are there."""

    def held(found: re.Match[bytes]) -> bytes:
        drawing = (sheet.parent / found[1].decode()).read_bytes()
        return b'url("data:image/svg+xml;base64,' + b64encode(drawing) + b'")'

    return _DRAWING.sub(held, sheet.read_bytes())


def _file(path: str, apps: tuple[App, ...]) -> Path | None:
    first, _, rest = path.partition("/")
    folder = folders(apps).get(first)
    if folder is None or "\0" in rest:
        return None
    found = (folder / rest).resolve()
    return found if found.is_relative_to(folder.resolve()) and found.is_file() else None


def where_it_hovers(sheet: str) -> str:
    """Return a style sheet whose rules for `:hover` and `:active` hold only for a pointer that hovers.

    After a tap a browser takes its place for pressed, for a sixth of a second, and for pointed at, until the next tap.
    No product shows that, and whether a picture does would be chance.
    """
    return _RULE.sub(_guarded, _COMMENT.sub("", sheet))


def _guarded(rule: re.Match[str]) -> str:
    if not _STATE.search(rule[1]):
        return rule[0]
    selectors, body = list(_selectors(rule[1])), f" {{{rule[2]}}}"
    pointed = [one for one in selectors if _STATE.search(one)]
    others = [one for one in selectors if one not in pointed]
    rest = f"\n{','.join(others)}{body}" if others else ""
    return f"{rest}\n@media (hover: hover) {{ {','.join(pointed).strip()}{body} }}"


def _selectors(text: str) -> Iterator[str]:
    """Yield the parts of a list of selectors, at the commas that no parentheses hold."""
    depth, found = 0, ""
    for part in _PART.findall(text):
        depth += (part == "(") - (part == ")")
        if part == "," and not depth:
            yield found
            found = ""
        else:
            found += part
    yield found
