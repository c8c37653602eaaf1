"""Chatter's own rules."""

from datetime import timedelta
from pathlib import Path

import pytest

from lifeworld.apps.calendar.models import Event, Guest
from lifeworld.apps.messenger import commands as c
from lifeworld.apps.messenger import views
from lifeworld.apps.messenger.commands.chats import unread
from lifeworld.apps.messenger.models import (
    PHOTOS,
    Call,
    Chat,
    Contact,
    Member,
    Message,
    Quote,
    Reaction,
    Settings,
    Status,
)
from lifeworld.apps.messenger.views import badge, by_id, lines, notices, tick
from lifeworld.apps.messenger.views.thread import WINDOW
from lifeworld.core.choices import PEOPLE
from lifeworld.core.errors import Refused
from lifeworld.life.events import Messaged
from lifeworld.store import Sent
from lifeworld.web import DEVICES, Look, Request
from lifeworld.world import World, load

LAST = "sent_at DESC, id DESC"


def talk(world: World) -> Chat:
    """A direct chat in which both have written."""
    return world.store.one(Chat, "person_id IN (SELECT sender_id FROM messenger_message) AND NOT archived")


def get(world: World, path: str, **query: object) -> str:
    pairs = tuple((name, str(value)) for name, value in query.items())
    response = world.site.handle(Request("GET", f"/messenger{path}", pairs))
    assert response.status == 200, (path, world.site.fault)
    return response.body.decode()


def test_a_message_is_kept_as_typed_and_leaves_a_trace_that_deleting_keeps(world: World) -> None:
    chat = talk(world)
    world.do(c.Send(chat, "  Zwei  Räume,\nbitte 🙏 "))
    message = world.store.one(Message, "chat_id = ?", chat.id, order=LAST)
    assert (message.text, message.sender_id) == ("Zwei  Räume,\nbitte 🙏", 1)
    world.do(c.DeleteMessage(message))
    assert world.store.one(Sent, "what = ?", "Zwei  Räume,\nbitte 🙏").to == chat.name


def test_a_reply_quotes_the_very_message_among_those_of_the_same_second(world: World) -> None:
    chat = talk(world)
    for text in ("one", "two", "three"):
        world.do(c.Send(chat, text))
    two = world.store.one(Message, "chat_id = ? AND text = 'two'", chat.id, order=LAST)
    world.do(c.Reply(two, "to two"))
    assert world.store.one(Quote, order="id DESC").quoted_id == two.id
    world.do(c.DeleteMessage(two))
    assert world.store.first(Quote, "quoted_id = ?", two.id) is None


def test_an_own_message_is_sent_then_delivered_then_read_once_somebody_answers(world: World) -> None:
    chat, begun = talk(world), world.store.now
    world.do(c.Send(chat, "Anybody there?"))
    message = world.store.one(Message, "chat_id = ?", chat.id, order=LAST)
    later = begun + timedelta(minutes=1)
    assert tick(message, None, begun) == "sent"
    assert tick(message, None, later) == "delivered"
    assert tick(message, later, later) == "read"


def test_opening_a_chat_reads_it_and_paging_back_does_not(world: World) -> None:
    talks = world.store.all(Chat, "person_id IN (SELECT sender_id FROM messenger_message) AND NOT archived")
    chat = next(one for one in talks if not unread(world.store, one))
    before = badge(world.store)
    at = world.store.now
    world.happen(Messaged(at=at, chat=chat.addressed(), sender_id=chat.person_id, text="Psst", read=False))
    psst = world.store.one(Message, "text = 'Psst'")
    assert badge(world.store) == before + 1
    assert any(notice.text == "Psst" for notice in notices(world.store))
    get(world, f"/chat/{chat.id}", before=psst.id)
    assert not world.store.get(Message, psst.id).read
    get(world, f"/chat/{chat.id}")
    assert world.store.get(Message, psst.id).read and badge(world.store) == before


def test_earlier_and_newer_windows_meet_without_gap_or_overlap(world: World) -> None:
    chat = world.store.get(
        Chat, world.store.value("SELECT chat_id FROM messenger_message GROUP BY chat_id ORDER BY count(*) DESC LIMIT 1")
    )
    ordered = [m.id for m in world.store.all(Message, "chat_id = ?", chat.id, order="sent_at, id")]
    assert len(ordered) > 80

    def shown(**query: int) -> list[int]:
        page = get(world, f"/chat/{chat.id}", **query)
        return [i for i in ordered if f'href="/messenger/message/{i}"' in page]

    latest = shown()
    assert latest == ordered[-WINDOW:]
    assert shown(before=latest[0]) == ordered[-2 * WINDOW : -WINDOW]
    assert shown(after=ordered[-2 * WINDOW - 1]) == ordered[-2 * WINDOW : -WINDOW]
    assert ordered[10] in shown(at=ordered[10])


