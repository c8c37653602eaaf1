"""Pages that are kept: as many as there is room for, packed where it is scarce."""

from lifeworld.web.kept import Kept

PAGE = 10_000  # bytes


def test_pages_are_packed_once_room_gets_scarce_and_read_the_same() -> None:
    kept = Kept(10 * PAGE)
    pages = [f"{number:04d}".encode() * (PAGE // 4) for number in range(40)]
    for number, page in enumerate(pages):
        kept.add(kept.keep(number, page, writes=False).drawn, read=object(), size=0)
        assert kept.size <= kept.most
    found = {number: kept.find(number) for number in range(len(pages))}
    assert all(found.values())  # four times as many as fit unpacked
    assert all(one and one.drawn.html == pages[number] for number, one in found.items())
    kept.clear()
    assert kept.size == 0
