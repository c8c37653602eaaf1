"""What the apps say in other languages: catalogues, days and amounts, and what a person types."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from selectolax.lexbor import LexborHTMLParser
from tests.rotation import some_apps
from tests.untranslated import placeholders, speak, untranslated

from lifeworld import apps
from lifeworld.apps.bank.commands import Transfer
from lifeworld.apps.bank.models import Account
from lifeworld.apps.todo.commands import AddTask, SetDue
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.core.errors import Refused, UserError
from lifeworld.core.money import Money
from lifeworld.proof.catalogue import path_of, template_of, written
from lifeworld.proof.crawl import device_of, get
from lifeworld.taskkit import Configuration
from lifeworld.web import App, Request
from lifeworld.web.dates import day, full_date, long_day, read_day, stated_date, typed_day
from lifeworld.web.form import shown
from lifeworld.web.formats import money
from lifeworld.web.kept import kept
from lifeworld.web.language import HERE, _, messages, ngettext, pgettext, speaking, told
from lifeworld.web.look import LANGUAGES
from lifeworld.web.own_words import PSEUDO
from lifeworld.web.parse import parse_amount, parse_day, parse_time
from lifeworld.web.popups import popups

OTHERS = pytest.mark.parametrize("language", LANGUAGES[1:])
all_said = cache(template_of)  # of a folder, read once for all languages
TODAY = date(2026, 3, 14)


@pytest.fixture
def greetings(tmp_path: Path) -> Path:
    """An app's folder with words in German."""
    path = path_of(tmp_path, "de")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "Moved to {list.name}."\nmsgstr "Nach {list.name} verschoben."\n\n'
        'msgid "{account.name} holds {left}."\nmsgstr "Auf {account.name} sind {left}."\n\n'
        'msgid "%(n)s task"\nmsgid_plural "%(n)s tasks"\nmsgstr[0] "%(n)s Aufgabe"\nmsgstr[1] "%(n)s Aufgaben"\n',
        encoding="utf-8",
    )
    yield tmp_path
    messages.cache_clear()


def test_words_come_from_the_apps_catalogue_with_its_plurals(greetings: Path) -> None:
    with speaking("de", greetings):
        assert [ngettext("%(n)s task", "%(n)s tasks", n) for n in (1, 2)] == ["1 Aufgabe", "2 Aufgaben"]
    assert ngettext("%(n)s task", "%(n)s tasks", 2) == "2 tasks"


def test_a_refusal_is_said_in_the_language_of_the_page(greetings: Path) -> None:
    account = type("Row", (), {"name": "Everyday Checking"})()
    refused = Refused("short", "{account.name} holds {left}.", "", {"account": account, "left": Money(124050)})
    assert refused.message == told(refused) == "Everyday Checking holds $1,240.50."
    with speaking("de", greetings):
        assert told(refused) == "Auf Everyday Checking sind 1.240,50\xa0$."


@OTHERS
@pytest.mark.parametrize("app", [None, *some_apps("catalogues", 3)], ids=lambda app: app.id if app else "web")
def test_catalogues_hold_what_is_said_and_nothing_else(app: App | None, language: str) -> None:
    """`lifeworld apps translations` has nothing to do, and every translation keeps the placeholders of its text."""
    folder = app.folder if app else HERE
    template = all_said(folder, app)
    path = path_of(folder, language)
    with path.open("rb") as file:
        found = read_po(file, locale=language)
    assert path.read_bytes() == written(found)
    assert {(one.id, one.context) for one in found if one.id} == {(one.id, one.context) for one in template if one.id}
    assert list(placeholders(found)) == []


@pytest.mark.long
@pytest.mark.parametrize("app", some_apps("languages", 2), ids=lambda app: app.id)
def test_no_page_says_anything_without_a_catalogue(app: App) -> None:
    for device in ("phone", "desktop"):
        with device_of(device=device) as world:
            speak(world, PSEUDO)
            found = [f"{one.address}: {one.text}" for one in untranslated(world, app.href)]
            assert world.site.fault is None
            assert not found, "\n".join(found)


def test_an_untranslated_word_is_found() -> None:
    route = next(one for app in apps.installed() for one in app.pages.routes if one.path == "/todo/browse")
    view = route.view
    assert view
    object.__setattr__(route, "view", lambda request: request.page("browse.html", title="Rummage around"))
    kept().clear()
    try:
        with device_of() as world:
            speak(world, PSEUDO)
            found = [one.text for one in untranslated(world, "/todo/browse")]
            assert "Rummage around · Ticked" in found
    finally:
        object.__setattr__(route, "view", view)
        kept().clear()


def _days() -> Iterator[date]:
    return (TODAY + timedelta(days=distance) for distance in range(-72, 293))


@OTHERS
def test_a_field_reads_each_day_as_the_screens_write_it(language: str) -> None:
    with speaking(language):
        for one in _days():
            for write in (day, full_date, long_day, stated_date, typed_day):
                assert read_day(write(one), TODAY) == one


@pytest.mark.parametrize(
    ("language", "written_day", "written_time"),
    [("de", "4. Nov. 2026", "14:30"), ("fr", "4 novembre 2026", "14:30"), ("es", "4 de noviembre", "14:30"),
     ("zh", "2026年11月4日", "14:30"), ("de", "4.11.2026", "14:30"), ("zh", "Nov 4, 2026", "2:30 PM")],
)  # fmt: skip
def test_what_people_type_is_read_in_their_language_and_in_english(
    language: str, written_day: str, written_time: str
) -> None:
    with speaking(language):
        assert parse_day(written_day, TODAY) == date(2026, 11, 4)
        assert parse_time(written_time).hour == 14


