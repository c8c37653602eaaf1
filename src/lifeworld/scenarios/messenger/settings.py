"""The profile, privacy, notifications and looks."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Audience, Chat, FontSize, Wallpaper
from lifeworld.scenarios import Scenario, User, box, button, derived, field, link, option, phrase, pick
from lifeworld.scenarios.messenger.ways import LISTED, MENU, open_chat, open_setting
from lifeworld.store import Store


class NewAbout(Scenario):
    """The words under one's name change."""

    goals = [
        "Change my About in Chatter to “{line}”",
        "My Chatter profile should say “{line}”. Leave my name as it is.",
        "Set the About line of my profile to “{line}”",
    ]
    tags = ["short"]

    line: str = phrase("On parental leave", "Text, don't call", "Mostly harmless", "Learning the cello")
    name: str = derived(lambda store: messenger.own.settings(store).name)

    def effects(self):
        yield messenger.SaveProfile(self.name, self.line)

    def solution(self, user):
        open_setting(user, self.name)
        user.fill(field("About"), self.line)
        user.click(button("Save"))


class TightenPrivacy(Scenario):
    """Fewer people see less."""

    goals = [
        "In Chatter's privacy settings, let {audience} see when I was last seen, and switch read receipts off.",
        "Last seen: {audience}. Read receipts: off. Please set that in Chatter, and change nothing else.",
        "Make Chatter show my last seen to {audience} only and stop sending read receipts.",
    ]

    audience: Audience = phrase("everyone", "nobody")

    def effects(self, store: Store):
        now = messenger.own.settings(store)
        yield messenger.SavePrivacy(self.audience, now.photo, now.about_seen, receipts=False)

    def solution(self, user):
        open_setting(user, "Privacy")
        user.choose(field("Last seen and online"), self.audience.capitalize())
        user.check(box("Read receipts"), False)
        user.click(button("Save"))


class HidePreviews(Scenario):
    """Notifications show no words."""

    goals = [
        "Stop Chatter from showing message previews in notifications.",
        "Nobody should be able to read my Chatter messages in the notifications. Turn previews off.",
        "Switch off notification previews in Chatter. The rest stays as it is.",
    ]
    tags = ["short"]

    def effects(self, store: Store):
        yield messenger.SaveNotifications(previews=False, reactions=messenger.own.settings(store).reactions)

    def solution(self, user):
        open_setting(user, "Message notifications")
        user.check(box("Show previews"), False)
        user.click(button("Save"))


def set_wallpaper(user: User, wallpaper: Wallpaper) -> None:
    """Choose a wallpaper on the page of wallpapers."""
    user.click(option(wallpaper.capitalize()))
    user.click(button("Set wallpaper"))


class DressUp(Scenario):
    """All chats get another wallpaper and another size of letters."""

    goals = [
        "Set Chatter's wallpaper to {wallpaper} and its font size to {size}.",
        "I'd like the {wallpaper} wallpaper behind all my chats, and {size} letters.",
        "Change the looks of Chatter: wallpaper {wallpaper}, font size {size}.",
    ]

    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles", "plain")
    size: FontSize = phrase("small", "large")

    def effects(self):
        yield messenger.SetWallpaper(self.wallpaper)
        yield messenger.SetFontSize(self.size)

    def solution(self, user):
        open_setting(user, "Wallpaper")
        set_wallpaper(user, self.wallpaper)
        open_setting(user, "Font size")
        user.click(option(self.size.capitalize()))
        user.click(button("Set font size"))


class WallpaperOfOne(Scenario):
    """One chat gets a wallpaper of its own."""

    goals = [
        "Give my chat {chat.name} the {wallpaper} wallpaper. Only that chat.",
        "In {chat.name}, change the wallpaper to {wallpaper}; the other chats keep theirs.",
        "I want {wallpaper} behind the messages of {chat.name} and nowhere else.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles")

    def effects(self):
        yield messenger.SetChatWallpaper(self.chat, self.wallpaper)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Wallpaper"), via=MENU)
        set_wallpaper(user, self.wallpaper)
