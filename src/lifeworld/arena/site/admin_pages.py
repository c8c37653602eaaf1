"""Administration: agents, queue, moderation and known answers, rules and budgets, people."""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from sqlalchemy import event, func, select
from starlette.responses import Response
from starlette.routing import Route

from lifeworld.arena import agents, battles, stored, voting
from lifeworld.arena.site import moderation
from lifeworld.arena.site.host import Asked, Host, Page, log, to
from lifeworld.arena.site.mailing import address
from lifeworld.arena.site.moderation import Rules
from lifeworld.arena.tables import Agent, AgentStatus, Battle, Job, Role, Side, Vote, Voter
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

_PAGE = 50
_SECRET_ARGUMENTS = "?"  # behind it stand an agent's settings, which may hold a key


class AdminPages:
    """Shown to administrators; for everybody else there are no such pages."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def routes(self) -> list[Route]:
        pages: dict[str, Page] = {
            "/admin": self._overview,
            "/admin/agents": self._agents,
            "/admin/battles": self._battles,
            "/admin/rules": self._rules,
            "/admin/people": self._people,
        }
        forms: dict[str, Callable[[Asked, Any], None]] = {
            "/admin/agents": _add_agent,
            "/admin/agents/status": _turn_agent,
            "/admin/battles": _judge,
            "/admin/battles/known": self._set_known,
            "/admin/rules": _set_rules,
            "/admin/people": self._set_role,
        }
        shown = [self._host.page(path, page, role="admin") for path, page in pages.items()]
        return [*shown, *(self._form(path, act, pages) for path, act in forms.items())]

    def _form(self, path: str, act: Callable[[Asked, Any], None], pages: dict[str, Page]) -> Route:
        """Return the route of a form that comes back to its page, with what was wrong if anything was."""
        home = "/".join(path.split("/")[:3])
        trial, rate = (_try_agent, "trial") if act is _add_agent else (lambda _: None, "")

        def done(asked: Asked) -> Response:
            try:
                trial(asked)
                self._host.database.write(partial(act, asked))
            except UserError as problem:
                return pages[home](Asked(asked.request, asked.visitor, (("problem", f"{problem}."), *asked.fields)))
            log.info("administrator %s: %s", asked.visitor.id, path)
            return to(home)

        return self._host.form(path, done, f"admin {path}", rate, role="admin")

    def _render(self, asked: Asked, template: str, **context: Any) -> Response:
        problem = asked.field("problem") if asked.request.method == "POST" else ""
        return self._host.render(asked, template, 422 if problem else 200, problem=problem, **context)

    def _overview(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            jobs = _counts(rows, Job.status)
            states = _counts(rows, Battle.status)
            people = {
                "votes": rows.scalar(select(func.count(Vote.id))),
                "voters": rows.scalar(select(func.count(Voter.id))),
            }
            rules = moderation.rules(rows)
        return self._render(asked, "admin.html", jobs=jobs, states=states, people=people, rules=rules)

    def _agents(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            sides = _counts(rows, Side.agent)
            known = [
                (one, without_secrets(one.spec), sides.get(one.id, 0))
                for one in rows.scalars(select(Agent).order_by(Agent.id))
            ]
        return self._render(asked, "admin_agents.html", agents=known, statuses=get_args(AgentStatus))

    def _battles(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            held = rows.scalars(select(Battle).where(Battle.status == "held").order_by(Battle.created)).all()
            query = select(Battle, Job).outerjoin(Job, Job.battle == Battle.id).where(Battle.status != "held")
            latest = rows.execute(query.order_by(Battle.created.desc()).limit(_PAGE)).all()
            known = stored.known(rows)
        return self._render(asked, "admin_battles.html", held=held, latest=latest, known=known)

    def _rules(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            rules = moderation.rules(rows)
        return self._render(asked, "admin_rules.html", rules=rules)

    def _people(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            named = select(Voter).where((Voter.email.is_not(None)) | (Voter.subject.is_not(None)))
            people = rows.scalars(named.order_by(Voter.last_seen.desc()).limit(_PAGE)).all()
        return self._render(asked, "admin_people.html", people=people, roles=get_args(Role)[1:])

    def _set_known(self, asked: Asked, rows: Any) -> None:
        voting.set_known(rows, asked.field("battle"), asked.field("choice"))
        event.listen(rows, "after_commit", lambda _: self._host.boards.judge_all(), once=True)

    def _set_role(self, asked: Asked, rows: Any) -> None:
        role: Any = asked.field("role")
        if role not in get_args(Role)[1:]:
            raise UserError(f"no role “{role}”; {hint(role, get_args(Role)[1:])}")
        found = rows.scalar(select(Voter).where(Voter.email == address(asked.field("email"))))
        if found is None:
            raise UserError("Nobody with this address has signed in yet")
        if found.id == asked.visitor.id and role != "admin":
            raise UserError("You can’t take your own administration away; somebody else can")
        found.role, found.group = role, asked.field("group").strip()[:40] or "public"
        self._host.visitors.end(rows, found.id)  # so that nobody goes on with rights that are gone


def without_secrets(spec: str) -> str:
    """Return an agent's spec as administrators see it: what its settings hold is never shown."""
    name, mark, settings = spec.partition(_SECRET_ARGUMENTS)
    told = "&".join(part if _harmless(part) else f"{part.partition('=')[0]}=…" for part in settings.split("&"))
    return f"{name}{mark}{told}" if mark else name


def _harmless(setting: str) -> bool:
    """Return whether a setting is a number, which no key is."""
    value = setting.partition("=")[2]
    return len(value) <= 8 and value.replace(".", "", 1).isdigit()


def _counts(rows: Any, column: Any) -> dict[Any, int]:
    return {value: count for value, count in rows.execute(select(column, func.count()).group_by(column))}


def _try_agent(asked: Asked) -> None:
    """Make the agent once: a worker would find out too late that it can't be made."""
    agents.tried(asked.field("spec").strip())


def _add_agent(asked: Asked, rows: Any) -> None:
    steps, seconds = _number(asked, "steps"), _number(asked, "seconds")
    agents.register(rows, asked.field("name").strip(), asked.field("spec").strip(), steps, float(seconds))


def _turn_agent(asked: Asked, rows: Any) -> None:
    status: Any = asked.field("status")
    if status not in get_args(AgentStatus):
        raise UserError(f"no status “{status}”; {hint(status, get_args(AgentStatus))}")
    agents.turn(rows, asked.field("name"), status)


def _judge(asked: Asked, rows: Any) -> None:
    battle = asked.field("battle")
    if asked.field("do") == "release":
        battles.release(rows, battle)
    elif asked.field("do") == "withdraw":
        battles.withdraw(rows, battle, "an administrator took it back")
    else:
        raise UserError("A battle is released or withdrawn, nothing else")


def _set_rules(asked: Asked, rows: Any) -> None:
    deny = tuple(dict.fromkeys(line.strip().lower() for line in asked.field("deny").splitlines() if line.strip()))
    if len(deny) > 2000 or any(len(phrase) > 80 for phrase in deny):
        raise UserError("A deny list has 2,000 phrases at most, of 80 characters at most")
    numbers = {name: _number(asked, name) for name in ("longest", "a_day", "waiting")}
    moderation.keep(rows, Rules(deny=deny, hold=asked.field("hold") == "yes", **numbers))


def _number(asked: Asked, name: str) -> int:
    given = asked.field(name).strip()
    if not (given.isascii() and given.isdecimal() and len(given) < 8):
        raise UserError(f"“{given[:20]}” is no whole number; {name} is one")
    return int(given)
