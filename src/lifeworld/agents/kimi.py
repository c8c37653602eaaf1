"""Kimi (VL and K2.5): sections and pyautogui code like OpenCUA's, in fractions of the picture."""

from lifeworld.agents.opencua import read

__all__ = ["read"]
