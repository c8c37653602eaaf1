"""Tasks in Brackets; the ways through it are here for tasks of several apps to take too."""

from lifeworld.tasks.code.ways import go, open_file, open_project

__all__ = ["go", "open_file", "open_project"]
