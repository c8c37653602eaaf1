"""Post's own rules: who a letter goes to, where it lies, what a search finds, what machines write."""

from datetime import timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail import search
from lifeworld.apps.mail.models import ME, Attachment, Draft, DraftFile, Line, Message, Recipient, Thread, Vacation
from lifeworld.apps.mail.people import Unclear, addressees
from lifeworld.core.actions import Click, Ref
from lifeworld.core.errors import Refused
from lifeworld.core.money import Money
from lifeworld.env.drivers.dom import Dom
from lifeworld.life import events, goods
from lifeworld.life.models import Business, Person
from lifeworld.proof.crawl import get
from lifeworld.store import Sent
from lifeworld.web import Request
from lifeworld.web.formats import glyph
from lifeworld.world import World


def contacts(world, count):
    return world.store.all(Person, "relation <> 'me'", limit=count)


def letter(world, sender, **more):
    """Let a letter arrive and return it."""
    values = {"thread": "test", "subject": "Bring the ladder", "body": "Please do.", **more}
    world.happen(events.Mailed(at=world.store.now, person_id=sender.id, **values))
    return world.store.all(Message, order="id DESC", limit=1)[0]


def fields(message):
    return {(one.field, one.name) for one in message.recipients}


def found(world, text):
    conditions = search.of_text(text, world.store.now.date())
    assert not conditions.problem
    query = f"SELECT t.id FROM mail_thread t WHERE {conditions.where}"
    return {row[0] for row in world.store.sql(query, *conditions.args)}


def test_a_letter_to_a_name_an_address_and_a_stranger_leaves_three_recipients_and_a_trace(world):
    one, two = contacts(world, 2)
    world.do(mail.Send(one.name, two.email.upper(), "nobody@far.example", "Hello", "How are you?"))
    sent = world.store.all(Message, order="id DESC", limit=1)[0]
    assert fields(sent) == {("to", one.name), ("cc", two.name), ("bcc", "nobody@far.example")}
    assert sent.mine and sent.thread.place == "archive"
    trace = world.store.one(Sent)
    assert trace.app == "mail" and trace.parts[:2] == ("Hello", "How are you?")
    assert "nobody@far.example" in trace.to


def test_everybody_is_addressed_once(world):
    (one,) = contacts(world, 1)
    assert [who.person_id for who in addressees(world.store, f"{one.name}; {one.email}, <{one.email}>")] == [one.id]


def test_a_part_of_a_name_is_not_guessed(world):
    (one,) = contacts(world, 1)
    with pytest.raises(Unclear) as unclear:
        addressees(world.store, one.name[:-1])
    assert one.name in unclear.value.matches


def test_answering_all_reaches_the_others_and_never_oneself(world):
    one, two, three = contacts(world, 3)
    message = letter(world, one, to=(ME, two.id), cc=(three.id,))
    world.do(mail.ReplyAll(message, "Fine."))
    answer = message.thread.messages[-1]
    assert fields(answer) == {("to", one.name), ("to", two.name), ("cc", three.name)}
    assert "Please do." in answer.quote


def test_answering_ones_own_letter_goes_to_its_reader(world):
    (one,) = contacts(world, 1)
    world.do(mail.Send(one.name, subject="Hello", body="First"))
    own = world.store.all(Message, order="id DESC", limit=1)[0]
    world.do(mail.Reply(own, "Second"))
    assert fields(own.thread.messages[-1]) == {("to", one.name)}


def test_a_forward_is_a_conversation_of_its_own_and_keeps_the_files(world):
    one, two = contacts(world, 2)
    message = letter(world, one, attachments=(events.Attachment("plan.pdf", 120),))
    world.do(mail.Forward(message, two.name))
    passed_on = world.store.all(Message, order="id DESC", limit=1)[0]
    assert passed_on.thread.subject == "Fwd: Bring the ladder" and passed_on.thread_id != message.thread_id
    assert [file.name for file in passed_on.attachments] == ["plan.pdf"]


def test_a_new_letter_brings_its_conversation_back_to_the_inbox(world):
    (one,) = contacts(world, 1)
    thread = letter(world, one).thread
    world.do(mail.Delete(thread))
    assert letter(world, one, body="And the rope.").thread_id == thread.id
    again = world.store.get(Thread, thread.id)
    assert again.place == "inbox" and again.unread


