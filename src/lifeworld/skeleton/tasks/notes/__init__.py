"""Tasks of Jotter."""
