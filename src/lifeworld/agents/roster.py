"""Agents by name: the roster's own, and anyone's by the place of their class."""

import ast
import importlib
import importlib.util
import inspect
import re
import sys
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from lifeworld.agents.agent import Agent
from lifeworld.agents.calling import called, raised
from lifeworld.core.errors import MOST_LISTED, UserError, hint

# By place, so that an agent's own process loads nothing of ours that it does not need.
ROSTER = {
    "anthropic": "lifeworld.agents.anthropic:AnthropicAgent",
    "autoglm": "lifeworld.agents.glm:AutoglmAgent",
    "fara": "lifeworld.agents.fara:FaraAgent",
    "gemini": "lifeworld.agents.gemini:GeminiAgent",
    "glm": "lifeworld.agents.glm:GlmAgent",
    "holo": "lifeworld.agents.holo:HoloAgent",
    "kimi": "lifeworld.agents.opencua:KimiAgent",
    "label": "lifeworld.agents.simple:LabelAgent",
    "null": "lifeworld.agents.simple:NullAgent",
    "ocr": "lifeworld.agents.ocr:OcrAgent",
    "openai": "lifeworld.agents.openai:OpenAIAgent",
    "opencua": "lifeworld.agents.opencua:OpencuaAgent",
    "oracle": "lifeworld.agents.oracle:OracleAgent",
    "prompt": "lifeworld.agents.prompt:PromptAgent",
    "qwen": "lifeworld.agents.qwen:QwenAgent",
    "random": "lifeworld.agents.simple:RandomAgent",
    "replay": "lifeworld.agents.replay:ReplayAgent",
    "tree": "lifeworld.agents.tree:TreeAgent",
    "uitars": "lifeworld.agents.uitars:UitarsAgent",
}
_MADE_BY = {  # what somebody may look for a model under
    **{"claude": "anthropic", "gpt": "openai", "chatgpt": "openai", "google": "gemini", "ui-tars": "uitars"},
    **dict.fromkeys(("chat", "ollama", "vllm", "openrouter", "llava"), "prompt"),
}
EXTRAS = ("anthropic", "openai", "gemini")  # of the agents with these names; other models need `chat`
_PACKAGES = {"anthropic", "openai", "google", "httpx2", "PIL"}  # that extras bring


def parted(name: str) -> tuple[str, str]:
    """Return what an agent is called, and what follows: after a colon, or from the “?” of its settings on."""
    first = re.split("[:?]", name, maxsplit=1)[0]
    return first, name[len(first) :].removeprefix(":")


def is_ours(name: str) -> bool:
    """Return whether an agent of this name is the roster's own.

    Raises:
        UserError: it can't be anyone's.
    """
    first, rest = parted(name)
    if first not in ROSTER and (not rest or not _is_dotted(first)):
        raise _unknown(name)
    return first in ROSTER


def create(name: str) -> Agent:
    """Return a new agent of this name, `name:rest` where it takes more (a model, a run to repeat).

    `package.module:Class` names a class of your own, importable from the working directory or installed;
    `package.module:Class:rest` hands `rest` to its constructor.

    Raises:
        UserError: there is none of this name, or what it needs is missing.
    """
    first, rest = parted(name)
    if is_ours(name):
        module, _, wanted = ROSTER[first].partition(":")
        return _made(name, first, getattr(imported(first, module), wanted), rest)
    if not _is_module(first):
        raise _unknown(name)
    wanted, _, argument = rest.partition(":")
    return _made(name, f"{first}:{wanted}", _class(name, first, wanted), argument)