def test_restoring_puts_an_archived_conversation_back_into_the_archive(world):
    thread = world.store.one(Thread, "archived = 1 AND binned = 0 AND spam = 0")
    world.do(mail.Delete(thread))
    assert world.do(mail.Restore(thread)).place == "archive"


def test_bulk_leaves_alone_what_is_done_already(world):
    inbox, archived = world.store.one(Thread, listing_of("inbox")), world.store.one(Thread, "archived = 1")
    world.do(mail.Bulk((inbox, archived), "archive"))
    assert {change.id for change in world.changes().rows} == {inbox.id}


def listing_of(place):
    return search.PLACES[place].replace("t.", "")


def test_a_draft_is_sent_once_and_is_gone(world):
    (one,) = contacts(world, 1)
    draft = world.do(mail.SaveDraft(one.name, subject="Later", body="Soon"))
    world.do(mail.SendDraft(draft))
    with pytest.raises(Refused) as refused:
        world.do(mail.SendDraft(draft))
    assert refused.value.code == "gone" and not world.store.count(Draft, "id = ?", draft.id)


def test_a_drafts_recipients_are_kept_as_the_contacts_call_them(world):
    one, two = contacts(world, 2)
    typed = f"{one.email.upper()}; {two.name} <{two.email}>, x@example.org, nobody I know,{one.name}"
    draft = world.do(mail.SaveDraft(typed, cc=f"<{two.email}>", subject="Later"))
    assert (draft.to, draft.cc) == (f"{one.name}, {two.name}, x@example.org, nobody I know", two.name)
    assert world.do(mail.EditDraft(draft, one.email)).to == one.name
    shop = world.store.one(Business, "email <> ''")
    assert world.do(mail.EditDraft(draft, f"The shop <{shop.email}>")).to == shop.name
    message = world.store.one(Message, "person_id <> 1")
    assert world.do(mail.SaveAnswer(message, "forward", to=one.email)).to == one.name


def test_a_draft_to_one_of_two_people_of_one_name_keeps_the_address(world):
    one, two = contacts(world, 2)
    with world.store.writing():
        world.store.change(two, name=one.name)
    assert world.do(mail.SaveDraft(two.email, subject="Later")).to == two.email
    assert world.do(mail.SaveDraft(one.name, subject="Later")).to == one.name


def test_the_vacation_reply_answers_each_person_once(world):
    one, two = contacts(world, 2)
    today = world.store.now.date()
    world.do(mail.SaveVacation(True, today, today + timedelta(days=3), "Away", "Back on Friday."))
    for sender, key in ((one, "a"), (one, "b"), (two, "c")):
        letter(world, sender, thread=key)
    said = world.store.all(Message, "body = 'Back on Friday.'")
    assert [fields(message) for message in said] == [{("to", one.name)}, {("to", two.name)}]


def test_no_vacation_reply_before_it_begins(world):
    vacation = Vacation(on=True, first=world.store.now.date() + timedelta(days=1))
    assert not vacation.active(world.store.now.date())


def test_operators_narrow_a_search(world):
    (one,) = contacts(world, 1)
    message = letter(
        world,
        one,
        subject="Ladder",
        body="It is 3 m long",
        read=False,
        attachments=(events.Attachment("ladder.jpg", 90),),
    )
    for text in (
        f'from:"{one.name}" ladder',
        "subject:ladder is:unread has:attachment",
        'to:me "3 m long" in:inbox',
        "ladder.jpg after:2020-01-01",
    ):
        assert message.thread_id in found(world, text), text
    for text in (
        "ladder is:read",
        "ladder -has:attachment",
        "ladder from:me",
        "ladder in:bin",
        "ladder before:2020-01-01",
    ):
        assert message.thread_id not in found(world, text), text


def test_a_receipt_is_found_by_its_amount(world):
    line = world.store.one(Line, "total = 1 AND amount > 1000")
    thread = world.store.get(Message, line.message_id).thread_id
    assert thread in found(world, f"{line.amount.plain} in:anywhere")


def test_an_unknown_operator_value_is_said_and_finds_nothing(world):
    page = world.site.handle(Request("GET", "/mail/search", (("q", "is:purple"),))).body.decode()
    assert "is: takes unread, read or starred" in page and "0 conversations" in page


