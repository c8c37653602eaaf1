"""Harbour Bank's screens."""

from lifeworld.apps.bank.views import accounts, activity, bills, cards, more, people, session, transfers
from lifeworld.apps.bank.views.base import badge, pages
from lifeworld.apps.bank.views.more import notices

SCREENS = (accounts, activity, bills, cards, more, people, session, transfers)  # each adds its addresses to `pages`

__all__ = ["SCREENS", "badge", "notices", "pages"]
