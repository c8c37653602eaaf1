"""Names: of all that the world knows, only the true one may be said; the longest match counts.

Where the names are not known, plain words may stand around the true one, but no other words with a capital.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from lifeworld.verify.answers.candidates import sole
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.openness import left_open
from lifeworld.verify.answers.scan import few
from lifeworld.verify.answers.strays import strays
from lifeworld.verify.answers.text import clean, masked

Meant = tuple[re.Pattern[str], Mapping[str, frozenset[str]]]  # what finds names, and whom each may mean

_PERSON = re.compile(r"[^\W\d_a-z][\w.'-]+(?: [^\W\d_a-z][\w.'-]*){1,3}")
_COMMON = frozenset(
    "the a an my our your to on in at for of all new old no mr mrs ms dr st best big little blue green red black white "
    "north south east west work home city first last good happy call buy pay book get".split()
)
_LABELS = frozenset("total subtotal amount delivery other date number name".split())  # the world's, and anybody's words
_NONE = re.compile(r"(?:^|[.!?;,\n])\s*(?:none|nobody|no one|no-one|nothing)\s*(?=$|[.!?;,\n])", re.IGNORECASE)
_SURNAME = re.compile(r" (?!(?:I|AM|PM)\b)[A-Z]['a-z]")
_LINKED = re.compile(r"\W*(?:(?:and|or|also|maybe|perhaps|not|both|either)\b\W*)*", re.IGNORECASE)


def is_name(text: str, true: str, known: Known) -> bool:
    """Return whether a text says the name, and no other than the goal's."""
    if plain(text) == plain(true):
        return True
    read = partial(mentions, names=known.names | {true})
    fits = partial(_fits, true=true)
    if none_besides(text) or not sole(text, read, fits, known, sort="word"):
        return False
    said = read(text)
    return not left_open(text, said, known.goal) and not strays(text, said, clean(known.goal), known=bool(known.names))


def none_besides(text: str) -> bool:
    """Return whether a text says of itself that there is none, whatever it names."""
    return _NONE.search(text) is not None


def _fits(value: frozenset[str], true: str) -> bool:
    return value == frozenset({key(true)})


def plain(text: str) -> str:
    """Return a name or a whole answer without case, outer marks and article."""
    return re.sub(r"^the ", "", " ".join(clean(text).casefold().split()).strip(" .!?,;:'-"))


def mentions(text: str, names: frozenset[str]) -> list[Said]:
    """Return each mention of a name, as the set of the keys of those that it may mean."""
    if not names:
        return []
    whole, firsts = _patterns(names)
    full = [one for one in _found(text, *whole) if not _plain_word(text, one)]
    few(full)
    return _settled([*full, *_first_names(masked(text, full), full, firsts)] if firsts else full)


def _plain_word(text: str, one: Said) -> bool:
    """Return whether a label like “Total” is only a word of a sentence: “4 in total”."""
    said = text[one.start : one.end]
    return said in _LABELS and re.search(r"[A-Z]", text) is not None


def _found(text: str, pattern: re.Pattern[str], meant: Mapping[str, frozenset[str]]) -> Iterator[Said]:
    for match in pattern.finditer(text):
        said = re.sub(" ?& ?", " and ", match["name"].casefold())
        yield Said(meant[said], match.start("name"), match.end("name"))


def _first_names(text: str, full: list[Said], firsts: Meant) -> Iterator[Said]:
    """Yield first names that stand alone, if they can't be plain words: with a capital, or beside a name."""
    sloppy = not re.search(r"[A-Z]", text)
    for one in _found(text, *firsts):
        beside = any(_LINKED.fullmatch(text[min(one.end, o.end) : max(one.start, o.start)]) for o in full)
        if _SURNAME.match(text, one.end):
            yield Said(frozenset(), one.start, one.end)  # somebody of that first name whom nobody knows
        elif text[one.start].isupper() or sloppy or beside:
            yield one


def _settled(said: list[Said]) -> list[Said]:
    """Return mentions with a first name of several taken for the one of them that is named in full."""
    sure = {name for one in said if len(one.value) == 1 for name in one.value}
    return [Said(frozenset({min(one.value & sure)}), one.start, one.end) if one.value & sure else one for one in said]


@lru_cache(maxsize=256)
def _patterns(names: frozenset[str]) -> tuple[Meant, Meant | None]:
    whole: dict[str, set[str]] = {}
    first: dict[str, set[str]] = {}
    for name in sorted(names):
        whole.setdefault(key(name), set()).add(key(name))
        given = clean(name).split(" ")[0].casefold()
        if _PERSON.fullmatch(clean(name)) and given not in _COMMON:
            first.setdefault(given, set()).add(key(name))
    whole = {one: meant for one, meant in whole.items() if one}
    first = {one: meant for one, meant in first.items() if one not in whole}
    return _pattern(whole), _pattern(first) if first else None


def key(name: str) -> str:
    """Return what is the same for all ways to write a name."""
    return re.sub(" ?& ?", " and ", plain(name))


def _pattern(meant: Mapping[str, set[str]]) -> Meant:
    keys = sorted(meant, key=lambda key: (-len(key), key))
    one = "|".join(re.escape(key).replace(r"\ and\ ", "(?: ?& ?| and )") for key in keys)
    pattern = re.compile(rf"(?<!\w)(?P<name>{one})(?!\w)", re.IGNORECASE)
    return pattern, {key: frozenset(names) for key, names in meant.items()}
