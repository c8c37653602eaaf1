"""A tiny world of two apps: all that drivers touch, and nothing else."""

import html
from dataclasses import dataclass, field
from importlib.resources import files
from types import SimpleNamespace

from lifeworld.web.look import DEVICES, Look
from lifeworld.web.request import Request, Response

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><style>{style}</style>{head}</head><body{boost}>
<header><a href="/" aria-label="Home"><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></a><nav aria-label="Main">
<a href="/shelf/" {current}>Shelf</a> <a href="/shelf/add">Add a book</a> <a href="/shelf/odd">Odd things</a></nav>
</header>
<main>{main}</main></body></html>"""
STYLE = """svg { width: 16px; height: 16px } body { margin: 0; font: 16px sans-serif } li { padding: 8px }
button, input, select { min-height: 32px }"""
HTMX = files("lifeworld.web").joinpath("vendor/js/htmx.min.js")

ODD = """
<h1>Odd <em>things</em></h1>
<section aria-label="Facts"><h2>Facts</h2><p>Paid <b>$5</b>, then <a href="/shelf/book/1">more</a> of it.</p>
<dl><dt>From</dt><dd>Checking</dd></dl></section>
<section><p>No region</p></section>
<ul><li><strong>Rent</strong><span>$1,200</span></li>
<li><a href="/shelf/book/2"><img src="data:," alt="Cover"> Two</a></li></ul>
<table><caption>Ledger</caption><thead><tr><th>Day</th><th>Sum</th></tr></thead>
<tbody><tr><th scope="row">Monday</th><td>$3</td></tr>
<tr><th scope="row">Tuesday</th><td><a href="/shelf/">$4</a></td></tr></tbody></table>
<details><summary>More</summary><p>Inside</p><button>Deep</button></details>
<details open><summary>Opened</summary><a href="/shelf/book/3">Third</a></details>
<div hidden>Not here <button>Ghost</button></div><div aria-hidden="true">Nor here</div>
<dialog id="sure" aria-label="Are you sure?"><p>Really?</p>
<button command="close" commandfor="sure">No</button></dialog>
<button command="show-modal" commandfor="sure">Ask me</button>
<button aria-pressed="true" aria-label="Star"><svg viewBox="0 0 1 1"></svg></button>
<button disabled>Never</button> <a>No link</a>
<fieldset><legend>Size</legend><label><input type="radio" name="size" value="s" checked> Small</label>
<label><input type="radio" name="size" value="l"> Large</label></fieldset>
<label for="when">When</label><input id="when" placeholder="soon" aria-invalid="true" required>
<input type="search" placeholder="Search books"><input type="password" aria-label="Secret" value="abc">
<label>Mood <select><option>Fine</option><option selected>Great</option></select></label>
<progress value="30" max="100" aria-label="Done"></progress><hr>
<label><input type="checkbox" checked> Notify me</label><img src="data:," alt="">
<svg role="img" aria-label="Chart"></svg>
<ol><li>One<ul><li>Nested</li></ul></li></ol><article><h3>Piece</h3><p>Text</p></article>
<aside aria-label="Aside">Beside</aside><nav aria-label="Pages"><a href="/shelf/?page=2" aria-current="page">2</a></nav>
<textarea aria-label="Notes">
first
second</textarea><form aria-label="Named" method="post" action="/shelf/add"><input type="submit" value="Send it"></form>
<footer>Small print</footer>
"""


@dataclass
class FakeSite:
    """A shelf of books, kept in a list; writing needs the token, as in the real one."""

    token: str
    boost: bool = False
    books: list[str] = field(default_factory=lambda: ["Dune", "Emma & co", "Ulysses"])
    fault: Exception | None = None
    asked: list[Request] = field(default_factory=list)
    pages: dict[str, str] = field(default_factory=dict)
    apps: tuple[SimpleNamespace, ...] = (
        SimpleNamespace(id="shelf", name="Book Shelf", href="/shelf/"),
        SimpleNamespace(id="chess", name="Chess", href="/chess/"),
    )

    def handle(self, request: Request) -> Response:
        self.asked.append(request)
        if request.path == "/static/htmx.min.js":
            return Response(200, {"content-type": "text/javascript"}, HTMX.read_bytes())
        if request.method == "POST":
            return self._post(request)
        return self._page(request)

    def _post(self, request: Request) -> Response:
        form = dict(request.form_pairs)
        if form.get("token") != self.token:
            return self._html("Refused", "<p>Another session’s form.</p>", 403)
        if request.path == "/shelf/add":
            if not form["title"].strip():
                return self._html("Add", self._add(form, "Give it a title."), 422)
            self.books.append(form["title"])
            return Response(303, {"location": "/shelf/"})
        number = int(request.path.split("/")[3])
        del self.books[number - 1]
        return Response(303, {"location": "/shelf/", "set-cookie": "last=removed; Path=/"})

    def _page(self, request: Request) -> Response:
        query = dict(request.query_pairs)
        if request.path in self.pages:
            return self._html("Page", self.pages[request.path])
        if request.path == "/":
            links = "".join(f'<a href="{app.href}">{app.name}</a> ' for app in self.apps)
            return self._html("Start", f"<h1>Start</h1>{links}")
        if request.path == "/shelf/":
            return self._html("Shelf", self._list(query.get("q", "")))
        if request.path == "/shelf/add":
            return self._html("Add", self._add({}, ""))
        if request.path == "/shelf/odd":
            return self._html("Odd things", ODD)
        if request.path.startswith("/shelf/book/"):
            title = self.books[int(request.path.split("/")[3]) - 1]
            return self._html(title, f"<h1>{html.escape(title)}</h1><p>A book.</p>")
        return self._html("Missing", "<h1>Nothing here</h1>", 404)

    def _list(self, q: str) -> str:
        rows = "".join(
            f'<li><a href="/shelf/book/{number}">{html.escape(title)}</a>'
            f'<form method="post" action="/shelf/book/{number}/remove"><input type="hidden" name="token"'
            f' value="{self.token}"><button aria-label="Remove {html.escape(title)}">x</button></form></li>'
            for number, title in enumerate(self.books, 1)
            if q.lower() in title.lower()
        )
        return (
            f'<h1>Shelf</h1><form action="/shelf/" role="search"><input type="search" name="q" aria-label="Search"'
            f' value="{html.escape(q)}" autocomplete="off"></form><ul>{rows}</ul>'
        )

    def _add(self, form: dict[str, str], error: str) -> str:
        title = html.escape(form.get("title", ""))
        return (
            '<h1>Add</h1><form method="post" action="/shelf/add" novalidate autocomplete="off">'
            f'<input type="hidden" name="token" value="{self.token}">'
            f'<label for="title">Title</label> <input id="title" name="title" value="{title}"> <p>{error}</p>'
            '<label for="kind">Kind</label> <select id="kind" name="kind"><option value="n">Novel</option>'
            '<option value="p">Poems</option><option value="x" disabled>Other</option></select>'
            '<fieldset><legend>Cover</legend><label><input type="radio" name="cover" value="hard"> Hard</label>'
            '<label><input type="radio" name="cover" value="soft" checked> Soft</label></fieldset>'
            '<label><input type="checkbox" name="lent"> Lent out</label>'
            '<label for="notes">Notes</label><textarea id="notes" name="notes"></textarea>'
            '<button name="then" value="stay">Save</button> <button type="reset">Start over</button>'
            '<button name="then" value="go" formaction="/shelf/add?more=1">Save and go</button></form>'
        )

    def _html(self, title: str, main: str, status: int = 200) -> Response:
        boost = ' hx-boost:inherited="true" hx-swap:inherited="innerHTML"' if self.boost else ""
        script = '<script src="/static/htmx.min.js" defer></script>' if self.boost else ""
        current = 'aria-current="page"' if title == "Shelf" else ""
        page = PAGE.format(title=title, style=STYLE, head=script, boost=boost, current=current, main=main)
        return Response(
            status, {"content-type": "text/html; charset=utf-8", "cache-control": "no-store"}, page.encode()
        )


@dataclass
class FakeWorld:
    site: FakeSite
    look: Look = field(default_factory=Look)
    token: str = "t1"


def world_on(device: str = "phone", token: str = "t1", *, boost: bool = False) -> FakeWorld:
    return FakeWorld(FakeSite(token, boost=boost), Look(device=DEVICES[device]), token)
