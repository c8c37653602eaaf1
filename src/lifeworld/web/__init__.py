"""What all apps share on screen: pages, forms, components, themes, the shell."""

from lifeworld.web.app import App, Example, Gate, Handlers, Knowledge, Notice, Place, app, done, refused
from lifeworld.web.form import Form
from lifeworld.web.look import DEVICES, Device, Look
from lifeworld.web.pages import Pages
from lifeworld.web.request import Missing, Page, Part, Redirect, Request, Response

__all__ = [
    "DEVICES",
    "App",
    "Device",
    "Example",
    "Form",
    "Gate",
    "Handlers",
    "Knowledge",
    "Look",
    "Missing",
    "Notice",
    "Page",
    "Pages",
    "Part",
    "Place",
    "Redirect",
    "Request",
    "Response",
    "app",
    "done",
    "refused",
]
