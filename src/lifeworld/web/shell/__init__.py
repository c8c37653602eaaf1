"""The device around the apps: home screen, search, notifications, quick settings, settings, lock screen."""

from lifeworld.web.shell.models import MODELS
from lifeworld.web.shell.notices import seed
from lifeworld.web.shell.own import DEVICE, LOCK_SCREEN
from lifeworld.web.shell.views import CLOSE, pages

__all__ = ["CLOSE", "DEVICE", "LOCK_SCREEN", "MODELS", "pages", "seed"]