def test_the_filter_form_leads_to_the_search_it_stands_for(world):
    filled = (("q", ""), ("from", "Megacart"), ("to", ""), ("subject", ""), ("in", "inbox"), ("label", ""))
    there = world.site.handle(Request("GET", "/mail/search", filled)).headers["location"]
    assert there == "/mail/search?q=from%3AMegacart+in%3Ainbox"


def test_receipts_add_up(world):
    receipts = world.store.all(Message, "layout = 'receipt'")
    assert receipts
    for message in receipts:
        amounts = [(line.amount, line.total) for line in message.lines if line.amount is not None]
        parts = sum(amount.cents for amount, total in amounts if not total)
        assert [amount for amount, total in amounts if total] == [Money(parts)] or len(amounts) == 1


def test_what_is_bought_during_an_episode_is_confirmed_unread(world):
    before = world.store.count(Thread)
    article = goods.products()[0]
    line = events.Line(article.key, article.name, article.variants[0], 2, Money(1250))
    world.happen(
        events.Purchase(
            at=world.store.now,
            business_id=world.store.value("SELECT id FROM life_business WHERE name = 'Megacart'"),
            number="MC-TEST-1",
            lines=(line,),
            delivery=Money(499),
            purse="credit",
            address="1 Test Street",
            arrives=world.store.now.date(),
        )
    )
    thread = world.store.all(Thread, order="id DESC", limit=1)[0]
    assert world.store.count(Thread) == before + 1 and thread.unread and thread.place == "inbox"
    assert [line.amount for line in thread.messages[0].lines if line.total] == [Money(2999)]


def test_opening_a_conversation_only_marks_it_read(world):
    thread = world.store.one(Thread, "unread = 1 AND binned = 0")
    assert world.site.handle(Request("GET", f"/mail/thread/{thread.id}")).status == 200
    assert not world.store.get(Thread, thread.id).unread
    assert [(change.table, change.id) for change in world.changes().rows] == [("mail_thread", thread.id)]


def test_every_message_has_a_sender_and_a_reader(world):
    unread_by_anyone = "id NOT IN (SELECT message_id FROM mail_recipient)"
    assert not world.store.count(Message, unread_by_anyone)
    assert not world.store.count(Message, "person_id IS NULL AND business_id IS NULL AND address = ''")
    assert world.store.count(Recipient) >= world.store.count(Message)


def test_showing_more_of_a_long_list_reaches_all_of_it(world):
    address, seen = "/mail/archive", 0
    while address:
        page = LexborHTMLParser(get(world, address).body.decode())
        shown = [node.attributes["href"] for node in page.css(".entry-subject")]
        assert len(shown) > seen and len(set(shown)) == len(shown)
        seen, more = len(shown), page.css_first("a.more")
        address = more.attributes["href"] if more else ""
    assert seen == world.store.count(Thread, listing_of("archive"))


def test_all_that_is_wrong_with_a_letter_is_told_at_once(world):
    Dom().open_now(world)
    sent = (("token", world.token), ("to", "Nobody Such"), ("cc", "no one either"), ("subject", ""), ("body", " "))
    page = world.site.handle(Request("POST", "/mail/compose", (), sent)).body.decode()
    for told in ("“Nobody Such” is neither", "“no one either” is neither", "Write a subject or a message."):
        assert told in page


def test_all_that_is_wrong_with_a_vacation_reply_is_told_at_once(world):
    Dom().open_now(world)
    sent = (("token", world.token), ("on", "on"), ("last", "Mar 3, 2020"))
    page = world.site.handle(Request("POST", "/mail/settings/vacation", (), sent)).body.decode()
    assert "Enter the reply." in page and "Choose the first day." in page


def test_a_person_has_the_face_that_other_apps_show(world):
    (one,) = contacts(world, 1)
    page = get(world, f"/mail/thread/{letter(world, one).thread_id}").body.decode()
    assert f"avatars/peeps/{one.avatar}.svg" in page


def test_a_person_is_shown_on_the_map_where_they_live(world):
    (one,) = contacts(world, 1)
    found = LexborHTMLParser(get(world, f"/mail/person/{one.id}").body.decode()).css_first("svg.map[role=img]")
    assert found.attributes["aria-label"] == f"Map of {one.address}" and found.css_first(".pin")


def some_files(world, count):
    return tuple(world.store.all(Attachment, "name LIKE 'Payslip%'", limit=count))


