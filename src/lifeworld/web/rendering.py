"""The one Jinja environment: the kit's templates and every app's."""

from functools import lru_cache, partial

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from lifeworld.web import assets, formats
from lifeworld.web.app import App


def say(text: str, /, **values: object) -> Markup:
    """Return the app's words, filled in; the same as the newstyle gettext, without its cost where nothing is filled."""
    return _marked(text) % values if values else _marked(text)


@lru_cache(maxsize=8192)
def _marked(text: str) -> Markup:
    return Markup(text)


@lru_cache(maxsize=8)
def environment(apps: tuple[App, ...]) -> Environment:
    """Return the environment for these apps; strict, so a misspelt variable is an error and not a blank."""
    kit = FileSystemLoader(assets.HERE / "templates")
    loaders = [kit, *(FileSystemLoader(app.folder / "templates") for app in apps)]
    env = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    env.globals["_"] = say
    env.filters |= formats.FILTERS
    env.globals["static"] = partial(assets.address, apps=apps)
    return env
