"""What the report's pages are made with: templates, typeface, and the scripts that draw plots."""

import base64
import re
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import lifeworld.web
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.env.telling import told

HERE = Path(__file__).parent / "templates"
SCRIPTS = ("vega.min.js", "vega-lite.min.js", "vega-embed.min.js")
FONT = "Inter"
_HUMP = re.compile(r"(?<=[a-z.])(?=[A-Z])")  # where the name of a task may be broken
_SOURCE = re.compile(r"url\(([^)]+)\)")


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the environment of the report's own templates."""
    env = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    env.filters |= {"told": told, "counted": counted}
    env.globals["fonts"] = fonts
    env.filters["breakable"] = lambda text: Markup("<wbr>").join(_HUMP.split(text))
    env.filters["slug"] = lambda text: re.sub(r"\W+", "-", text.lower()).strip("-")
    return env


@lru_cache(maxsize=1)
def scripts() -> tuple[str, ...]:
    """Return what draws the plots."""
    return tuple(_vendored(f"js/{name}").decode().replace("</script", "<\\/script") for name in SCRIPTS)


@lru_cache(maxsize=1)
def fonts() -> str:
    """Return the report's typeface as CSS that needs no other file."""
    rules = [rule for rule in _vendored("fonts/fonts.css").decode().splitlines() if f'"{FONT}"' in rule]
    return _SOURCE.sub(lambda found: _data_address(f"fonts/{found[1]}"), "\n".join(rules))


def _data_address(place: str) -> str:
    return f"url(data:font/woff2;base64,{base64.b64encode(_vendored(place)).decode()})"


def _vendored(place: str) -> bytes:
    """Return a file that setup fetched."""
    try:
        return (Path(lifeworld.web.__file__).parent / "vendor" / place).read_bytes()
    except FileNotFoundError as error:
        raise UserError(f"{error.filename} is missing; has the vendor step run (make setup)?") from None
