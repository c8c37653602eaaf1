"""Whether a text makes sense at all: words that the world knows, none of them abuse."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import lifeworld.life
from lifeworld.scenarios.clauses import denied

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ABUSE = re.compile(
    r"\b(idiot|moron|stupid|dumb|fool|loser|jerk|bastard|bitche?|asshole|arse|crap|shit|fuck\w*|liar|cheat|pig|scum|"
    r"screw you|shut up|hate you|you suck|can't stand you|make you pay|you('ll| will) (pay for|regret)|watch your back|"
    r"(kill|murder|shoot|stab|strangle|rape) (you|him|her|them|us|all|every\w+|your \w+)|(hurt|beat|"
    r"harm) you(r \w+)?|damn you|"
    r"go to hell|drop dead|kill yourself|ugly|pathetic|worthless|disgusting)(s|es|ty)?\b|\bs t u p i d|\bi d i o t"
)
_OF_ONESELF = re.compile(
    r"\b(i'm|i am|i was|i've been|i feel) (such )?an? (\w+ )?(idiot|moron|fool|jerk|loser)\b|\bstupid of me\b"
)
_TAKEN_BACK = re.compile(
    r"\b(is a lie|not true|untrue|is false|the opposite|(just|only) (kidding|joking)|just a joke|"
    r"none of (that|this|it) is|"
    r"no way(?! i('d|'ll| would| will| could) (ever )?(forget|miss))|forget (it|that|about (it|that|this))|"
    r"never mind what|"
    r"as if(?! i('d| would| could) (ever )?(forget|miss))|refuse to (say|write)|nobody should (think|believe)|hardly\.|"
    r"(scratch|strike|disregard|ignore) (that|this|it|all|everything|the|what)|i lied|i('m| am) lying|"
    r"i made (it|that|this) up|"
    r"i take (it|that|this|everything|all of it) back|on second thoughts?|i('ve)? changed my mind|got it (all )?wrong|"
    r"(all|everything|most) of (this|that|it) is (wrong|false)|fat chance)"
    r"|(?:^|[.!?] )(not|nope|nah)\b[^.!?]{0,3}(?:[.!?]|$)|(?<!if )(?<!why )(?<!or )(?<!am )\bnot$"
)
_PASSWORD = (
    r"(pin|pass ?words?|pass ?codes?|cvv|cvc"
    r"|(security|access|door|gate|login|card|bank|verification) (code|number|detail)s?)"
)
_SECRET = re.compile(
    rf"\b(send|tell|give|text|mail|need|share|know|what('s| is)|want|forward|confirm)\b[^.!?]{{0,30}}\b{_PASSWORD}\b"
    rf"|\b({_PASSWORD}|code)\b[^.!?]{{0,20}}?\b((zero|oh|one|two|three|four|five|six|seven|eight|nine)[ ,-]+){{2,}}"
)
_ALIKE = str.maketrans("аеорсухіᴉ", "aeopcyxii")
_KNOWN_SHARE = 0.5  # of a text's words that must be known: names and rare words are not
_COMMON = """about above after again all also always and another any are around ask away back because been before
being best better between both bring call came can cannot change come could day days did do does done don't down each
early else end enough even ever every everything few find fine first for forget free from get give go going good got
great had happy has have heard hello help here hi hope how if important in into is it it's its just keep kind know last
late later least leave less let like little long look lot made make many matter may maybe me mean meet might mind more
morning most move much must my need never new next no none not note nothing now of off okay ok old on once one only
open or other our out over own part people perhaps place plan please possible quick quite ready really regards remember
reminder reply right said same say see send set shall she should since so some something soon sorry start still sure
take talk task tell than thank thanks that the their them then there these they thing think this those thought three
through time to today together tomorrow tonight too try turn two under until up us use very wait want was way we week
well went were what when where whether which while who why will wish with within without wonderful word work would
write wrong yes yesterday yet you your""".split()


def sensible(text: str, given: str = "") -> bool:
    """Return whether a text is made of words, at least half of them known or `given`, and none of them abuse."""
    words = words_of(text)
    known = vocabulary() | set(map(str.casefold, _WORD.findall(given)))
    if not words or not harmless(text):
        return False
    return sum(is_known(word, known) for word in words) >= _KNOWN_SHARE * len(words)


def harmless(text: str) -> bool:
    """Return whether a text abuses and threatens nobody, and neither asks for a password nor spells one out."""
    read = _OF_ONESELF.sub(" ", _read(text))
    return _ABUSE.search(read) is None and _SECRET.search(read) is None


def takes_back(text: str) -> bool:
    """Return whether a text denies what it says itself."""
    return _TAKEN_BACK.search(_read(text)) is not None


def claims(text: str, wordings: str) -> bool:
    """Return whether a text says one of the wordings (parted by `|`) and does not deny it in the same clause."""
    read, one = _read(text), "|".join(map(re.escape, wordings.split("|")))
    return any(not denied(read, found.start()) for found in re.finditer(rf"\b(?:{one})", read))


def _read(text: str) -> str:
    """Return a text as it reads: width, case and letters of other alphabets that look the same folded."""
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'").translate(_ALIKE)


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """Return every word that people in the world say or write."""
    return frozenset(_COMMON) | frozenset(word.casefold() for text in _texts() for word in _WORD.findall(text))


def words_of(text: str) -> list[str]:
    """Return the words of a text, in lower case."""
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]


def is_known(word: str, known: frozenset[str] | set[str]) -> bool:
    """Look a word up as it is, or without an ending (“tastings”, “moved”, “Ana's”)."""
    stems = {word, word.partition("'")[0]} | {word.removesuffix(end) for end in ("s", "es", "d", "ed", "ing", "ly")}
    return bool(stems & known)


def _texts() -> Iterator[str]:
    """Yield every text of the tables that life speaks from."""
    for path in sorted(Path(lifeworld.life.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
