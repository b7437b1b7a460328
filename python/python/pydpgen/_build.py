"""Builds: from a type and its predicates to every structure up to a size."""

from __future__ import annotations

import dis
import hashlib
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from . import _pydpgen
from ._code import code_of, reachable, refuse_type
from ._describe import Description
from ._predicates import Opaque
from ._progress import Progress, watcher
from ._recheck import recheck
from ._structures import Structures
from ._types import describe, resolve

__all__ = ["build", "options", "prepare", "run", "source_of"]

T = TypeVar("T")


def build(
    type: Any,
    rep_ok: Callable[[Any], bool] | Mapping[Any, Callable[[Any], bool]] | None = None,
    *,
    max_size: int,
    root_ok: Callable[[Any], bool] | None = None,
    params: Mapping[str, int] | None = None,
    algorithm: str | None = None,
    fields: str = "concrete",
    time: float | None = None,
    structures: int | None = None,
    candidates: int | None = None,
    memory: int | None = None,
    progress: Progress = False,
    rechecked: int = 100,
    namespace: Mapping[str, Any] | None = None,
) -> Structures[Any]:
    """Every structure of ``type`` up to ``max_size`` that its predicate accepts, with all of its parts.

    ``rep_ok`` says what must hold at one node: it is asked of every part of a structure that is of the type, or an
    instance of one of its classes. A mapping has a predicate for each of several types. ``root_ok`` is asked of whole
    structures only. ``params`` are the parameters that bounds name; ``n`` is the maximum size unless it is set.

    ``algorithm`` is the engine: ``quotient``, the default, ``dp``, ``lazy-dp``, ``symbolazy-dp`` or ``top-down``.
    ``fields="symbolic"`` leaves integers open, so that a structure stands for a path condition.

    The build stops after ``time`` seconds, with ``structures`` complete structures, after ``candidates`` candidates, or
    with ``memory`` bytes more than before; then ``stop_reason`` says so, and the sizes that are complete are there.
    ``progress=True`` shows a bar, with tqdm where it is installed; a function is called with (size, candidates,
    accepted).

    When it is done, up to ``rechecked`` structures that were accepted are judged again, as real instances, and as many of
    all that the type has; a predicate that answers otherwise then, as it depends on more than its structure or tells a
    view from an instance, is a ``BuildFailure``. 0 leaves that out.

    Raises what the predicate raises, with the structure in a note; ``TypeError`` or ``ValueError`` for a type or a bound
    that can not be; ``TypeError`` for an answer that says neither yes nor no, such as ``None``; ``BuildFailure`` where an
    engine gives up.

    >>> build(bool | None, max_size=0).count(0)
    3
    """
    names = _names(namespace, sys._getframe(1))
    _check(max_size)
    given = {"n": max_size, **(params or {})}
    world, description, asked, functions = prepare(type, rep_ok, root_ok, max_size, given, names)
    asked |= options(algorithm, fields, time, structures, candidates, memory)
    refuse_type([function for function in functions if not isinstance(function, Opaque)])
    built = run(world, description, asked, functions, progress)
    recheck(built, rechecked)
    return built


def options(
    algorithm: str | None = None,
    fields: str = "concrete",
    time: float | None = None,
    structures: int | None = None,
    candidates: int | None = None,
    memory: int | None = None,
) -> dict[str, Any]:
    """How to build, as the extension reads it."""
    whole = {"structures": structures, "candidates": candidates, "memory": memory}
    limits = {name: _limit(name, limit) for name, limit in whole.items()}
    return {"algorithm": algorithm, "fields": fields, "seconds": _seconds(time), **limits}


