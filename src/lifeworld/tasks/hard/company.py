"""The people of long tasks, what they have said, and what several of these tasks do."""

from datetime import date, time, timedelta

from lifeworld.life.models import Person
from lifeworld.taskkit import User, button, derived, field, link, number
from lifeworld.tasks.cross.beforehand import friends
from lifeworld.tasks.cross.wishes import priced
from lifeworld.tasks.messenger import open_named


def another_order(company: tuple[Person, ...], turn: int) -> tuple[Person, ...]:
    """Return the same people, of whom another one is first each time: what each does is no matter of the list."""
    first = turn % len(company)
    return (*company[first:], *company[:first])


class Company:
    """Four friends, in the order of what each of them does in the task."""

    turn: int = number(0, 5000)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    roles: tuple[Person, ...] = derived(lambda company, turn: another_order(company, turn // 7))

    def named(self, name: str) -> Person:
        """Return the one of them who has this name on screens."""
        return next(person for person in self.company if person.name == name)


class LargeCompany(Company):
    """Five friends."""

    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 5))


def heard(user: User, name: str, words: str) -> str:
    """Open the chat with somebody; return the last thing in it that holds these words, "" where nothing does."""
    open_named(user, name)
    said = [text for line in user.page.lines("Messages") for text in line.text.splitlines() if words in text]
    return next((text for text in reversed(said) if not text.startswith("Options for")), "")


def later(at: time, hours: int) -> time:
    """Return the time of day some hours later."""
    return at.replace(hour=at.hour + hours)


def set_due(user: User, title: str, on: date) -> None:
    """Give the task that is on the screen another day, and go back to its list."""
    user.click(link(title))
    user.click(link("Due date…"))
    user.fill(field("Another date"), on)
    user.click(button("Save"))


def before(on: date) -> date:
    return on - timedelta(days=1)


def into_cart(user: User, name: str, count: int = 1) -> None:
    """Find a product by its name and put some of it into the cart."""
    priced(user, name)
    if count > 1:
        user.choose(field("Quantity"), str(count))
    user.click(button("Add to cart"))
