"""Integrity: what is derived of each scenario, proved by playing it and by breaking it on purpose."""
