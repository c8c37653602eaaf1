"""What Brackets' search shows of a project."""

import re
from collections.abc import Iterator
from itertools import islice

from lifeworld.apps.code.models import File, Project
from lifeworld.apps.code.problems import Finder
from lifeworld.apps.code.versions import lines
from lifeworld.web import Request
from lifeworld.web.language import ngettext

MARKED = 8  # lines that stand where one has not searched yet
_LATER = re.compile(r"\b(TODO|FIXME)\b")


def finding(request: Request, project: Project) -> dict[str, object]:
    """Return what Search shows of a project for the address's query."""
    q = request.search()
    ways = {name: "on" for name in ("case", "word") if request.query.get(name) == "on"}
    files = request.store.all(File, "project_id = ?", project.id, order="path")
    finder = Finder(q, "case" in ways, "word" in ways)
    hits = [(file, list(finder.lines(file.text)), finder.count(file.text)) for file in files if q]
    hits = [hit for hit in hits if hit[1]]
    told = ngettext("%(n)s result", "%(n)s results", sum(hit[2] for hit in hits))
    names = [file for file in files if q and q.lower() in file.path.lower()]
    due = list(islice((one for file in files if not q for one in _left_to_do(file)), MARKED))
    return {"q": q, "ways": ways, "hits": request.cut(hits), "names": names, "told": told, "due": due}


def _left_to_do(file: File) -> Iterator[tuple[File, int, str]]:
    """Yield the lines of a file that its writer has marked for later, with it and their numbers."""
    for number, line in enumerate(lines(file.text), 1):
        if _LATER.search(line):
            yield file, number, line.strip()
