"""What a visitor of the arena finds among the tasks."""

from lifeworld.arena.site.tasks import search
from lifeworld.taskkit.catalogue import tasks


def test_words_of_a_card_find_it() -> None:
    """Also those that are no words of the catalogue, but of the person's own life."""
    shown, _ = search("add a task", "nora")
    title = shown[0].goal.partition("“")[2].partition("”")[0]
    assert title and shown[0] in search(title, "nora")[0]
    assert search("no such words anywhere", "nora") == ([], 0)


def test_the_words_as_written_come_before_the_same_words_apart() -> None:
    shown, more = search("a bill", "nora")
    texts = {one.id: " ".join((*one.goals, one.__doc__ or "")).casefold() for one in tasks()}
    first = ["a bill" in texts[one.id] for one in shown]
    assert more and first[0] and first == sorted(first, reverse=True)
