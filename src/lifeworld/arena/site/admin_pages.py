"""Administration: agents, queue, moderation and known answers, rules and budgets, people; health and metrics.

Metrics are read from the database, so that all processes agree.
"""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from types import SimpleNamespace
from typing import Any, get_args

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from sqlalchemy import event, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, selectinload
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lifeworld.arena import agents, battles, vote_queries, voting
from lifeworld.arena.database import Database
from lifeworld.arena.site import moderation
from lifeworld.arena.site.host import Page, PageRequest, Pages, Refusal, log, redirect
from lifeworld.arena.site.mailing import parse_address
from lifeworld.arena.site.moderation import Rules
from lifeworld.arena.tables import Agent, AgentStatus, Battle, Job, Role, Side, Vote, Voter, now
from lifeworld.core.errors import UserError, hint

_PAGE = 50
_SECRET_ARGUMENTS = "?"  # separates an agent's settings, which may contain a key


class AdminPages(Pages):
    """The pages of administrators; others get a 404."""

    def routes(self) -> list[Route]:
        pages: dict[str, Page] = {
            "/admin": self._overview,
            "/admin/agents": self._agents,
            "/admin/battles": self._battles,
            "/admin/rules": self._rules,
            "/admin/people": self._people,
        }
        forms: dict[str, Callable[[PageRequest, Any], None]] = {
            "/admin/agents": _add_agent,
            "/admin/agents/status": _set_agent_status,
            "/admin/battles": _moderate,
            "/admin/battles/known": self._set_known,
            "/admin/rules": _set_rules,
            "/admin/people": self._set_role,
        }
        shown = [self._host.page(path, page, role="admin") for path, page in pages.items()]
        return [*shown, *(self._form(path, act, pages) for path, act in forms.items())]

    def _form(self, path: str, act: Callable[[PageRequest, Any], None], pages: dict[str, Page]) -> Route:
        """Return the route of a form that redirects to its page, or shows it again with an error message."""
        home = "/".join(path.split("/")[:3])
        trial, rate = (_try_agent, "trial") if act is _add_agent else (lambda _: None, "")

        def done(request: PageRequest) -> Response:
            try:
                trial(request)
                self._host.database.write(partial(act, request))
            except UserError as problem:
                fields = (("problem", f"{problem}."), *request.fields)
                return pages[home](PageRequest(request.http, request.visitor, fields))
            log.info("administrator %s: %s", request.visitor.id, path)
            return redirect(home)

        return self._host.form(path, done, f"admin {path}", rate, role="admin")

    def _render(self, request: PageRequest, template: str, **context: Any) -> Response:
        problem = request.field("problem") if request.http.method == "POST" else ""
        return self._host.render(request, template, 422 if problem else 200, problem=problem, **context)

    def _overview(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            jobs = _counts(rows, Job.status)
            states = _counts(rows, Battle.status)
            people = {
                "votes": rows.scalar(select(func.count(Vote.id))),
                "voters": rows.scalar(select(func.count(Voter.id))),
            }
            rules = moderation.load_rules(rows)
        return self._render(request, "admin.html", jobs=jobs, states=states, people=people, rules=rules)

    def _agents(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            sides = _counts(rows, Side.agent)
            known = [
                (one, redacted_spec(one.spec), sides.get(one.id, 0))
                for one in rows.scalars(select(Agent).order_by(Agent.id))
            ]
        return self._render(request, "admin_agents.html", agents=known, statuses=get_args(AgentStatus))

    def _battles(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            held = rows.scalars(select(Battle).where(Battle.status == "held").order_by(Battle.created)).all()
            query = select(Battle, Job).outerjoin(Job, Job.battle == Battle.id).where(Battle.status != "held")
            query = query.options(selectinload(Battle.sides)).order_by(Battle.created.desc())
            latest = rows.execute(query.limit(_PAGE)).all()
            names = {one.id: one.name for one in rows.scalars(select(Agent))}
            known = vote_queries.known_answers(rows)
        return self._render(request, "admin_battles.html", held=held, latest=latest, known=known, names=names)

    def _rules(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            rules = moderation.load_rules(rows)
        return self._render(request, "admin_rules.html", rules=rules)

    def _people(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            named = select(Voter).where((Voter.email.is_not(None)) | (Voter.subject.is_not(None)))
            people = rows.scalars(named.order_by(Voter.last_seen.desc()).limit(_PAGE)).all()
        return self._render(request, "admin_people.html", people=people, roles=get_args(Role)[1:])

    def _set_known(self, request: PageRequest, rows: Any) -> None:
        voting.set_known_answer(rows, request.field("battle"), request.field("choice"))
        event.listen(rows, "after_commit", lambda _: self._host.boards.refilter_all(), once=True)

    def _set_role(self, request: PageRequest, rows: Any) -> None:
        role: Any = request.field("role")
        if role not in get_args(Role)[1:]:
            raise UserError(f"no role “{role}”; {hint(role, get_args(Role)[1:])}")
        found = rows.scalar(select(Voter).where(Voter.email == parse_address(request.field("email"))))
        if found is None:
            raise UserError("Nobody with this address has signed in yet")
        if found.id == request.visitor.id and role != "admin":
            raise UserError("You can’t take your own administration away; somebody else can")
        found.role, found.group = role, request.field("group").strip()[:40] or "public"
        self._host.visitors.end_sessions(rows, found.id)  # so that no session keeps former rights


def redacted_spec(spec: str) -> str:
    """Return an agent's spec with its settings redacted, except numbers."""
    name, mark, settings = spec.partition(_SECRET_ARGUMENTS)
    shown = "&".join(part if _harmless(part) else f"{part.partition('=')[0]}=…" for part in settings.split("&"))
    return f"{name}{mark}{shown}" if mark else name


def _harmless(setting: str) -> bool:
    """Return whether a setting is a number, and so not a key."""
    value = setting.partition("=")[2]
    return len(value) <= 8 and value.replace(".", "", 1).isdigit()


def _counts(rows: Any, column: Any) -> dict[Any, int]:
    return {value: count for value, count in rows.execute(select(column, func.count()).group_by(column))}


def _try_agent(request: PageRequest) -> None:
    """Start the agent once: a worker would find out too late that it can't be created."""
    agents.start_once(request.field("spec").strip())


def _add_agent(request: PageRequest, rows: Any) -> None:
    steps, seconds = _number(request, "steps"), _number(request, "seconds")
    agents.register(rows, request.field("name").strip(), request.field("spec").strip(), steps, float(seconds))


def _set_agent_status(request: PageRequest, rows: Any) -> None:
    status: Any = request.field("status")
    if status not in get_args(AgentStatus):
        raise UserError(f"no status “{status}”; {hint(status, get_args(AgentStatus))}")
    agents.set_status(rows, request.field("name"), status)


def _moderate(request: PageRequest, rows: Any) -> None:
    battle = request.field("battle")
    if request.field("do") == "release":
        battles.release(rows, battle)
    elif request.field("do") == "withdraw":
        battles.withdraw(rows, battle, "an administrator took it back")
    else:
        raise UserError("A battle is released or withdrawn, nothing else")


def _set_rules(request: PageRequest, rows: Any) -> None:
    deny = tuple(dict.fromkeys(line.strip().lower() for line in request.field("deny").splitlines() if line.strip()))
    if len(deny) > 2000 or any(len(phrase) > 80 for phrase in deny):
        raise UserError("A deny list has 2,000 phrases at most, of 80 characters at most")
    numbers = {name: _number(request, name) for name in ("longest", "a_day", "waiting")}
    moderation.save_rules(rows, Rules(deny=deny, hold=request.field("hold") == "yes", **numbers))


def _number(request: PageRequest, name: str) -> int:
    given = request.field(name).strip()
    if not (given.isascii() and given.isdecimal() and len(given) < 8):
        raise UserError(f"“{given[:20]}” is no whole number; {name} is one")
    return int(given)


_PREFIX = "lifeworld_arena"


class HealthPages(Pages):
    """The health check for anybody, and the metrics for a collector with the token."""

    def routes(self) -> list[Route]:
        pages = [self._host.page("/health", self._health)]
        if self._host.settings.metrics:
            pages.append(self._host.page("/metrics", self._metrics))
        return pages

    def _health(self, request: PageRequest) -> Response:
        try:
            with self._host.database.reading() as rows:
                rows.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return PlainTextResponse("the database does not answer", 503)
        return PlainTextResponse("ok")

    def _metrics(self, request: PageRequest) -> Response:
        given = request.http.headers.get("authorization", "").encode()
        if not secrets.compare_digest(given, f"Bearer {self._host.settings.metrics}".encode()):
            raise Refusal(404, "There is no such page.")
        found = figures(self._host.database, now(), self._host.boards.counted)
        return Response(found, media_type=CONTENT_TYPE_LATEST)


def figures(database: Database, now: datetime, counted: int) -> bytes:
    """Return all metrics in the text format of Prometheus; `counted` is the number of votes on the board."""
    with database.reading() as session:
        return generate_latest(SimpleNamespace(collect=partial(_metrics, session, now, counted)))


def _metrics(session: Session, now: datetime, counted: int) -> Iterator[Metric]:
    yield _by(session, "battles", "Battles by status.", Battle.status)
    yield _by(session, "jobs", "Battles in the queue, by status.", Job.status)
    yield _by(session, "agents", "Agents by status.", Agent.status)
    votes = CounterMetricFamily(f"{_PREFIX}_votes", "Votes by choice.", labels=["choice"])
    for choice, count in _counts(session, Vote.choice).items():
        votes.add_metric([choice], count)
    yield votes
    known = session.scalar(select(func.count()).where(Voter.deleted.is_(None))) or 0
    yield _one("voters", "Voters that have not asked to be forgotten.", known)
    dropped = max(0, (session.scalar(select(func.count(Vote.id))) or 0) - counted)
    yield _one("dropped_votes", "Votes that quality checks leave out.", dropped)
    yield _one("queue_seconds", "How long the longest waiting battle has waited.", _longest(session, now))
    tries = session.scalar(select(func.coalesce(func.sum(Job.attempts - 1), 0)).where(Job.attempts > 1)) or 0
    yield _one("tries_again", "Tries of battles after their first one.", tries)


def _by(session: Session, name: str, about: str, column: Any) -> Metric:
    found = GaugeMetricFamily(f"{_PREFIX}_{name}", about, labels=["status"])
    for value, count in _counts(session, column).items():
        found.add_metric([value], count)
    return found


def _one(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{_PREFIX}_{name}", about, value=value)


def _longest(session: Session, now: datetime) -> float:
    first = session.scalar(select(func.min(Job.created)).where(Job.status == "waiting"))
    return 0.0 if first is None else max(0.0, (now - first).total_seconds())
