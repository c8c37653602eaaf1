"""The one Jinja environment: the kit's templates and every app's."""

import hashlib
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache, partial
from io import StringIO
from keyword import kwlist
from pathlib import Path
from typing import Any, Protocol

import jinja2
import markupsafe
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    Template,
    nodes,
    runtime,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from markupsafe import Markup

from lifeworld.city.drawing import city_map
from lifeworld.core.writing import cache
from lifeworld.web import assets, formats
from lifeworld.web.anatomy import Anatomy, anatomy
from lifeworld.web.app import App, marked
from lifeworld.web.language import SPEECH, _, ngettext, pgettext, spoken
from lifeworld.web.look import Device
from lifeworld.web.request import LONGEST_SEARCH

KIT = "kit"


class Drawing(Protocol):
    """What draws one kind of page."""

    def render(self, context: Any, /) -> str: ...


class Templates(Protocol):
    """What pages are drawn with."""

    def get_template(self, name: str, /) -> Drawing: ...


class Scene(threading.local):
    """What the kit's macros know of the page that is being drawn; one for each thread."""

    device: Device | None
    token: str | None
    now: datetime | None
    here: str
    section: str
    anatomy: Anatomy
    nav: Any
    strip: bool
    contexts: list[runtime.Context]

    def set(self, page: Mapping[str, Any]) -> None:
        """Take over from the variables of a page."""
        self.contexts = []
        self.device, self.token, self.now = page.get("device"), page.get("token"), page.get("now")
        self.here = page["request"].address if "request" in page else ""
        self.section, self.nav = page.get("section", ""), page.get("nav")
        look, self.anatomy = page.get("look"), page.get("anatomy") or anatomy(None)
        self.strip = bool(look and look.device.wide and look.navigation != "side")


SCENE = Scene()


def say(text: str, **values: object) -> Markup:
    """Return the app's words, filled in; the same as the newstyle gettext, without its cost where nothing is filled."""
    said = _marked(text if SPEECH.language == "en" else _(text))
    return said % spoken(values) if values else said


def say_in(context: str, text: str, **values: object) -> Markup:
    """Return the app's words for an English text that means several things."""
    said = _marked(pgettext(context, text))
    return said % spoken(values) if values else said


def say_many(one: str, many: str, n: int, **values: object) -> Markup:
    """Return the app's words for one or for many."""
    safe = {name: escape(value) if isinstance(value, str) else value for name, value in values.items()}
    return Markup(ngettext(one, many, n, **safe))


@lru_cache(maxsize=8192)
def _marked(text: str) -> Markup:
    return Markup(text)


def beneath(page: str, address: str) -> Markup:
    """Return a page under a sheet: its fields have the ids of none in the sheet, and what opened the sheet is marked.

    That is the link to the sheet's address, or else to the thing that it is about.
    """
    text, path = _FIELD_ID.sub(r"\g<0>beneath-", str(page)), address.partition("?")[0]
    while path:
        if found := re.search(rf'href="{re.escape(path)}(?="|\?back=)', text):
            return Markup(f"{text[: found.start()]}data-opens {text[found.start() :]}")
        path = path.rpartition("/")[0] if path.count("/") > 3 else ""
    return Markup(text)


_FIELD_ID = re.compile(r' (?:id|for|aria-describedby)="(?=f-)')


@lru_cache(maxsize=8)
def environment(apps: tuple[App, ...]) -> Environment:
    """Return the environment for these apps; strict, so a misspelt variable is an error and not a blank."""
    kit = FileSystemLoader(assets.HERE / "templates")
    loaders = [kit, *(FileSystemLoader(app.folder / "templates") for app in apps)]
    env = Quick(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,  # all of them, without a lock at each use
        extensions=["jinja2.ext.do"],
        bytecode_cache=_kept(),
    )
    env.globals |= {"_": say, "pgettext": say_in, "ngettext": say_many}
    env.filters |= {**formats.FILTERS, "marked": marked}
    env.filters["beneath"] = beneath
    env.tests["drawn_emoji"] = formats.emoji_names().__contains__
    env.tests["chinese"] = re.compile("[\u4e00-\u9fff]").search
    env.globals["static"] = lru_cache(maxsize=4096)(partial(assets.address, apps=apps))
    env.globals["city_map"] = city_map
    env.globals["scene"], env.globals["longest_search"] = SCENE, LONGEST_SEARCH
    return env


