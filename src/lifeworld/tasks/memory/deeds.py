"""Deeds that turn on what has to be found out: somebody, a name, a day."""

from typing import TYPE_CHECKING, Any

from lifeworld.apps.messenger.models import Chat
from lifeworld.taskkit import Commands, Store, User


class Deeds:
    """The same deeds with what is found out: the verdict has it from the rows, the solution from the screens."""

    if TYPE_CHECKING:
        chat: Chat

        @property
        def truth(self) -> Any: ...

        def find_out(self, user: User) -> Any: ...

        def deeds(self, store: Store, found: Any) -> Commands: ...

    def effects(self, store: Store) -> Commands:
        yield from self.deeds(store, self.truth)

    def solution(self, user: User) -> None:
        for command in self.deeds(self.chat.store, self.find_out(user)):
            user.do(command)
