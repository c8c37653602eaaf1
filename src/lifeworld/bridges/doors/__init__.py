"""Doors for other people's trainers and harnesses: one file each, each with the package that it serves as an extra."""
