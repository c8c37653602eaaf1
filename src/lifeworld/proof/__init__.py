"""Integrity: what is derived of each task, proved by playing it and by breaking it on purpose."""
