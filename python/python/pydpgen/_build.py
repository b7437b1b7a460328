"""Builds of every structure of a type up to a size, by its predicates."""

from __future__ import annotations

import dataclasses
import dis
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Required, TypedDict, TypeVar, Unpack, overload

from . import _pydpgen
from ._annotation_forms import resolve
from ._annotations import describe
from ._build_recheck import recheck
from ._caught_exceptions import listening
from ._code_inspection import code_of, reachable, refuse_type
from ._contexts import NO_CONTEXT, find_contexts, root_contexts
from ._field_rules import Constant
from ._predicates import Opaque, needed_parameters, takes_context
from ._progress import Progress, watcher
from ._references import node_types
from ._schema_description import Description
from ._structures import SpecOrigin, Structures

__all__ = ["annotation_namespace", "build", "build_options", "prepare_build", "run_engine", "source_fingerprint"]

T = TypeVar("T")


class BuildArguments(TypedDict, total=False):
    """The arguments of :func:`build` that are given by name."""

    max_size: Required[int]
    root_ok: Callable[..., bool] | None
    context: Any
    params: Mapping[str, int] | None
    algorithm: str | None
    fields: str
    time: float | None
    structures: int | None
    candidates: int | None
    memory: int | None
    progress: Progress
    rechecked: int
    namespace: Mapping[str, Any] | None


Predicates = Callable[..., bool] | Mapping[Any, Callable[..., bool]] | None


