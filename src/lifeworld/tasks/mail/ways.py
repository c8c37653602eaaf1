"""Ways through Post, and what its tasks pick by."""

from textwrap import shorten

from lifeworld.apps.mail.models import Line, Message, Thread
from lifeworld.life.models import Person
from lifeworld.taskkit import Line as Listed
from lifeworld.taskkit import User, box, button, field, link

FOLDERS = (link("Folders"),)
_TYPED = 80  # letters of a subject, which are enough to find it by


def in_inbox(row: Thread) -> bool:
    """Return whether a conversation lies in the inbox and can be searched for by its subject."""
    return row.place == "inbox" and '"' not in row.subject


def reachable(row: Thread) -> bool:
    return not (row.binned or row.spam)


def outside_spam(row: Thread) -> bool:
    """Return whether a conversation is what its subject stands for, wherever the owner has put it."""
    return not row.spam and bool(row.subject) and '"' not in row.subject


def from_person(row: Message) -> bool:
    """Return whether a letter in the inbox is somebody's, and the last of its conversation."""
    written = row.person_id is not None and not row.mine and row.layout == "letter"
    return written and in_inbox(row.thread) and row.thread.messages[-1].id == row.id


def known(row: Person) -> bool:
    return row.relation != "me"


def search(user: User, text: str) -> None:
    """Open Post and search."""
    user.open("Post")
    user.fill(field("Search mail"), text)
    user.click(button("Search"))


def open_filters(user: User) -> None:
    """Open the form that searches by sender, day and so on."""
    user.open("Post")
    wide = user.page.tree.find("link", "Search options")
    user.click(link("Search options" if wide else "More filters"))


def open_thread(user: User, thread: Thread, where: str = "") -> None:
    """Find a conversation by its subject, or how that begins, and open it."""
    search(user, f'subject:"{shorten(thread.subject, _TYPED, placeholder="")}"{where}')
    user.click(link(thread.subject))


def select(user: User, *threads: Thread) -> None:
    """Tick conversations of the list that is on the screen."""
    if user.page.tree.find("link", "Select"):  # the phone shows no boxes before
        user.click(link("Select"))
    for thread in threads:
        user.check(box(f"Select “{thread.subject}”"))


def select_found(user: User, thread: Thread) -> None:
    """Look for a conversation of the inbox by its subject, and tick it."""
    search(user, f'subject:"{thread.subject}" in:inbox')
    select(user, thread)


def open_letter(user: User, letter: Message) -> None:
    """Find somebody's letter in the inbox by its subject and sender, and open it."""
    open_thread(user, letter.thread, f' from:"{letter.sender_name}" in:inbox')


def open_folder(user: User, name: str) -> None:
    """Open a folder, a label or the like from the list of folders."""
    user.open("Post")
    user.click(link(name), via=FOLDERS)


def compose(user: User, subject: str, text: str, **recipients: str) -> None:
    """Write a new letter up to its last step; recipients by field: To, Cc, Bcc."""
    user.open("Post")
    user.click(link("Compose"))
    for name, value in recipients.items():
        user.fill(field(name), value)
    user.fill(field("Subject"), subject)
    user.fill(field("Message"), text)


def choose_contact(user: User, person: Person) -> None:
    """Choose whom the letter that is being written goes to, among the contacts."""
    user.click(button("Choose a contact for To"))
    user.fill(field("Find a contact"), person.name)
    user.click(button("Search"))
    user.click(link(person.name))


def forward(user: User, person: Person, note: str) -> None:
    """Pass the letter that is open on to somebody."""
    user.click(link("Forward"))
    user.fill(field("To"), person.name)
    user.fill(field("Message"), note)
    user.click(button("Send"))


def letter_of(line: Line) -> Message:
    """Return the letter that a line stands in."""
    return line.follow(Message, line.message_id)


def open_invoice(user: User, line: Line) -> None:
    """Find an invoice by its number and open it."""
    search(user, f'"{line.value}"')
    user.click(link(letter_of(line).thread.subject))


def asks_for_payment(row: Line) -> bool:
    """Return whether a line holds the number of an invoice that can be found."""
    return row.text == "Invoice number" and letter_of(row).layout == "invoice"


def subject_of(line: Listed) -> str:
    """Return the subject that a conversation's line in a list shows."""
    return line.names[0]
