"""What is pointed at or pressed looks otherwise only where something can point.

After a tap a browser takes its place for pressed, for a sixth of a second, and for pointed at, until the next tap. No
product shows that, and whether a picture does would be chance.
"""

import re
from collections.abc import Iterator

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STATE = re.compile(r":(?:hover|active)\b(?!-)")
_RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
_PART = re.compile(r"[(),]|[^(),]+")


def where_it_hovers(sheet: str) -> str:
    """Return a style sheet whose rules for `:hover` and `:active` hold only for a pointer that hovers."""
    return _RULE.sub(_guarded, _COMMENT.sub("", sheet))


def _guarded(rule: re.Match[str]) -> str:
    if not _STATE.search(rule[1]):
        return rule[0]
    selectors, body = list(_selectors(rule[1])), f" {{{rule[2]}}}"
    pointed = [one for one in selectors if _STATE.search(one)]
    others = [one for one in selectors if one not in pointed]
    rest = f"\n{','.join(others)}{body}" if others else ""
    return f"{rest}\n@media (hover: hover) {{ {','.join(pointed).strip()}{body} }}"


def _selectors(text: str) -> Iterator[str]:
    """Yield the parts of a list of selectors, at the commas that no parentheses hold."""
    depth, found = 0, ""
    for part in _PART.findall(text):
        depth += (part == "(") - (part == ")")
        if part == "," and not depth:
            yield found
            found = ""
        else:
            found += part
    yield found
