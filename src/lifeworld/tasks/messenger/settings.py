"""The profile, privacy, notifications and looks."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Audience, Chat, FontSize, Wallpaper
from lifeworld.store import Store
from lifeworld.taskkit import Task, User, box, button, derived, field, link, option, phrase, pick, way
from lifeworld.tasks.messenger.ways import MENU, PEOPLE, open_chat, open_info, open_setting


class NewAbout(Task):
    """The words under one's name change."""

    goals = [
        "Change my About in Chatter to “{line}”",
        "My Chatter profile should say “{line}”. Leave my name as it is.",
        "Set the About line of my profile to “{line}”",
    ]
    tags = ["short"]

    line: str = phrase(
        "On parental leave",
        "Text, don't call",
        "Mostly harmless",
        "Learning the cello",
        "Away until Monday",
        "Knee-deep in boxes",
        "Slow but steady",
        "Tea first",
        "New phone, same me",
        "Ask me about bees",
        "Half asleep",
        "On the night shift",
        "Between two trains",
        "Training for ten miles",
    )
    name: str = derived(lambda store: messenger.own.settings(store).name)

    def effects(self):
        yield messenger.SaveProfile(self.name, self.line)

    def solution(self, user):
        open_setting(user, self.name)
        user.fill(field("About"), self.line)
        user.click(button("Save"))


LABELS = {"everyone": "Everyone", "contacts": "My contacts", "nobody": "Nobody"}


class TightenPrivacy(Task):
    """It is chosen who sees what, and read receipts go."""

    goals = [
        "In Chatter's privacy settings, choose who sees what: last seen {seen}, profile photo {photo}, About {line}. "
        "And switch read receipts off.",
        "Last seen: {seen}. Profile photo: {photo}. About: {line}. Read receipts: off. Please set Chatter's privacy "
        "like that.",
        "Set up my privacy in Chatter. Last seen is for {seen}, my photo for {photo}, my About for {line}; and there "
        "should be no read receipts.",
    ]

    seen: Audience = phrase("everyone", "contacts", "nobody")
    photo: Audience = phrase("everyone", "contacts", "nobody")
    line: Audience = phrase("everyone", "contacts", "nobody")

    def effects(self):
        yield messenger.SavePrivacy(self.seen, self.photo, self.line, receipts=False)

    def solution(self, user):
        open_setting(user, "Privacy")
        user.choose(field("Last seen and online"), LABELS[self.seen])
        user.choose(field("Profile photo"), LABELS[self.photo])
        user.choose(field("About"), LABELS[self.line])
        user.check(box("Read receipts"), False)
        user.click(button("Save"))


class HidePreviews(Task):
    """Notifications show less."""

    goals = [
        "Switch off {part} in Chatter's message notifications. The rest stays as it is.",
        "In Chatter's notification settings, turn {part} off and leave everything else.",
        "I don't want {part} in my Chatter notifications any more. Turn that off in its settings, nothing else.",
    ]
    tags = ["short"]

    part: str = phrase("message previews", "reactions to my messages")

    def effects(self, store: Store):
        now = messenger.own.settings(store)
        words = self.part == "message previews"
        yield messenger.SaveNotifications(previews=now.previews and not words, reactions=now.reactions and words)

    def solution(self, user):
        open_setting(user, "Message notifications")
        user.check(box({"message previews": "Show previews"}.get(self.part, "Reactions to my messages")), False)
        user.click(button("Save"))


def set_wallpaper(user: User, wallpaper: Wallpaper) -> None:
    """Choose a wallpaper on the page of wallpapers."""
    user.click(option(wallpaper.capitalize()))
    user.click(button("Set wallpaper"))


class DressUp(Task):
    """All chats get another wallpaper and another size of letters."""

    goals = [
        "Set Chatter's wallpaper to {wallpaper} and its font size to {size}.",
        "I'd like the {wallpaper} wallpaper behind all my Chatter chats, and the font size {size}.",
        "Change the looks of Chatter: wallpaper {wallpaper}, font size {size}.",
    ]

    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles", "plain")
    size: FontSize = phrase("small", "large")

    def effects(self):
        yield messenger.SetWallpaper(self.wallpaper)
        yield messenger.SetFontSize(self.size)

    def solution(self, user):
        self._wallpaper(user)
        self._size(user)

    @way
    def size_first(self, user):
        self._size(user)
        self._wallpaper(user)

    def _wallpaper(self, user):
        open_setting(user, "Wallpaper")
        set_wallpaper(user, self.wallpaper)

    def _size(self, user):
        open_setting(user, "Font size")
        user.click(option(self.size.capitalize()))
        user.click(button("Set font size"))


class WallpaperOfOne(Task):
    """One chat gets a wallpaper of its own."""

    goals = [
        "Give my Chatter chat with {chat.name} the {wallpaper} wallpaper. Only that chat.",
        "In my chat with {chat.name}, change the wallpaper to {wallpaper}; the other Chatter chats keep theirs.",
        "I want the wallpaper {wallpaper} behind my Chatter chat with {chat.name} and nowhere else.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles")

    def effects(self):
        yield messenger.SetChatWallpaper(self.chat, self.wallpaper)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Wallpaper"), via=MENU)
        set_wallpaper(user, self.wallpaper)

    @way
    def from_the_contact_info(self, user):
        open_info(user, self.chat)
        user.click(link("Wallpaper"))
        set_wallpaper(user, self.wallpaper)
