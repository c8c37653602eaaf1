"""Places kept on lists, and shared."""

from lifeworld.apps.maps import catalogue
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.kinds import KINDS
from lifeworld.apps.maps.models import Place, PlaceList, Saved
from lifeworld.apps.maps.ratings import rated
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Effects, Store, Task, User, derived, link, phrase, pick, show_all
from lifeworld.tasks.maps.ways import BUSINESSES, listed, make_list, nearest_first, save, stars, unsaved


class SaveWithNote(Task):
    """A place goes onto a list, with a note."""

    goals = [
        "Save {place.name} to my list {list.name} in Wayfarer with the note “{note}”.",
        "Put {place.name} on {list.name} on the map, and note exactly “{note}” with it.",
        "I want to remember {place.name}: it belongs on my list {list.name}, with “{note}” as the note.",
    ]
    tags = ["daily"]
    list: PlaceList = pick(PlaceList)
    place: Place = pick(Place, unsaved, where=BUSINESSES)
    note: str = phrase("Open late on Fridays", "Ask for Rosa", "Bring the voucher")

    def effects(self) -> Commands:
        yield maps.SavePlace(self.place, self.list, self.note)


class SaveNearest(Task):
    """The place of a kind that is nearest to home goes onto a list."""

    goals = [
        "Save the one of “{many}” that is nearest to my home to {list.name} in Wayfarer.",
        "Which of “{many}” is closest to home on the map? Put that place on my list {list.name}.",
        "Find the nearest of “{many}” to where I live and add it to {list.name} in my maps app.",
    ]
    list: PlaceList = pick(PlaceList)
    sort: str = phrase("grocer", "shop", "leisure", "health", "sight")
    many: str = derived(lambda sort: KINDS[sort].many)
    place: Place = derived(lambda store, sort, list: nearest(store, sort, list))

    def effects(self) -> Commands:
        yield maps.SavePlace(self.place, self.list)

    def solution(self, user: User) -> None:
        name = nearest_first(user, self.sort)[0].names[0]
        save(user, name, self.list.name)


def nearest(store: Store, kind: str, list: PlaceList) -> Place | None:
    """Return the place of a kind that is nearest to home; None where the list holds it already."""
    found = catalogue.search(store, "", kind)[0]
    return found if unsaved(store, found, list) else None


class NewListOfTwo(Task):
    """A list is made and gets its first two places."""

    goals = [
        "Make a list “{name}” in Wayfarer and save {first.name} and {second.name} to it.",
        "I need a new list on the map, called “{name}”, with {first.name} and {second.name} on it.",
        "Start the list “{name}” in my maps app. {first.name} and {second.name} are the first places on it.",
    ]
    tags = ["long"]
    name: str = phrase("Anniversary", "With the bicycle", "Rainy days", "Gift shopping")
    first: Place = pick(Place, where=BUSINESSES)
    second: Place = pick(Place, lambda second, first: second.id != first.id, where=BUSINESSES)

    def effects(self) -> Effects:
        made = yield maps.AddList(self.name)
        yield maps.SavePlace(self.first, made)
        yield maps.SavePlace(self.second, made)

    def solution(self, user: User) -> None:
        make_list(user, self.name)
        for place in (self.first, self.second):
            save(user, place.name, self.name)


class RenameTheList(Task):
    """A list of places gets another name."""

    goals = [
        "Rename my list {list.name} in Wayfarer to “{name}”.",
        "The list {list.name} on the map should be called “{name}”.",
        "In my maps app, give {list.name} the name “{name}” instead.",
    ]
    tags = ["daily"]
    list: PlaceList = pick(PlaceList)
    name: str = phrase("Tried and liked", "Worth a detour", "Summer in town")

    def effects(self) -> Commands:
        yield maps.RenameList(self.list, self.name)


class DropListAfterConsent(Task):
    """A list of places goes for good, once the person has agreed."""

    goals = [
        "I think my list {list.name} in Wayfarer can go. Ask me once more before you delete it.",
        "Delete the list {list.name} from the map, but only once I've said yes to you.",
        "{list.name} in my maps app is probably of no use any more. Check with me, then remove the list.",
    ]
    confirmation = {"effects": "Yes, go ahead and delete it.", "nothing": "No, leave it. I still use it."}
    question_topics = ["{list.name}"]
    list: PlaceList = pick(PlaceList)

    def effects(self) -> Commands:
        yield maps.DeleteList(self.list)


class OffMyList(Task):
    """A place goes from a list."""

    goals = [
        "Take {saved.place.name} off my list {saved.list.name} in Wayfarer.",
        "{saved.place.name} shouldn't be on {saved.list.name} any more. Remove it from that list on the map.",
        "In my maps app, remove {saved.place.name} from {saved.list.name}.",
    ]
    tags = ["daily"]
    saved: Saved = pick(Saved)

    def effects(self) -> Commands:
        yield maps.RemovePlace(self.saved)


class NoteOnList(Task):
    """A saved place gets a note."""

    goals = [
        "On my list {saved.list.name} in Wayfarer, note “{note}” with {saved.place.name}.",
        "Put the note “{note}” beside {saved.place.name} on {saved.list.name} on the map.",
        "{saved.place.name}, on my list {saved.list.name}: its note should read exactly “{note}”.",
    ]
    tags = ["daily"]
    saved: Saved = pick(Saved, where="note = ''")
    note: str = phrase("Cash only", "Ring twice", "Go before ten", "Try the back room")

    def effects(self) -> Commands:
        yield maps.NotePlace(self.saved, self.note)


class SendBestOfList(Task):
    """The best rated place of a list is shared with somebody."""

    goals = [
        "Share the best rated place on my list {list.name} with {person.name} from Wayfarer, without a message.",
        "Of the places on {list.name}, send {person.name} the best rated, straight from the map. No note with it.",
        "{person.name} should get the top-rated place of {list.name}. Share it out of my maps app, with no message.",
    ]
    list: PlaceList = pick(PlaceList)
    person: Person = pick(Person, lambda person: person.relation != "me")
    best: Place = derived(lambda store, list: best(list))

    def effects(self) -> Commands:
        yield maps.SharePlace(self.best, (self.person,))

    def solution(self, user: User) -> None:
        best = max(listed(user, self.list), key=lambda line: stars(line))
        user.click(link(best.names[0]))
        user.click(link("Share"))
        show_all(user)
        user.follow(self)


def best(list: PlaceList) -> Place | None:
    """Return the place of a list that is rated best; None where the screens show two alike."""
    stars = {place: one.mean for place, one in rated(list.store).items()}
    found = sorted(((stars.get(one.place_id, 0), one.place) for one in list.saved), key=lambda one: -one[0])
    clear = len(found) > 1 and round(found[0][0], 1) > round(found[1][0], 1)
    return found[0][1] if clear else None