def _limit(name: str, limit: int | None) -> int | None:
    """A number of things; more than a machine can hold is no limit."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise TypeError(f"{name} is an int, not {limit!r}")
    if limit < 0:
        raise ValueError(f"{name}={limit}: a limit is at least 0")
    return limit if limit < 2**63 else None


def _seconds(time: float | None) -> float | None:
    """A time limit; more than a lifetime is none."""
    if time is None:
        return None
    if isinstance(time, bool) or not isinstance(time, int | float):
        raise TypeError(f"time is a number of seconds, not {time!r}")
    if not time >= 0:
        raise ValueError(f"time={time}: a time limit is at least 0 seconds")
    return float(time) if time < 10**10 else None


def _names(namespace: Mapping[str, Any] | None, frame: Any) -> Mapping[str, Any]:
    """Where names in annotations are looked up: where the caller stands, unless it says otherwise."""
    return dict(frame.f_globals) | dict(frame.f_locals) if namespace is None else namespace


def prepare(
    type: Any,
    rep_ok: Any,
    root_ok: Any,
    max_size: int,
    given: Mapping[str, int],
    names: Mapping[str, Any],
) -> tuple[Any, Description, dict[str, Any], list[Callable[[Any], bool]]]:
    """What an engine needs of a type and its predicates; limits and the like are left open."""
    description, describer = describe(type, given, names)
    predicates = rep_ok if isinstance(rep_ok, Mapping) else {} if rep_ok is None else {type: rep_ok}
    asked: dict[str, Any] = {
        "name": description.name,
        "predicates": [
            _predicate(function, describer.judged(description, resolve(of, names)), "rep_ok")
            for of, function in predicates.items()
        ],
        "root_ok": None if root_ok is None else _predicate(root_ok, [], "root_ok"),
        "max_size": max_size,
        "params": list(given.items()),
        **options(),
    }
    world = _pydpgen.World(description.types, description.root, max_size, asked["params"])
    functions = [*predicates.values(), *([] if root_ok is None else [root_ok])]
    return world, description, asked, functions


def run(
    world: Any,
    description: Description,
    asked: dict[str, Any],
    functions: list[Callable[[Any], bool]],
    progress: Progress,
    spec: Any = None,
) -> Structures[Any]:
    """Runs an engine."""
    engine = _pydpgen.build if spec is None else spec.build
    with watcher(progress) as watch:
        catalog = engine(world, asked, watch)
    source = spec.text if spec is not None else source_of(functions)
    return Structures._of(catalog, description, asked, functions, source, spec)


def _check(max_size: int) -> None:
    if isinstance(max_size, bool) or not isinstance(max_size, int):
        raise TypeError(f"max_size is an int, not {max_size!r}")
    if not 0 <= max_size < 2**32:
        raise ValueError(f"max_size={max_size}: a size is at least 0, and below 2**32")


def _predicate(function: Any, judges: list[tuple[int, list[int]]], what: str) -> Any:
    if not callable(function):
        raise TypeError(f"{what} is a function of one structure, not {function!r}")
    opaque = isinstance(function, Opaque)
    return _Predicate(function.function if isinstance(function, Opaque) else function, judges, opaque)


class _Predicate:
    """As ``src/build.rs`` reads it."""

    def __init__(self, function: Any, judges: list[tuple[int, list[int]]], opaque: bool) -> None:
        self.function, self.judges, self.opaque = function, judges, opaque


def source_of(functions: list[Callable[[Any], bool]]) -> str:
    """A fingerprint of the predicates by their code, and of the attributes that it names."""
    digest = hashlib.sha256()
    for function in reachable(functions, lambda other: isinstance(other, _pydpgen.Attribute)):
        digest.update(_text(code_of(function)).encode())
    return f"python {sys.version_info.major}.{sys.version_info.minor} {digest.hexdigest()}"


def _text(code: Any) -> str:
    """What code does, without where it stands."""
    inner = "".join(_text(const) if hasattr(const, "co_code") else repr(const) for const in code.co_consts)
    steps = [(step.opname, step.argrepr if "0x" not in step.argrepr else "") for step in dis.get_instructions(code)]
    return f"{code.co_name} {steps} {inner}"
