"""Post's verbs."""

from lifeworld.apps.mail.commands.threads import *  # noqa: F403  # noqa: F403
from lifeworld.apps.mail.commands.upkeep import *  # noqa: F403
from lifeworld.apps.mail.commands.writing import *  # noqa: F403