def test_a_day_is_read_with_the_apostrophe_of_a_keyboard_and_with_a_first() -> None:
    with speaking("fr"):
        assert [parse_day(text, TODAY) for text in ("aujourd'hui", "aujourd’hui")] == [TODAY, TODAY]
        assert parse_day("1er mars", TODAY) == date(2026, 3, 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "1.234,50"), ("de", "1.234,50\xa0$"), ("de", "1234,5"), ("fr", "1 234,50 $US"), ("fr", "1\u202f234,50"),
     ("es", "1.234,50 US$"), ("es", "1234,50"), ("zh", "US$1,234.50"), ("de", "1,234.50"), ("fr", "$1234.50")],
)  # fmt: skip
def test_an_amount_is_read_as_the_language_writes_it_and_as_english_does(language: str, text: str) -> None:
    with speaking(language):
        assert parse_amount(text) == Money(123450)


@OTHERS
def test_a_field_reads_each_amount_as_the_screens_write_it(language: str) -> None:
    with speaking(language):
        for amount in (Money(5), Money(1250), Money(44831), Money(123400), Money(123450), Money(98765432)):
            assert parse_amount(money(amount)) == parse_amount(shown(amount)[0]) == amount


@pytest.mark.parametrize(
    ("language", "text", "example"),
    [("de", "1,234", "12,50"), ("fr", "12,505", "12,50"), ("es", "zwölf", "12,50"), ("zh", "12,50", "12.50")],
)
def test_what_could_be_two_amounts_is_refused_with_an_example_of_the_language(
    language: str, text: str, example: str
) -> None:
    with speaking(language), pytest.raises(ValueError, match=re.escape(example)):
        parse_amount(text)


def test_one_word_of_two_meanings_has_two_translations() -> None:
    with speaking("de", folder_of("shop")):
        assert (_("Review"), pgettext("a step", "Review")) == ("Beurteilung", "Prüfen")
    with speaking("de", folder_of("bank")):
        assert (_("Home"), pgettext("a screen", "Home")) == ("Wohnen", "Start")
        assert (_("Open"), pgettext("an account", "Open")) == ("Offen", "Aktiv")


def folder_of(app: str) -> Path:
    return apps.by_id()[app].folder


@OTHERS
def test_all_pop_ups_that_ship_are_said_in_every_language(language: str) -> None:
    with speaking(language):
        for popup in popups().values():
            for text in filter(None, (popup.title, popup.text, popup.close, popup.tempting)):
                assert _(text) != text or text == "OK"


@OTHERS
def test_a_form_sent_in_another_language_does_the_same(language: str) -> None:
    """The day is typed as the page shows one; what comes of it is what the command does."""
    due = date(2026, 11, 4)
    with device_of() as world, device_of() as twin:
        task = world.store.first(Task, "done_at IS NULL")
        assert task
        speak(world, language)
        with speaking(language):
            typed = typed_day(due)
        form = (("token", world.token), ("due", typed))
        assert world.site.handle(Request("POST", f"/todo/task/{task.id}/due", (), form)).status == 303
        twin.do(SetDue(twin.store.get(Task, task.id), due))
        assert world.changes() == twin.changes()


def test_what_is_told_to_others_stays_the_same_in_every_language() -> None:
    with device_of() as world, device_of() as twin:
        source, target = world.store.all(Account, "kind <> 'credit'", limit=2)
        speak(world, PSEUDO)
        sent = {"token": world.token, "source": source.id, "target": target.id, "amount": "12.50", "memo": ""}
        form = tuple((name, str(value)) for name, value in sent.items())
        assert world.site.handle(Request("POST", "/bank/transfer/review", (), form)).status == 303
        twin.do(Transfer(twin.store.get(Account, source.id), twin.store.get(Account, target.id), Money(1250)))
        assert world.changes() == twin.changes()


def test_a_page_names_its_language_and_brings_its_letters() -> None:
    with device_of() as world:
        for language, letters in (("en", 0), ("de", 0), ("zh", 1)):
            speak(world, language)
            page = LexborHTMLParser(get(world, "/todo/today").body.decode())
            html = page.css_first("html")
            assert html
            assert html.attributes["lang"] == language
            assert len(page.css('link[href*="chinese.css"]')) == letters


def test_a_page_brings_the_letters_of_what_somebody_wrote_there_in_chinese() -> None:
    letters = 'link[href*="chinese.css"]'
    with device_of() as world:
        found = world.store.all(TaskList, limit=1)[0]
        address = f"/todo/list/{found.id}"
        assert not LexborHTMLParser(get(world, address).body.decode()).css(letters)
        world.do(AddTask(title="换护照", list=found))
        for language in ("en", "de", "zh"):
            speak(world, language)
            assert len(LexborHTMLParser(get(world, address).body.decode()).css(letters)) == 1


def test_what_stands_in_a_template_is_written_anew_in_each_language() -> None:
    """Jinja works out “25|dollars” when it reads a template, unless it is kept from it."""
    with device_of() as world:
        for language, limit, empty in (("en", "$25", "0.00"), ("de", "25\xa0$", "0,00"), ("zh", "US$25", "0.00")):
            speak(world, language)
            assert limit in get(world, "/shop/search?q=lamp").body.decode()
            assert f'placeholder="{empty}"' in get(world, "/bank/alerts/settings").body.decode()


def test_a_language_that_does_not_exist_is_refused_with_the_choices() -> None:
    with pytest.raises(UserError, match=r"no language “it”; .*de"):
        Configuration("todo.CompleteTask", "nora", language="it")
