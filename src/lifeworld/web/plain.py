"""Screens that follow from a command: a form of its fields, a question before it is done."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args
from urllib.parse import urlsplit

from lifeworld.core.folding import plain
from lifeworld.store import Add, Command, Edit, Row, asked_of, hints
from lifeworld.web import form as forms
from lifeworld.web.address import arguments, pattern
from lifeworld.web.anatomy import anatomy
from lifeworld.web.language import _, filled, told
from lifeworld.web.request import Missing, Page, Request, pairs_of

BRIEF = 2  # fields of a form that lies over a page
Said = str | Callable[..., str]  # “Delete {task.title}?”, or what makes such words of a request and the rows


@dataclass(frozen=True)
class Screen:
    """What the kit's own screens share.

    `back` is where the screen leads back to: a path of the app in which `{task}` stands for an argument of the
    address and `{task.list_id}` for a column of its row, or a function that makes it of the request and the rows;
    where it is not given, the address without its last word. A link from elsewhere says so (`?back=`), and so does one
    on a page that was itself given a way back, which would be lost. `about` stands above the fields.
    """

    prefix: str
    path: str
    command: type[Command]
    title: Said
    back: Said = ""
    about: Said = ""
    submit: str = "Save"

    def view(self, request: Request, form: forms.Form, **given: Any) -> Page:
        """Return the page."""
        raise NotImplementedError

    def after(self, request: Request, result: Any) -> str:
        """Return where one is when it is done: where one came from."""
        return request.came_from(self._back(request, arguments(self._pattern, request.path) or {}, result))

    @cached_property
    def _pattern(self) -> Any:
        return pattern(self.prefix + self.path)

    def _back(self, request: Request, given: Mapping[str, Any], done: Any = None) -> str:
        if callable(self.back):
            return self.prefix + self.back(request, **self._rows(request, given, done))
        numbered = re.sub(r"\{(\w+)\}", lambda found: str(given[found[1]]), self.leads_back)
        return self.prefix + (numbered.format(**self._rows(request, given, done)) if "{" in numbered else numbered)

    @property
    def leads_back(self) -> str:
        """The path of the app that the screen leads back to, where no function makes it."""
        back = "" if callable(self.back) else self.back
        return back or self.path.rpartition("/")[0].replace(":word", "") or "/"

    @property
    def has_button(self) -> bool:
        """Whether what its button says is to be read first, so that no choice saves itself."""
        return self.submit != Screen.submit

    def _rows(self, request: Request, given: Mapping[str, Any], done: Any = None) -> dict[str, Any]:
        """Return the arguments of the address, rows as rows; `done` is the one that the command may have deleted."""
        kinds = {name: hint for name, hint in hints(self.command).items() if isinstance(hint, type)}
        rows = dict(given)
        for name in (name for name in given if issubclass(kinds.get(name, object), Row)):
            known = isinstance(done, Row) and isinstance(done, kinds[name]) and done.id == given[name]
            rows[name] = done if known else request.row(kinds[name], given[name])
        return rows

    def _shown(self, request: Request, form: forms.Form, given: Mapping[str, Any], **words: Said) -> dict[str, Any]:
        """Return what every such page shows, its words filled in."""
        rows = self._rows(request, given)
        words = {"title": self.title, "about": self.about, **words}
        told = {name: _said(said, request, rows) for name, said in words.items()}
        back = request.came_from(self._back(request, given))
        return {**told, "form": form, "submit": _(self.submit), "back": back}


@dataclass(frozen=True)
class Form(Screen):
    """A form of the fields that its command declares, filled with what the row holds now.

    `start` gives other first values, by field, from a request and the rows. `template` is drawn in place of the kit's
    own, and knows the rows of the path by their names. The kit's own lies over the page that it leads back to where it
    asks for little; not on the phone of an app whose pickers are pages. One of choices alone, whose button would say
    no more than “Save”, has none: each choice saves itself (`form.Form.live`). One that is `laid` does so always; its
    template extends `asking.under`, and finds the form and the rows in `asking`.
    """

    start: Callable[..., Mapping[str, Any]] | None = None
    template: str = "plain/form.html"
    laid: bool = False

    def after(self, request: Request, result: Any) -> str:
        asked = [name for name in asked_of(self.command) if f"{{{name}" not in self.path]
        stays = len(asked) > 1 and not self.has_button and forms.saves_itself(self.command, asked)
        return request.path if stays else super().after(request, result)  # there may be more to choose

    def view(self, request: Request, form: forms.Form, **given: Any) -> Page:
        rows = self._rows(request, given)
        form.start(**_first_choices(form)).start(**_held(self.command, request, rows))
        if self.start:
            form.start(**self.start(request, **rows))
        shown = self._shown(request, form, given)
        if self.laid:
            return over(request, template=self.template, **{**rows, **shown})
        if self.template == Form.template and self._is_brief(request, form):
            under = _page_at(request, shown["back"], form)
            if under:
                return _laid(request, under, "plain/brief.html", shown)
        return request.page(self.template, **{**rows, **shown})

    def _is_brief(self, request: Request, form: forms.Form) -> bool:
        paged = not request.device.wide and anatomy(request.app.folder).picker == "page"
        return not paged and len(form.asked) <= BRIEF


@dataclass(frozen=True)
class Question(Screen):
    """A dialog with two answers over the page that it leads back to.

    Where the command would be refused now, it says why and offers no button. `text` is what doing it means, `keep` what
    not doing it is called.
    """

    text: Said = ""
    submit: str = "Delete"
    keep: str = "Cancel"
    kind: str = "danger"

    def view(self, request: Request, form: forms.Form, **given: Any) -> Page:
        rows = self._rows(request, given)
        refused = request.host.refusal(self.command(**rows))
        text = (lambda request, **rows: told(refused)) if refused else self.text
        shown = {**self._shown(request, form, given, text=text), "kind": self.kind, "keep": _(self.keep)}
        return over(request, possible=not refused, **shown)


def over(request: Request, back: str, template: str = "plain/question.html", **asking: Any) -> Page:
    """Return a dialog over the page of the app at `back`; the template knows what it asks as `asking`."""
    under = _page_at(request, back) or request.page("plain/ground.html", title=asking["title"], back=back)
    return _laid(request, under, template, {**asking, "back": back})


def candidates(form: forms.Form, name: str, where: str, order: str) -> list[Any]:
    """Return the rows that can be chosen in a field of several: those that are, then those that a search leaves."""
    model = get_args(hints(form.command)[name])[0]
    rows: list[Any] = form.request.store.all(model, where, order=order)
    held, words = form.values(name), plain(form.value("q").strip())
    found = (row for row in rows if str(row.id) in held or words in plain(row.name))
    return sorted(found, key=lambda row: str(row.id) not in held)


def _laid(request: Request, under: Page, template: str, asking: Mapping[str, Any]) -> Page:
    page = under.context.get("asking", {}).get("under", under.template)  # a dialog takes the place of another one
    told = {**asking, "at": request.address, "under": page}
    context = {"request": request, **under.context, "asking": told, "possible": asking.get("possible", True)}
    return Page(template, context)


def _page_at(request: Request, address: str, above: forms.Form | None = None) -> Page | None:
    """Return the page of the app at an address, or None where nothing is there, or a form.

    A form can lie under another one, `above`, that asks for nothing that it asks for, too: fields go by their names.
    """
    parts = urlsplit(address)
    asked = pairs_of(parts.query.encode())
    there = replace(request, method="GET", path=parts.path, query_pairs=asked, form_pairs=(), beneath=True)
    for route in request.app.pages.routes:
        given = route.match(there.path) if route.view and not route.passing else None
        if given is None:
            continue
        own = (route.form(there, there.query_pairs, given),) if route.command else ()
        if route.view and (not own or (above and not {*own[0].asked} & {*above.asked})):
            try:
                page = route.view(there, *own, **given)
            except Missing:
                return None
            return replace(page, context={**page.context, "request": there}) if isinstance(page, Page) else None
    return None


def _first_choices(form: forms.Form) -> dict[str, Any]:
    """Return what a browser shows in drop-downs that hold nothing: the first choice."""
    empty = [name for name in form.asked if form.kind(name) == "select" and not form.live and not form.value(name)]
    chosen = {name: form.options(name)[:1] for name in empty}
    return {name: found[0][0] for name, found in chosen.items() if found}


def _said(said: Said, request: Request, rows: Mapping[str, Any]) -> str:
    return said(request, **rows) if callable(said) else filled(said, rows)


def _held(command: type[Command], request: Request, rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the row of a form holds in the columns that the form asks for."""
    row = next((row for row in rows.values() if isinstance(row, Row)), None)
    if row is None and issubclass(command, Edit) and command.of:
        row = request.store.get(command.of, 1)
    if row is None or issubclass(command, Add):
        return {}
    return {name: getattr(row, name) for name in asked_of(command) if hasattr(row, name)}
