from datetime import date, datetime, time, timedelta
from functools import partial

import pytest
from jinja2 import DictLoader, Environment

from lifeworld.core.money import Money
from lifeworld.web.formats import FILTERS, icon_svg, initials, plural, tint
from lifeworld.web.language import speaking

NOW = datetime.fromisoformat("2026-03-14T09:41")


def shown(template: str, language: str = "en", **values: object) -> str:
    env = Environment(loader=DictLoader({"page": template}), autoescape=True)
    env.filters |= FILTERS
    env.globals["static"] = lambda path: f"/static/{path}"
    with speaking(language):
        return env.get_template("page").render(now=NOW, **values)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (NOW, "9:41 AM"),
        (NOW - timedelta(days=1), "Yesterday"),
        (NOW.date(), "Today"),
        (NOW + timedelta(days=1), "Tomorrow"),
        (NOW - timedelta(days=5), "Mon"),
        (NOW + timedelta(days=6), "Fri"),
        (NOW - timedelta(days=7), "Mar 7"),
        (date(2025, 3, 3), "Mar 3, 2025"),
        (None, ""),
    ],
)
def test_a_list_dates_its_rows_from_now(value: object, text: str) -> None:
    assert shown("{{ value|when }}", value=value) == text


@pytest.mark.parametrize(
    ("past", "text"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=5), "5 min ago"),
        (timedelta(hours=3), "3 h ago"),
        (timedelta(hours=13), "Yesterday"),
    ],
)
def test_how_long_ago(past: timedelta, text: str) -> None:
    assert shown("{{ value|ago }}", value=NOW - past) == text


def test_a_rating_has_the_decimal_that_the_locale_writes() -> None:
    stars = "{{ mean|rating }} / {{ most|rating }} / {{ given|rating }}"
    assert shown(stars, mean=4.0, most=4.26, given=3) == "4.0 / 4.3 / 3"
    assert shown(stars, "es", mean=4.0, most=4.26, given=3) == "4,0 / 4,3 / 3"


def test_days_and_times_as_the_locale_writes_them() -> None:
    parts = "{{ now|day }} / {{ now|date }} / {{ now|clock }} / {{ now|clock_short }} / {{ now|month }}"
    assert shown(parts) == "Mar 14 / Sat, Mar 14, 2026 / 9:41 AM / 9:41 / March 2026"
    assert shown(parts, "de") == "14. März / Sa., 14. März 2026 / 09:41 / 09:41 / März 2026"


def test_what_a_field_shows_of_a_moment_can_be_typed_again() -> None:
    moment = datetime.fromisoformat("2026-03-04T14:05")
    typed_day, typed_time = (partial(FILTERS[name], None) for name in ("typed_day", "typed_time"))
    assert (typed_day(moment.isoformat()), typed_time(moment.isoformat())) == ("Mar 4, 2026", "2:05 PM")
    assert typed_time("2026-03-04T00:00:00") == "12:00 AM"
    assert (typed_day(""), typed_time("")) == ("", "")
    assert shown("{{ at|clock }}", at=time(0, 5)) == "12:05 AM"


def test_money_carries_its_sign() -> None:
    assert shown("{{ a|money }} {{ b|money }} {{ a|money(sign=True) }}", a=Money(124050), b=Money(-350)) == (
        "$1,240.50 −$3.50 +$1,240.50"
    )


def test_emoji_become_pictures_and_the_rest_stays_escaped() -> None:
    drawn = shown("{{ text|emojis }}", text="<b> 🍕 & ❤️ 👍🏽")
    assert "&lt;b&gt; " in drawn and " &amp; " in drawn
    assert drawn.count("<img") == 3
    assert 'src="/static/vendor/emoji/pizza.svg" alt="🍕"' in drawn
    assert "thumbs-up.svg" in drawn and "\U0001f3fd" not in drawn


def test_plain_text_is_left_alone() -> None:
    assert shown("{{ text|emojis }}", text="Zoë’s “list” — 3 × $5") == "Zoë’s “list” — 3 × $5"


def test_small_words() -> None:
    assert [plural(n, "task", "tasks") for n in (0, 1, 2)] == ["0 tasks", "1 task", "2 tasks"]
    assert [initials(name) for name in ("Maya Okafor", "zoë", "Anna-Lena van der Berg", "…")] == ["MO", "Z", "AB", ""]
    assert tint("pizza") == tint("pizza") and tint(14) == 2


def test_an_unknown_icon_is_an_error() -> None:
    assert "<svg" in icon_svg("inbox")
    with pytest.raises(KeyError):
        icon_svg("no-such-icon")
