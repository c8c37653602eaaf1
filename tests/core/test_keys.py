import pytest

from lifeworld.core.keys import chord, key_name


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("Return", ("Enter",)),
        ("ctrl+s", ("Control", "s")),
        ("Page_Down", ("PageDown",)),
        ("ctrl++", ("Control", "+")),
        ("Prior", ("PageUp",)),
        ("KP_Enter", ("Enter",)),
        ("super", ("Meta",)),
        (["CTRL", "A"], ("Control", "a")),
        (["ARROWDOWN"], ("ArrowDown",)),
        ("KeyA", ("a",)),
        ("Digit1", ("1",)),
        ("plus", ("+",)),
        ("+", ("+",)),
        (" ", ("Space",)),
        ("f5", ("F5",)),
        ("T+shift+ctrl", ("Control", "Shift", "t")),
    ],
)
def test_chords(written: str | list[str], keys: tuple[str, ...]) -> None:
    assert chord(written) == keys


@pytest.mark.parametrize("written", ["", [], "hyper+x", "ctrl+", ["enter", "blorp"]])
def test_unknown_keys_are_refused(written: str | list[str]) -> None:
    with pytest.raises(ValueError, match="key"):
        chord(written)


def test_single_characters_stay_themselves() -> None:
    assert key_name("É") == "é"
    assert key_name("/") == "/"