def about(name: str) -> str:
    """Return what an agent of the roster is, in a line: its module's docstring, or its class's where it shares one."""
    module, _, wanted = ROSTER[name].partition(":")
    found = importlib.util.find_spec(module)
    assert found and found.origin
    tree: Any = ast.parse(Path(found.origin).read_bytes())  # read and not imported
    if sum(one.startswith(f"{module}:") for one in ROSTER.values()) > 1:
        tree = next(one for one in tree.body if getattr(one, "name", "") == wanted)
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def imported(agent: str, module: str) -> ModuleType:
    """Return a module that asks the models which an agent of the roster asks.

    Raises:
        UserError: a package that it needs is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in _PACKAGES:
            raise
        extra = agent if agent in EXTRAS else "chat"
        raise UserError(f"{agent} needs the package {package}: pip install 'lifeworld[{extra}]'") from None


def is_model(name: str) -> bool:
    """Return whether an agent of this name asks a model, and so can be set to a temperature.

    Raises:
        UserError: it can't be anyone's, or a package that it needs is not installed.
    """
    from lifeworld.agents.model import ModelAgent  # whose packages no other agent needs

    first, _ = parted(name)
    if not is_ours(name):
        return False
    module, _, wanted = ROSTER[first].partition(":")
    return issubclass(getattr(imported(first, module), wanted), ModelAgent)


def is_async(agent: Agent) -> bool:
    """Return whether an agent can play several episodes at once in one process."""
    return inspect.iscoroutinefunction(agent.act)


def _unknown(name: str) -> UserError:
    """Return what to say of a name that is no agent's: which class of a file was meant, or which agents there are."""
    first, rest = parted(name)
    module = first.removesuffix(".py").removeprefix("./").replace("/", ".")
    if _is_dotted(module) and module not in ROSTER and _is_module(module):
        found, wanted = _classes(module), rest.partition(":")[0]
        meant = [f"{module}:{one}" for one in ([wanted] if wanted in found else found)]
        return UserError(f"no agent “{name}”; did you mean {', '.join(meant) or module + ':Class'}?")
    if ":" in name and first not in ROSTER and first not in _MADE_BY:
        return UserError(f"no agent “{first}”{_near(first)}, and {_no_module(first)}")
    known = f"did you mean {_MADE_BY[first]}:MODEL?" if first in _MADE_BY else hint(first, ROSTER)
    return UserError(f"no agent “{first}”; {known} (a class of your own is package.module:Class)")


def _near(name: str) -> str:
    near = get_close_matches(name, ROSTER, n=1, cutoff=0.7)
    return f" (did you mean {near[0]}?)" if near else ""


def _no_module(name: str) -> str:
    """Return that there is no module of this name here, and which Python files there are, the nearest first."""
    if not _is_dotted(name):
        return f"“{name}” can't be a module's name either: letters, digits and “_”"
    here = Path.cwd()
    files = sorted(here.glob("*.py"), key=lambda one: (-SequenceMatcher(None, name, one.stem).ratio(), one.name))
    there = ", ".join(one.name for one in files[:MOST_LISTED])
    return f"no module {name} here ({here}); the Python files here are {there or 'none'}"


def _classes(module: str) -> list[str]:
    """Return the classes that may be agents in a module's source, which is read and not run."""
    found = importlib.util.find_spec(module)
    source = Path(found.origin) if found and found.origin else None
    if source is None or source.suffix != ".py":
        return []
    tree, _ = called(ast.parse, source.read_bytes())
    return [one.name for one in tree.body if isinstance(one, ast.ClassDef) and one.bases] if tree else []


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _is_module(name: str) -> bool:
    """Return whether there is a module of this name; the working directory counts, as for `python -m`."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    if not _is_dotted(name):
        return False
    found, error = called(importlib.util.find_spec, name)
    if error and not isinstance(error, ImportError | ValueError):
        raise UserError(f"{name} can't be imported: {raised(error)}") from error
    return found is not None


def _class(name: str, module: str, wanted: str) -> type[Agent]:
    loaded, error = called(importlib.import_module, module)
    if error:
        said = error if isinstance(error, ImportError | SyntaxError) else raised(error)
        raise UserError(f"{module} can't be imported: {said}") from error
    kind: Any = getattr(loaded, wanted, None)
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        missing = f"is not in {module}{_shadowing(loaded)}"
        what = "is no subclass of lifeworld.agents.agent.Agent" if kind is not None else missing
        there = ", ".join(_classes(module))
        raise UserError(f"{name}: {wanted} {what}{f'; its classes are {there}' if there else ''}")
    if inspect.isabstract(kind):
        raise UserError(f"{name}: {wanted} is not finished; write {', '.join(sorted(kind.__abstractmethods__))}")
    if inspect.iscoroutinefunction(kind.begin) and not inspect.iscoroutinefunction(kind.act):
        raise UserError(f"{name}: {wanted}.begin is async; make act async, too")
    return kind


def _shadowing(loaded: ModuleType) -> str:
    """Return which file was imported, where it is not the one of this name in the working directory."""
    mine = Path(*loaded.__name__.split(".")).with_suffix(".py")
    file = getattr(loaded, "__file__", None)
    if not mine.is_file() or (file and mine.samefile(file)):
        return ""
    return f", which is {file or 'a part of Python'} and not your {mine}; rename yours"


def _made(name: str, called_with: str, kind: type[Agent], argument: str) -> Agent:
    arguments = (argument,) if argument else ()
    try:
        inspect.signature(kind).bind(*arguments)
    except TypeError as error:
        takes = f"what follows “{called_with}:”, or nothing" if inspect.signature(kind).parameters else "nothing"
        raise UserError(f"{name}: {error}; {kind.__name__} takes {takes}") from None
    made, failed = called(kind, *arguments)
    if isinstance(failed, UserError):
        raise failed
    if failed:
        raise UserError(f"{name}: its constructor raised {raised(failed)}") from failed
    agent: Agent = made
    return agent
