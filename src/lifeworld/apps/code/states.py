"""Where the owner may have left Brackets."""

from lifeworld.apps.code.models import Commit, File, Project
from lifeworld.web.states import State, at

STATES = (
    State("projects", "/"),
    State("files", at(Project, "/project/{id}")),
    State("file", at(File, "/file/{id}", "path LIKE '%.py'")),
    State("search", at(Project, "/project/{id}/search?q=TODO")),
    State("changes", at(Project, "/project/{id}/changes")),
    State("history", at(Project, "/project/{id}/history")),
    State("commit", at(Commit, "/commit/{id}", order="id DESC")),
    State("problems", at(Project, "/project/{id}/problems")),
    State("half-written", at(Project, "/project/{id}/changes"), {"Message": "Not yet sure what"}),
    State("half-edited", at(File, "/file/{id}/edit", "path LIKE '%.md'"), {"Text": "# Begun and left"}),
    State("asked-to-delete", at(File, "/file/{id}/delete", "path LIKE '%.py'")),
    State("menu", at(File, "/file/{id}", "path LIKE '%.py'"), opened="More"),
    State("settings", "/settings"),
)