def test_pinned_chats_come_first_and_archived_ones_only_by_themselves(world: World) -> None:
    store = world.store
    found = lines(store, by_id(store))
    pinned = [line.chat.pinned_at is not None for line in found]
    assert pinned == sorted(pinned, reverse=True) and any(pinned)
    chat = found[-1].chat if not found[-1].chat.archived else found[-2].chat
    world.do(c.Archive(chat))
    address = f'href="/messenger/chat/{chat.id}"'
    assert address not in get(world, "/") and f"/messenger/chat/{chat.id}" in get(world, "/", only="archived")


def test_a_muted_chat_is_loud_again_when_its_time_is_over(world: World) -> None:
    chat = world.do(c.Mute(talk(world), "8 hours"))
    assert chat.is_muted(world.store.now + timedelta(hours=7, minutes=59))
    assert not chat.is_muted(world.store.now + timedelta(hours=8))
    assert world.do(c.Mute(chat, "always")).is_muted(world.store.now + timedelta(days=900))


def test_one_reaction_a_person(world: World) -> None:
    message = world.store.one(Message, "id NOT IN (SELECT message_id FROM messenger_reaction)")
    world.do(c.React(message, "👍"))
    world.do(c.React(message, "😂"))
    assert [r.emoji for r in world.store.all(Reaction, "message_id = ?", message.id)] == ["😂"]
    world.do(c.Unreact(message))
    assert not world.store.count(Reaction, "message_id = ?", message.id)


def test_every_reaction_of_ones_own_can_be_taken_back(world: World) -> None:
    own = world.store.all(Reaction, "person_id = 1")
    for emoji in sorted({reaction.emoji for reaction in own}):
        message = next(reaction.message_id for reaction in own if reaction.emoji == emoji)
        page = world.site.handle(Request("GET", f"/messenger/message/{message}")).body.decode()
        assert f'aria-label="Remove {emoji}"' in page


def test_a_made_group_is_a_chat_like_any_other(world: World) -> None:
    two = world.store.all(Contact, "NOT blocked", limit=2)
    for _ in range(2):
        made = world.do(c.CreateGroup(" Night   swim ", tuple(two), "🎉"))
    groups = world.store.all(Chat, "title = 'Night swim'")
    assert len(groups) == 2 and groups[1].key == made.key
    world.do(c.Send(groups[1], "Bring towels"))
    assert world.store.one(Message, "chat_id = ?", groups[1].id).text == "Bring towels"
    assert world.store.count(Member, "chat_id = ?", groups[1].id) == 2


def test_nobody_writes_to_a_blocked_contact_by_any_way(world: World) -> None:
    chat = talk(world)
    contact = world.store.one(Contact, "person_id = ?", chat.person_id)
    message = world.store.one(Message, "chat_id = ? AND sender_id <> 1", chat.id)
    world.do(c.Block(contact))
    ways = (
        c.Send(chat, "x"),
        c.Reply(message, "x"),
        c.Forward(message, (chat,)),
        c.SendContact(chat, contact),
        c.SendPhoto(chat, "Mountain lake"),
        c.StartCall(chat),
        c.React(message, "👍"),
    )
    for command in ways:
        with pytest.raises(Refused) as refused:
            world.do(command)
        assert refused.value.code == "blocked"


def test_nobody_is_offered_their_own_card(world: World) -> None:
    chat, group = talk(world), world.store.one(Chat, "title = 'Rope team'")
    own = world.store.one(Contact, "person_id = ?", chat.person_id).name
    assert own not in get(world, f"/chat/{chat.id}/contact", q=own).partition("<fieldset")[2]
    assert own in get(world, f"/chat/{group.id}/contact", q=own).partition("<fieldset")[2]


def test_a_call_rings_first_and_lasts_until_hung_up(world: World) -> None:
    call = world.do(c.StartCall(talk(world), "voice"))
    assert call.seconds(world.store.now) == 0
    world.advance(66)
    call = world.do(c.HangUp(call))
    assert call.seconds(world.store.now + timedelta(hours=1)) == 60
    assert "1:00" in get(world, f"/call/{call.id}")
    assert world.store.first(Call, "ended_at IS NULL") is None