# A type checker knows the structures of a class. An alias of a union is no class: its user writes the type of the result.
@overload
def build(type: type[T], rep_ok: Predicates = None, **arguments: Unpack[BuildArguments]) -> Structures[T]: ...
@overload
def build(type: Any, rep_ok: Predicates = None, **arguments: Unpack[BuildArguments]) -> Structures[Any]: ...
def build(
    type: Any,
    rep_ok: Predicates = None,
    *,
    max_size: int,
    root_ok: Callable[..., bool] | None = None,
    context: Any = NO_CONTEXT,
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

    ``rep_ok`` judges one node. It is called for every part of a structure that is of the type, or an instance of one of its
    classes. A mapping has a predicate for each of several types. ``root_ok`` judges whole structures only. ``params`` are
    the parameters that bounds name; ``n`` is the maximum size unless it is set.

    ``context`` is the context of whole structures: see :class:`pydpgen.Give`. A predicate with a second parameter
    ``context`` gets the context of the structure that it judges.

    ``algorithm`` is the engine: ``quotient`` (the default), ``dp``, ``lazy-dp``, ``symbolazy-dp`` or ``top-down``.
    ``fields="symbolic"`` leaves integers undecided, so that a structure stands for a path condition.

    The build stops after ``time`` seconds, ``structures`` complete structures, ``candidates`` candidates, or ``memory``
    bytes more than before; then ``stop_reason`` names the limit, and the result has the sizes that are complete.
    ``progress=True`` shows a bar, by tqdm where it is installed; a function is called with (size, candidates,
    accepted).

    At the end, the predicates judge up to ``rechecked`` accepted structures again, as real instances, and as many arbitrary
    structures of the type. A different answer is a ``BuildFailure``: the predicate depends on more than its structure, or
    tells a view from an instance. 0 leaves this check out.

    Raises the exceptions of the predicate, with the structure in a note; ``TypeError`` or ``ValueError`` for an invalid
    type or bound; ``TypeError`` for an answer that is neither true nor false, such as ``None``; ``BuildFailure`` where an
    engine gives up.

    >>> build(bool | None, max_size=0).count(0)
    3
    """
    namespace = annotation_namespace(namespace, sys._getframe(1))
    _check_max_size(max_size)
    given = {"n": max_size, **(params or {})}
    schema, description, request, functions = prepare_build(type, rep_ok, root_ok, context, max_size, given, namespace)
    request |= build_options(algorithm, fields, time, structures, candidates, memory)
    refuse_type([function for function in [*functions, *rule_functions(description)] if not isinstance(function, Opaque)])
    structures_built = run_engine(schema, description, request, functions, progress)
    recheck(structures_built, rechecked)
    return structures_built


def build_options(
    algorithm: str | None = None,
    fields: str = "concrete",
    time: float | None = None,
    structures: int | None = None,
    candidates: int | None = None,
    memory: int | None = None,
) -> dict[str, Any]:
    """The engine and the limits of a build, as the extension reads them."""
    counts = {"structures": structures, "candidates": candidates, "memory": memory}
    limits = {name: _limit(name, limit) for name, limit in counts.items()}
    return {"algorithm": algorithm, "fields": fields, "seconds": _seconds(time), **limits}


def _limit(name: str, limit: int | None) -> int | None:
    """A limit on a count; ``None`` if it is more than a machine can hold."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise TypeError(f"{name} is an int, not {limit!r}")
    if limit < 0:
        raise ValueError(f"{name}={limit}: a limit is at least 0")
    return limit if limit < 2**63 else None


def _seconds(time: float | None) -> float | None:
    """A time limit; ``None`` if it is longer than a lifetime."""
    if time is None:
        return None
    if isinstance(time, bool) or not isinstance(time, int | float):
        raise TypeError(f"time is a number of seconds, not {time!r}")
    if not time >= 0:
        raise ValueError(f"time={time}: a time limit is at least 0 seconds")
    return float(time) if time < 10**10 else None


def annotation_namespace(namespace: Mapping[str, Any] | None, frame: Any) -> Mapping[str, Any]:
    """The values of names in annotations: by default, the names that the caller's frame can see."""
    return dict(frame.f_globals) | dict(frame.f_locals) if namespace is None else namespace


def prepare_build(
    type: Any,
    rep_ok: Any,
    root_ok: Any,
    context: Any,
    max_size: int,
    given: Mapping[str, int],
    namespace: Mapping[str, Any],
) -> tuple[Any, Description, dict[str, Any], list[Callable[[Any], bool]]]:
    """The schema of a type, its description, a request with default options, and the predicates."""
    description, describer = describe(type, given, namespace)
    predicates = rep_ok if isinstance(rep_ok, Mapping) else {} if rep_ok is None else {type: rep_ok}
    judging = [
        _predicate(function, describer.judged(description, resolve(of, namespace)), "rep_ok") for of, function in predicates.items()
    ]
    for predicate in judging:
        if predicate.opaque and node_types(description):
            raise TypeError(
                f"the opaque predicate {predicate.name} would be called with parts, out of which references lead: say it of whole "
                f"structures, root_ok=pydpgen.opaque({predicate.name})"
            )
    of_root = None if root_ok is None else _predicate(root_ok, [], "root_ok")
    reading = [(predicate.name, [number for number, _ in predicate.judges]) for predicate in judging if predicate.reads_context]
    if of_root is not None and of_root.reads_context:
        reading.append((of_root.name, [description.root]))
    readers = find_contexts(description, reading)
    request: dict[str, Any] = {
        "name": description.name,
        "predicates": [*description.orders, *judging],
        "root_ok": of_root,
        "contexts": root_contexts(description, context, readers),
        "max_size": max_size,
        "params": list(given.items()),
        **build_options(),
    }
    schema = _pydpgen.Schema(description.types, description.root, max_size, request["params"])
    functions = [*predicates.values(), *([] if root_ok is None else [root_ok])]
    return schema, description, request, functions


def run_engine(
    schema: Any,
    description: Description,
    request: dict[str, Any],
    functions: list[Callable[[Any], bool]],
    progress: Progress,
    spec: SpecOrigin | None = None,
) -> Structures[Any]:
    """Runs an engine: the one of the spec, or one that calls the predicates in the request."""
    run = _pydpgen.build if spec is None else spec._run_engine
    with watcher(progress) as watch, listening(request, description) as heard:
        catalog = run(schema, heard, watch)
    source = spec.text if spec is not None else source_fingerprint(functions, description, request["contexts"])
    return Structures._from_catalog(catalog, description, request, functions, source, spec)


def _check_max_size(max_size: int) -> None:
    if isinstance(max_size, bool) or not isinstance(max_size, int):
        raise TypeError(f"max_size is an int, not {max_size!r}")
    if not 0 <= max_size < 2**32:
        raise ValueError(f"max_size={max_size}: a size is at least 0, and below 2**32")


def _predicate(function: Any, judges: list[tuple[int, list[int]]], argument: str) -> _Predicate:
    if not callable(function):
        raise TypeError(f"{argument} is a function of one structure, not {function!r}")
    return _Predicate(function, judges)


class _Predicate:
    """A predicate, as ``src/builds/request.rs`` reads it."""

    def __init__(self, function: Any, judges: list[tuple[int, list[int]]]) -> None:
        self.opaque = isinstance(function, Opaque)
        self.function, self.judges = function.function if self.opaque else function, judges
        self.name = getattr(self.function, "__name__", repr(self.function))
        self.reads_context = takes_context(self.function)
        needed = needed_parameters(self.function) or []
        if len(needed) > 1 and not self.reads_context:
            raise TypeError(
                f"the predicate {self.name} takes {', '.join(needed)}: it gets one structure, and its context as `context`"
            )
        if self.opaque and self.reads_context:
            raise TypeError(f"the opaque predicate {self.name} takes one structure: it gets no context")


def rule_functions(description: Description) -> list[Any]:
    """The functions of fields' rules."""
    return [slot.rule.function for _, slot in description.slots() if slot.rule is not None]


def source_fingerprint(
    functions: list[Callable[..., Any]], description: Description | None = None, contexts: Sequence[Any] = ()
) -> str:
    """A fingerprint of the code of predicates and of the rules of fields, of the attributes that it names, and of the context of
    whole structures."""
    import hashlib

    digest = hashlib.sha256()
    rules = [] if description is None else rule_functions(description)
    for function in reachable([*functions, *rules], lambda other: isinstance(other, _pydpgen.Attribute)):
        digest.update(_code_text(code_of(function)).encode())
    for value in [*(rule.value for rule in rules if isinstance(rule, Constant)), *contexts]:
        digest.update(_value_text(value).encode())
    return f"python {sys.version_info.major}.{sys.version_info.minor} {digest.hexdigest()}"


def _value_text(value: Any) -> str:
    """A value as text that is the same in each process."""
    if isinstance(value, frozenset):
        return f"frozenset({sorted(map(_value_text, value))})"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}({[*map(_value_text, value)]})"
    if dataclasses.is_dataclass(value):
        return f"{type(value).__qualname__}({[_value_text(getattr(value, field.name)) for field in dataclasses.fields(value)]})"
    text = repr(value)
    return text if " at 0x" not in text else type(value).__qualname__


def _code_text(code: Any) -> str:
    """The instructions and constants of code, without its place in a file."""
    inner = "".join(_code_text(const) if hasattr(const, "co_code") else repr(const) for const in code.co_consts)
    steps = [(step.opname, step.argrepr if "0x" not in step.argrepr else "") for step in dis.get_instructions(code)]
    return f"{code.co_name} {steps} {inner}"