class Kept(FileSystemBytecodeCache):
    """Compiled templates, for the next process; where they can't be written, each process compiles its own."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _kept() -> Kept | None:
    """Return the folder of templates that were compiled by this version of Jinja, and of what `Quick` writes."""
    compiled_by = f"{jinja2.__version__}{Path(__file__).read_text(encoding='utf-8')}"
    folder = cache() / "templates" / hashlib.blake2b(compiled_by.encode(), digest_size=8).hexdigest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return Kept(str(folder))


# Jinja as it is, less what it asks about each value and call: half of the time of a page.


class KitTemplate(Template):
    """Imports of the kit share one module: its macros know nothing of the page but the scene."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        page = dict(*args, **kwargs)
        SCENE.set(page)
        try:
            return super().render(page)
        finally:
            for one in SCENE.contexts:  # whose macros hold them: thousands of objects that only a search would find
                one.vars.clear()
                one.parent.clear()

    def new_context(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> runtime.Context:
        made = super().new_context(vars, shared, locals)
        if vars is not None:  # as of a page, and not of the kit
            SCENE.contexts.append(made)
        return made

    def make_module(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> TemplateModule:
        if vars and self.name and self.name.partition(".")[0].partition("/")[0] == KIT:
            return self.module
        return super().make_module(vars, shared, locals)


class QuickMacro(runtime.Macro):
    """A macro where everything is escaped, so that nothing has to tell it so, called by its parameters' own names."""

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        if self.catch_kwargs or self.catch_varargs:
            return super().__call__(*args, **kwargs)
        return str.__new__(Markup, self._func(*args, **kwargs))


class QuickGenerator(CodeGenerator):
    """Writes a call in a template as a call in Python: nothing here wants to be given the page (`pass_context`)."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        whole, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        given, self.stream = self.stream.getvalue().removeprefix(", "), whole
        self.write(f"({given})")


class Quick(Environment):
    """Compiles templates to code that uses the quicker parts."""

    code_generator_class = QuickGenerator
    template_class = KitTemplate

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        written = super()._generate(source, name, filename, defer_init)
        written = _MACRO.sub(_by_name, written)
        return written.replace("\nname = ", f"\nfrom {__name__} import QuickMacro as Macro, escape\nname = ", 1)


def _by_name(macro: re.Match[str]) -> str:
    """Return the head of a macro's function whose parameters have their own names, `class_` where that is Python's."""
    indent, inner = macro[1], macro[2].split(", ")
    names = [f"{name}_" if name in _TAKEN else name for name in (one.split("_", 2)[2] for one in inner)]
    heads = ", ".join(f"{name}={_NOBODY if name == 'caller' else 'missing'}" for name in names)
    return f"{indent}def macro({heads}):\n{indent}    {', '.join(inner)}, = {', '.join(names)},"


_NOBODY = "undefined(name='caller')"
_TAKEN = frozenset((*kwlist, "concat", "context", "environment", "escape", "missing", "resolve", "undefined"))
_MACRO = re.compile(r"^( *)def macro\((\w.*)\):$", re.MULTILINE)


def escape(value: Any) -> str:
    """Return what stands for a value on a page; strings recur so much that their escaped form is remembered."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return _escaped(value)
    return str(value) if kind is int else markupsafe.escape(value)


_escaped = lru_cache(maxsize=16384)(markupsafe.escape)
