"""The apps without their screens: commands and read-only queries as functions that an agent may call."""

from lifeworld.env.tools.toolbox import Called, Toolbox

__all__ = ["Called", "Toolbox"]
