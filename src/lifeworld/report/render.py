"""A run as one HTML page, and each episode as a page that steps through its screens."""

import base64
import json
import os
import re
from functools import lru_cache
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import lifeworld.web
from lifeworld.core.axes import CHOSEN_AXES
from lifeworld.core.choices import ReportFormat
from lifeworld.core.errors import UserError
from lifeworld.env.telling import told
from lifeworld.report import episode_pages, table_formats, tasks
from lifeworld.report.document import Document, document
from lifeworld.run import behaviour, results
from lifeworld.run.folder import Folder
from lifeworld.run.storage import read_table

HERE = Path(__file__).parent / "templates"
SCRIPTS = ("vega.min.js", "vega-lite.min.js", "vega-embed.min.js")
FONT = "Inter"
_SOURCE = re.compile(r"url\(([^)]+)\)")
_NAMES = {"html": "report.html", "latex": "report.tex", "markdown": "report.md", "png": "figures", "svg": "figures"}
_REPEATED = (
    *("agent", "channel", "driver", "category", "app", "apps", "task", "status", "mode", "strayed_to"),
    *("profile", *CHOSEN_AXES, "reason", "reasons", "versions", "run"),
)


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the environment of the report's own templates."""
    env = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    env.filters["told"] = told
    env.globals["fonts"] = fonts
    env.filters["slug"] = lambda text: re.sub(r"\W+", "-", text.lower()).strip("-")
    return env


def report(folder: Folder, out: Path | None = None, form: ReportFormat = "html") -> Path:
    """Write the report of a run, and a page for each episode beside its data; return where it is.

    See `reported`, which returns what it says as well.
    """
    return reported(folder, out, form)[1]


def reported(folder: Folder, out: Path | None = None, form: ReportFormat = "html") -> tuple[Document, Path]:
    """Write the report of a run, and a page for each episode beside its data; return it and where it is.

    Args:
        folder: the run.
        out: where to write; for pictures a folder. In the run's own folder by default; elsewhere that can be read-only.
        form: "html" is one page, "latex" and "markdown" are all tables, "png" and "svg" one picture a plot.

    Raises:
        UserError: no episode has finished, the place can't be written, or there is no browser for pictures.
    """
    place = out or folder.path / _NAMES[form]
    said = f"seed {folder.config().seed} · Lifeworld {folder.version()}"
    made = document(*tables(folder), folder.path.name, said)
    try:
        paged = form == "html" and _paged(folder, bool(out))
        write(made, place, form, folder.path if paged else None)
    except OSError as error:
        raise UserError(f"{place}: {error.strerror or error}") from error
    return made, place


def _paged(folder: Folder, elsewhere: bool) -> bool:
    """Write the episodes' pages; return whether there are any: a report elsewhere can do without, of a read-only run.

    Raises:
        UserError: they can't be written, and the report is to be beside them.
    """
    try:
        return episode_pages.pages(folder, templates())
    except UserError:
        if elsewhere:
            return False
        raise


def write(made: Document, place: Path, form: ReportFormat = "html", pages: Path | None = None) -> None:
    """Write a document in one of the forms.

    Args:
        made: the document.
        place: the file; for pictures the folder.
        form: see `report`.
        pages: the folder in which each episode has a page, to link to.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    if form in ("png", "svg"):
        from lifeworld.report import pictures  # brings Playwright, which a page can do without

        pictures.draw(page(made), [one.name for one in made.figures if one.spec], place, form)
    else:
        text = {"latex": table_formats.latex, "markdown": table_formats.markdown}.get(form)
        to = os.path.relpath(pages, place.resolve().parent) if pages else None
        place.write_text(text(made) if text else page(made, to))


def page(made: Document, to: str | None = None) -> str:
    """Return the document as one HTML page that needs nothing else; `to` leads to the episodes' pages."""
    return (
        templates()
        .get_template("report.html")
        .render(
            doc=made,
            lines=(lines := tasks.marks(made.episodes, made.cells) if to is not None else []),
            partial=any(sum(line.totals) > sum(map(len, line.cells)) for line in lines),
            to=to,
            side_effects=tasks.with_side_effects(made.episodes),
            unscored=tasks.unscored(made.episodes),
            specs=json.dumps(made.specs, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace(
                "<", "\\u003c"
            ),
            scripts=_scripts(),
        )
    )


def tables(folder: Folder) -> tuple[pa.Table, pa.Table | None]:
    """Return a run's results and behaviour: from its episodes, or from the filed tables where these are all there is.

    Raises:
        UserError: no episode has finished.
    """
    if next(folder.path.glob("episodes/*/episode.json"), None):
        made = results.build_tables(folder)
        found, measured = (
            pq.read_table(made[name], read_dictionary=_REPEATED) for name in (results.PLACE, behaviour.PLACE)
        )
    else:
        found, measured = (_filed(folder.path / name) for name in (results.PLACE, behaviour.PLACE))
    if not found:
        raise UserError(f"{folder.path} has no finished episodes yet; run `lifeworld eval --out {folder.path}` again")
    return found, measured


def _filed(place: Path) -> pa.Table | None:
    return read_table(place, read_dictionary=_REPEATED) if place.exists() else None


@lru_cache(maxsize=1)
def _scripts() -> tuple[str, ...]:
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


def redraw(folder: Folder, episode: str) -> None:
    """Draw the screens of an episode that was played without pictures, and write its page again.

    Raises:
        UserError: there is no such episode, no browser, or the screens are no longer those that were recorded.
    """
    from lifeworld.report.redraw import draw  # brings Playwright, which a page can do without

    draw(folder, episode)
    episode_pages.write_one(folder, episode, templates())