def test_files_go_with_a_letter_by_name_and_others_notice_which(world):
    one, files = contacts(world, 1)[0], some_files(world, 2)
    world.do(mail.Send(one.name, subject="Papers", files=files[::-1]))
    sent = world.store.all(Message, order="id DESC", limit=1)[0]
    names = sorted(file.name for file in files)
    assert [file.name for file in sent.attachments] == names
    assert world.store.one(Sent).parts[-2:] == tuple(names)
    world.do(mail.Forward(sent, one.name, files=files[:1]))  # which it brings along itself
    again = world.store.all(Message, order="id DESC", limit=1)[0]
    assert [file.name for file in again.attachments] == names


def test_a_draft_keeps_its_files_until_others_take_their_place(world):
    one, files = contacts(world, 1)[0], some_files(world, 3)
    draft = world.do(mail.SaveDraft(one.name, files=files[:2]))
    assert draft.files == list(files[:2])
    held = {row.attachment_id: row.id for row in world.store.all(DraftFile)}
    draft = world.do(mail.EditDraft(draft, one.name, subject="Papers", files=files[1:]))
    assert draft.files == list(files[1:])
    assert {row.attachment_id: row.id for row in world.store.all(DraftFile)}[files[1].id] == held[files[1].id]
    world.do(mail.SendDraft(draft))
    sent = world.store.all(Message, order="id DESC", limit=1)[0]
    assert {file.name for file in sent.attachments} == {file.name for file in files[1:]}
    assert not world.store.all(DraftFile)


def test_files_of_a_draft_that_were_all_taken_away_do_not_come_back_from_the_list(world):
    driver, [file] = Dom(), some_files(world, 1)
    draft = world.do(mail.SaveDraft("someone@far.example", files=(file,)))
    driver.open_now(world, f"/mail/draft/{draft.id}/edit")
    for role, name in (("checkbox", file.name), ("button", "Attach a file"), ("link", "Back")):
        node = next(node for node in driver.view_now().tree.all(role) if node.name.startswith(name))
        assert driver.act_now(Click(target=Ref(id=node.ref))).ok
    assert driver.view_now().url.startswith(f"/mail/draft/{draft.id}/edit?")
    assert driver.view_now().tree.find("checkbox") is None


def test_the_list_has_each_file_once_and_none_of_the_bin(world):
    def listed(typed):
        page = LexborHTMLParser(get(world, f"/mail/files?find={typed}").body.decode())
        return [row.text().strip() for row in page.css(".list .row-title")]

    [file] = some_files(world, 1)
    world.do(mail.Send("someone@far.example", subject="A copy", files=(file,)))
    assert listed(file.name) == [file.name]
    world.do(mail.Delete(world.store.all(Message, order="id DESC", limit=1)[0].thread))
    world.do(mail.Delete(file.message.thread))
    assert not listed(file.name)


def test_a_letter_becomes_a_task_with_a_note_of_who_wrote_where_there_are_lists_for_it(world: World) -> None:
    letter = world.store.one(Message, "person_id <> ? AND layout = 'letter'", ME, order="sent_at DESC")
    thread, day = letter.thread, world.store.now.date() + timedelta(days=3)
    page = f"/mail/thread/{thread.id}"
    assert f'href="{page}/note"' in get(world, page).body.decode()
    world.do(mail.NoteConversation(thread, "Answer", "Inbox", day))
    made = world.store.sql("SELECT title, list_id, due, note FROM todo_task ORDER BY id DESC LIMIT 1")
    assert made == [("Answer", 1, day.isoformat(), f"From {mail.writer(thread)}")]
    world.store.knows = {}  # no app for things to do
    world.do(mail.Star(thread) if not thread.starred else mail.Unstar(thread))  # pages are kept by what the world holds
    assert f'href="{page}/note"' not in get(world, page).body.decode()
    with pytest.raises(Refused, match="Ticked has no list “Inbox”"):
        world.do(mail.NoteConversation(thread, "Answer", "Inbox"))


def test_every_business_that_writes_has_a_logo(world):
    senders = world.store.all(Business, "id IN (SELECT business_id FROM mail_message)")
    assert len(senders) > 20
    assert {one.name for one in senders if not glyph(one.emoji)} <= {"Millrace Dental Practice"}  # no icon is a tooth