@pytest.mark.parametrize("name", PEOPLE)
def test_the_calls_of_the_past_fall_into_nothing_that_is_planned(name: str) -> None:
    world = World(load(name).data).start()
    planned = [e for e in world.store.all(Event, "NOT all_day AND repeats = ''")]
    calls = world.store.all(Call)
    assert len(calls) >= 10
    clashes = [
        (call, e)
        for call in calls
        for e in planned
        if call.started_at < e.ends
        and e.starts < (call.ended_at or e.starts)
        and not world.store.first(Guest, "event_id = ? AND person_id = ?", e.id, call.chat.person_id)
    ]
    shown = {status.posted_at.hour for status in world.store.all(Status)}
    world.close()
    assert clashes == [] and shown <= set(range(7, 23))


def test_a_long_list_shows_twenty_and_leads_to_the_rest(world: World) -> None:
    whole = world.store.count(Contact)
    assert whole > 40
    for size in (0, 40, 60, 20 * (whole // 20 + 1)):
        shown = min(size or 20, whole)
        page = get(world, "/new", show=size)
        assert page.count('class="row-title" href="/messenger/chat/') == shown
        assert ("Show more" in page) == (shown < whole)


def test_what_is_chosen_beyond_the_first_twenty_stays_in_sight(world: World) -> None:
    last = max(world.store.all(Contact), key=lambda contact: contact.name.casefold())
    form = (("token", world.token), ("title", ""), ("members", str(last.id)))
    page = world.site.handle(Request("POST", "/messenger/group/new", form_pairs=form)).body.decode()
    assert "Give the group a name." in page and "<details open>" in page
    assert "<details>" in get(world, "/group/new")


@pytest.mark.parametrize("world", ["desktop"], indirect=True)
def test_a_wide_screen_shows_the_list_and_the_call_beside_every_page(world: World) -> None:
    world.do(c.StartCall(talk(world)))
    member, call = world.store.one(Member), world.store.one(Call, "ended_at IS NOT NULL")
    for path, list_of in (
        (f"/chat/{member.chat_id}/rename", "Chats"),
        ("/settings/privacy", "Settings"),
        (f"/call/{call.id}", "Calls"),
    ):
        page = get(world, path)
        assert f'<h2 class="strong pane-title">{list_of}</h2>' in page and "Call in progress" in page
    assert f'href="/messenger/chat/{member.chat_id}/info"' in get(world, f"/member/{member.id}/remove")


def test_a_wide_screen_shows_what_belongs_beside_a_place_and_reads_nothing_by_it() -> None:
    world = World(load("desmond").data, Look("light", DEVICES["desktop"])).start()
    unread = world.store.all(Message, "NOT read AND sender_id <> 1")
    message = world.store.all(Message, "starred", order=LAST)[0]
    for path, shown in (
        *dict.fromkeys(("/", "/new", "/search"), 'class="composer"').items(),
        ("/calls", "<h1>Call info</h1>"),
        ("/calls?only=missed", "<dd>Missed</dd>"),
        ("/calls/new", "Chatter for desktop"),
        ("/status", 'class="status'),
        ("/starred", f'href="/messenger/chat/{message.chat_id}/info"'),
        ("/settings", 'action="/messenger/settings/profile"'),
    ):
        address, _, query = path.partition("?")
        assert shown in get(world, address, **dict([query.split("=")] if query else ())), path
    for call in world.store.all(Call):
        world.do(c.DeleteCall(call))
    for message in world.store.all(Message, "starred"):
        world.do(c.Unstar(message))
    for path in ("/calls", "/starred"):
        assert "Chatter for desktop" in get(world, path)
    assert unread == world.store.all(Message, "NOT read AND sender_id <> 1") != []
    world.close()


def test_a_chat_says_when_somebody_was_last_there(world: World) -> None:
    chat = talk(world)
    at = f"/chat/{chat.id}"
    assert "last seen" in get(world, at)
    world.happen(Messaged(at=world.store.now, chat=chat.addressed(), sender_id=chat.person_id, text="Here"))
    assert "<p>online</p>" in get(world, at)
    settings = world.store.get(Settings, 1)
    world.do(c.SavePrivacy("nobody", settings.photo, settings.about_seen, settings.receipts))
    assert "<p>online</p>" not in get(world, at)
    assert "last seen" not in get(world, at)


def test_every_photo_that_one_can_send_is_there() -> None:
    there = {file.stem for file in (Path(views.__file__).parents[1] / "static/photos").iterdir()}
    assert there == {title.lower().replace(" ", "-") for title in PHOTOS}
