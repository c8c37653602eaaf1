"""What nobody expects in a form: texts, amounts, days, times and ids that programs trip over."""

from random import Random

_TEXTS = (
    "", " ", "\t \r\n ", "\u00a0\u2003\u3000", "x" * 300, "long " * 20_000, "\u0000", "nul\u0000in the middle",
    "bell \a, escape \u001b[31m, delete \u007f", "\u202eright to left\u202c \u200f\u200e\ufeff",
    "zero\u200bwidth\u2060\u00adjoin\u200der", "half \ud83d of a pair \udc00", "👩‍👩‍👧‍👦 🇨🇭 👍🏿",
    "Z̷̢̛a̷̡͠l̸̨͝g̶̨͒o" + "\u0301" * 40, "ﬁne ① ℌ ｆｕｌｌ Å ﷺ", "İstanbul ß ı ǆ",
    "\uffff \U0010ffff \ue000 \u2028 \u2029 \u0085", "<script>alert(7)</script>", '"><img src=x onerror=alert(7)>',
    "{{ 8191 * 131071 }} {% for x in y %} {# no #} ${7*7} %(name)s {name} {0} %s %d %", "'; DROP TABLE life_person; --",
    "\" OR 1=1 --", '"', "'", "\\", "*", "%", "_", "%%%_%", "?", "?1", "[", "^*", "(", ")", "NEAR(", "AND",
    "OR NOT", "a AND", '"a" NEAR/2', "a:b", "from:", "-", "--", "-x", ":", "is:odd", "has:", "in:nowhere",
    "after:9999-12-31", "before:0001-01-01", 'subject:"', "$99999999999999999999999.99",
    "$1.00 99,999,999,999,999,999,999.00", "label:%", "word " * 1200, "/etc/passwd", "//elsewhere.example/",
    "/\\elsewhere.example", "javascript:alert(7)", "/todo/\r\nset-cookie: a=b", "/ü", "a@b", "a@@b.example", "@",
    ",", ";,;", "Maya <", "<>", "a" * 90 + "@postbox.example", "None", "null", "undefined", "true", "false", "on",
    "off", "NaN",
)  # fmt: skip
_AMOUNTS = (
    "0", "-0", "+0", "0.00", "-1", "−5", "0.001", "$0.001", "$", "$ 12.50", "12.5 USD", "1,2,3", "1,000,000.00",
    ".5", "5.", "1e5", "1e308", "1e-400", "-1e308", "NaN", "inf", "-Infinity", "0x10", "1_000", "٣", "٣٫٥", "１２",
    "²", "½", "999999999.99", "99999999999", "92233720368547758.07", "92233720368547758.08", "999999999999999",
    "999999999999999.99", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "999999999999999999999", "9" * 40, "9" * 5000, "0" * 5000 + "1", "9" * 40 + ".99", "--5", "5-", "1 000",
)  # fmt: skip
_DAYS = (
    "Dec 31, 9999", "Jan 1, 1", "9999-12-31", "9999-12-01", "9998-12-31", "0001-01-01", "0000-00-00", "0001-01-31",
    "10000-01-01", "2026-13-45", "2026-02-30", "Feb 29, 2026", "Feb 29, 2028", "Feb 30", "29 Feb", "31 Apr",
    "12/31/9999", "1/1/0001", "tomorrow", "yesterday", "today", "Monday", "Mon", "Monday Monday", "Tuesday, Mar 3",
    "Mar 14", "14 March", "٣ Mar", "-1-1-1", "2026-03-14T10:00", "2026-03-14T10:00+05:00", "2026-03-14T10:00Z",
    "2026-W11-3", "20260314", "2026-03-14 25:00", "2026-03-14T10:00:00.123456789", "9999-12-31T23:59:59",
    "0001-01-01T00:00", "99999-01-01", "1900-01-01", "2100-12-31", "1969-12-31", "1583-01-01", "2038-01-20", "9999",
    "2026", "%Y-%m-%d", "Mar 14, 2026@", "@", "@10:00", "00", "9999-12", "0000-01",
)  # fmt: skip
_TIMES = (
    "25:61", "24:00", "23:59:60", "23:59", "00:00", "0:0", "12:00 AM", "12 PM", "13 PM", "0 AM", "9", "9.30",
    "9:30 XM", "-1:00", "99:99", "٩:٣٠", "noon", ":", "1:2:3", "12:30:61", "9:30 A.M.", "9:30PM+02:00",
    "2:30 " * 50,
)  # fmt: skip
_NUMBERS = (
    "0", "-1", "1", "2", "3", "999", "1000000", "2147483647", "2147483648", "4294967296", "999999999",
    "999999999999999", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551616",
    "1" + "0" * 400, "9" * 4301, "1.5", "1e3", "０", "٣", "²", "①", "+1", " 1", "1 ", "01", "0x1", "", "-", "--1",
    "1,2", "1;2",
)  # fmt: skip
KINDS = (_TEXTS, _AMOUNTS, _DAYS, _TIMES, _NUMBERS)


def value(rng: Random) -> str:
    """Return one strange value of any kind."""
    chosen = rng.choice(rng.choice(KINDS))
    return chosen if rng.random() < 0.9 else f"{chosen}{rng.choice(rng.choice(KINDS))}"


def number(rng: Random) -> str:
    """Return a strange number, as may stand in an address."""
    return rng.choice(_NUMBERS)
