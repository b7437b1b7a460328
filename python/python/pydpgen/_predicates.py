"""Marks for predicates (``attribute``, ``opaque``), and the checks of their answers."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from . import _pydpgen

__all__ = ["Opaque", "attribute", "deferred_kind", "needed_parameters", "opaque", "takes_context", "unusable_answer", "verdict"]

Function = TypeVar("Function", bound=Callable[..., Any])
T = TypeVar("T")


def attribute(function: Function) -> Function:
    """Marks a function of one structure whose answers the engine caches. A part that is read through attributes only stays
    undecided, as far as the answers allow.

    An answer is made of numbers, bools, strings, enum members, ``None``, and tuples and lists of these. Integers stay
    undecided where the structure's are. A call with any object but a view calls the function itself. With a second parameter
    ``context``, the function gets the context of the structure; a call with an instance has to give it.

    >>> @attribute
    ... def height(tree):
    ...     return 0 if tree is None else 1 + max(height(tree.left), height(tree.right))
    >>> height(None)
    0
    """
    if not callable(function):
        raise TypeError(f"attribute marks a function, not {function!r}")
    if kind := deferred_kind(function):
        raise TypeError(f"an attribute answers at once, but {getattr(function, '__name__', function)} is {kind}")
    needed = needed_parameters(function)
    reads_context = takes_context(function)
    if needed is not None and len(needed) != 1 and not reads_context:
        raise TypeError(
            f"an attribute takes one structure, and its context as `context`, but {getattr(function, '__name__', function)} takes "
            f"{len(needed)} arguments: without the mark it is a plain function, which predicates can call, too"
        )
    marked = _pydpgen.Attribute(function, reads_context)
    functools.update_wrapper(marked, function)
    return marked  # type: ignore[return-value]


def takes_context(function: Any) -> bool:
    """Whether a predicate or attribute takes the context of its structure: its second parameter is ``context``."""
    needed = needed_parameters(function)
    return needed is not None and needed[1:] == ["context"]


def needed_parameters(function: Any) -> list[str] | None:
    """The parameters that a call has to give; ``None`` if they are not known, or if there are no parameters at all."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [one.name for one in parameters if one.default is one.empty and one.kind not in kinds] if parameters else None


def deferred_kind(function: Any) -> str | None:
    """The kind of a function that a call does not run; ``None`` for any other function."""
    if inspect.iscoroutinefunction(function):
        return "a coroutine (`async def`)"
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        return "a generator (it has a `yield`)"
    return None


def unusable_answer(function: Any, answer: Any, must_be_called: bool = True) -> str | None:
    """Describes an answer that has no truth value of its own: one of a function that has not run, or, with
    ``must_be_called``, a function that was not called. ``None`` for any other answer."""
    if hasattr(type(answer), "__await__") or hasattr(type(answer), "__anext__") or hasattr(type(answer), "__next__"):
        close = getattr(answer, "close", None)
        if close is not None and hasattr(type(answer), "__await__"):
            close()
        return deferred_kind(function) or f"an object of {type(answer).__name__}, which has to be gone through first"
    if must_be_called and isinstance(answer, type | types.MethodType | types.FunctionType | functools.partial | _pydpgen.Attribute):
        return f"{answer!r} itself: is it to be called?"
    return None


def verdict(function: Any, answer: Any) -> bool:
    """The truth of a predicate's answer. Raises ``TypeError`` if it has none."""
    name = getattr(function, "__name__", None) or repr(function)
    if answer is None or answer is NotImplemented:
        raise TypeError(f"the predicate {name} answers {answer}: it has to answer True or False; is there a `return` on every way?")
    if kind := unusable_answer(function, answer):
        raise TypeError(f"the predicate {name} has to answer True or False, but its answer is {kind}")
    return bool(answer)


class Opaque(Generic[T]):
    """A predicate on finished structures: see :func:`opaque`."""

    def __init__(self, function: Callable[[T], bool]) -> None:
        functools.update_wrapper(self, function)
        self.function = function

    def __call__(self, structure: T) -> bool:
        return self.function(structure)


def opaque(function: Callable[[T], bool]) -> Opaque[T]:
    """Marks a predicate that needs real instances, such as one that calls other people's code.

    Every candidate is made and judged, so that only sizes which can be enumerated can be built; the engines are ``dp``
    (the default then) and ``top-down``.

    >>> @opaque
    ... def short(word):
    ...     return len(repr(word)) < 9
    >>> short("a")
    True
    """
    return Opaque(function)
