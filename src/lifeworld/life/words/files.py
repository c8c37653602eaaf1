"""Where files of words lie, and what reads them."""

from lifeworld.core.words import Choice, Key, Lines, Text, Words, folder, merge, read

__all__ = ["Choice", "Key", "Lines", "Text", "Words", "folder", "merge", "read"]
