"""Tasks in Ticked; the ways through it are here for tasks of several apps to take too."""

from lifeworld.tasks.todo.ways import BROWSE, is_open, open_list, open_task

__all__ = ["BROWSE", "is_open", "open_list", "open_task"]
