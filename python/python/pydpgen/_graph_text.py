"""Objects that are shared and have cycles as text: ``#0 Node(next=#1 Node(next=None, prev=#0), prev=None)``."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ._class_fields import fields_of, is_structure
from ._code_inspection import code_of, is_users

__all__ = ["graph_text"]


def graph_text(value: Any) -> str | None:
    """An object in which instances are met again as text, with the numbers that these instances have among those of their classes;
    ``None`` for any other object, and for one whose class has a ``__repr__`` of its own.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Node:
    ...     next: "Node | None"
    >>> ring = Node(Node(None))
    >>> ring.next.next = ring
    >>> print(graph_text(ring), graph_text(Node(None)))
    #0 Node(next=#1 Node(next=#0)) None
    """
    if _has_own_text(type(value)):
        return None
    known: dict[int, tuple[str, Any]] = {}
    met: Counter[type] = Counter()
    again: set[type] = set()
    waiting = [value]
    while waiting:
        it = waiting.pop()
        cls = type(it)
        if id(it) in known:
            # Of values that are compared by their fields and can not be changed, it does not matter which one it is.
            if cls.__hash__ is None or cls.__hash__ is object.__hash__:  # type: ignore[comparison-overlap]
                again.add(cls)
        elif is_structure(cls):
            known[id(it)] = f"#{met[cls]}", it
            met[cls] += 1
            waiting += [getattr(it, name) for name, _ in reversed(fields_of(cls).names)]
        elif isinstance(it, list | tuple):
            waiting += reversed(it)
        elif isinstance(it, dict):
            waiting += reversed([*it.values()])
    return _text(value, known, again, set()) if again else None


def _has_own_text(cls: type) -> bool:
    """Whether the user has written the ``__repr__`` of a class: that of a dataclass is generated code, without a file."""
    return is_users(cls.__repr__) and not code_of(cls.__repr__).co_filename.startswith("<")


def _text(it: Any, known: dict[int, tuple[str, Any]], again: set[type], shown: set[int]) -> str:
    cls = type(it)
    if id(it) in known:
        number = known[id(it)][0] if cls in again else ""
        if number and id(it) in shown:
            return number
        shown.add(id(it))
        fields = (f"{name}={_text(getattr(it, name), known, again, shown)}" for name, _ in fields_of(cls).names)
        return f"{number} {cls.__qualname__}({', '.join(fields)})".lstrip()
    if cls in (list, tuple):
        parts = ", ".join(_text(part, known, again, shown) for part in it)
        return f"[{parts}]" if cls is list else f"({parts},)" if len(it) == 1 else f"({parts})"
    if cls is dict:
        return f"{{{', '.join(f'{key!r}: {_text(part, known, again, shown)}' for key, part in it.items())}}}"
    return repr(it)
