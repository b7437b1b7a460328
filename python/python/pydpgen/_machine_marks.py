"""The marks of a state machine's methods: ``rule``, ``initialize``, ``precondition``, ``invariant`` and ``model_state``.

They are kept on the functions, so that a subclass has the rules of its bases, and can override them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

from ._predicates import deferred_kind

__all__ = ["Marks", "initialize", "invariant", "marked_methods", "model_state", "precondition", "rule"]

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(eq=False, repr=False)
class Marks:
    """What a method of a machine is."""

    kinds: list[str] = field(default_factory=list)
    arguments: dict[str, Any] = field(default_factory=dict)
    preconditions: list[Callable[[Any], object]] = field(default_factory=list)


def _marks_of(function: Any) -> Marks | None:
    return getattr(function, "__dpgen_marks__", None)


def _mark(function: Function, kind: str | None, **arguments: Any) -> Function:
    if not inspect.isfunction(function):
        what = f"{kind or 'precondition'} marks a method, not {function!r}"
        raise TypeError(f"{what}: arguments are given by name, @rule(key=range(3))")
    if deferred := deferred_kind(function):
        raise TypeError(f"{function.__name__} is {deferred}, so that a call runs nothing of it: make it a plain method")
    marks = _marks_of(function) or Marks()
    function.__dpgen_marks__ = marks  # type: ignore[attr-defined]
    if kind is not None:
        marks.kinds.append(kind)
        marks.arguments |= arguments
    return function


@overload
def rule(function: Function, /) -> Function: ...
@overload
def rule(**arguments: Any) -> Callable[[Function], Function]: ...


def rule(function: Any = None, /, **arguments: Any) -> Any:
    """Marks a method of a machine that is called in every state, with all of its arguments.

    An argument comes from a range, a list, a build, or a function of what is before it and of the machine:
    ``@rule(key=range(3), place=lambda self, key: range(len(self.keys)))``. So does one with a domain in its annotation:
    ``key: Annotated[int, pydpgen.Range(0, 2)]``. A parameter with a default keeps it. See :func:`pydpgen.machine`.

    >>> class Counter:
    ...     @rule(by=range(1, 3))
    ...     def add(self, by): ...
    """
    return _mark(function, "rule") if function is not None else lambda function: _mark(function, "rule", **arguments)


@overload
def initialize(function: Function, /) -> Function: ...
@overload
def initialize(**arguments: Any) -> Callable[[Function], Function]: ...


def initialize(function: Any = None, /, **arguments: Any) -> Any:
    """Marks a method that is called once before all rules, with each of its arguments; several in the order in which they are
    written. Its arguments are those of a :func:`rule`; ``max_calls`` does not count it.

    >>> class Counter:
    ...     @initialize(level=range(3))
    ...     def start(self, level): ...
    """
    return _mark(function, "initialize") if function is not None else lambda function: _mark(function, "initialize", **arguments)


def precondition(condition: Callable[[Any], object]) -> Callable[[Function], Function]:
    """A condition of the machine under which a rule is called, or an invariant is asked. It must change nothing.

    >>> class Stack:
    ...     @precondition(lambda self: self.items)
    ...     @rule()
    ...     def pop(self): ...
    """
    if not callable(condition):
        raise TypeError(f"a precondition is a function of the machine, not {condition!r}: @precondition(lambda self: self.items)")
    if deferred := deferred_kind(condition):
        raise TypeError(f"a precondition answers at once, but this one is {deferred}")

    def mark(function: Function) -> Function:
        marked = _mark(function, None)
        marked.__dpgen_marks__.preconditions.append(condition)  # type: ignore[attr-defined]
        return marked

    return mark


@overload
def invariant(function: Function, /) -> Function: ...
@overload
def invariant() -> Callable[[Function], Function]: ...


def invariant(function: Any = None, /) -> Any:
    """Marks a method that is asked after the last call of each sequence, the empty one included, and fails by an exception, or
    the answer ``False``.

    >>> class Counter:
    ...     @invariant()
    ...     def is_natural(self):
    ...         assert self.level >= 0
    """
    return _mark(function, "invariant") if function is not None else lambda function: _mark(function, "invariant")


def model_state(function: Function) -> Function:
    """Marks the method that answers with the state of the machine's model: of two sequences that lead to equal states only the
    first is continued. It must change nothing, and answer with a value that has a hash, such as a tuple.

    States are equal for the same type and bits: ``True`` is not 1. What the state leaves out can hide failures:
    see :func:`pydpgen.machine`.

    >>> class Counter:
    ...     @model_state
    ...     def level(self):
    ...         return self.count
    """
    return _mark(function, "model_state")


def marked_methods(cls: type) -> Iterator[tuple[str, Callable[..., Any], Marks]]:
    """The names, functions and marks of a class's marked methods: those of its bases first, each in the order of the code."""
    names = dict.fromkeys(name for base in reversed(cls.__mro__) for name in vars(base))
    for name in names:
        function = inspect.getattr_static(cls, name)
        if inspect.isfunction(function) and (marks := _marks_of(function)) is not None:
            yield name, function, marks
