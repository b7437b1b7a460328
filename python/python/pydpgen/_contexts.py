"""Which types have contexts, and the context of whole structures.

A type has a context if something reads it: a rule of one of its fields, a predicate of it, or a part that is given none of its
own. Invariant: a type whose structures pass a context on has one itself, so that a context is known wherever one is read.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from ._exact_key import exact_key
from ._field_rules import context_value
from ._schema_description import Description, Slot

__all__ = [
    "NO_CONTEXT", "NoContext", "UnknownContext", "context_of_instance", "find_contexts", "known_contexts", "root_contexts",
]  # fmt: skip


class NoContext(enum.Enum):
    """The default of the argument ``context``, as ``None`` is a context."""

    NO_CONTEXT = "no context"

    def __repr__(self) -> str:
        return "NO_CONTEXT"


NO_CONTEXT: Final = NoContext.NO_CONTEXT


def find_contexts(description: Description, predicates: Iterable[tuple[str, list[int]]]) -> dict[int, str]:
    """Notes which types have contexts. ``predicates`` are those that read one: their names, and the numbers of the types that they
    judge. Returns for each type with a context the first reader that was found.
    """
    readers: dict[int, str] = {}
    for name, numbers in predicates:
        for number in numbers:
            readers.setdefault(number, f"the predicate {name} takes it")
    for number, slot in description.slots():
        if slot.rule is not None and slot.rule.reads_context and not slot.rule.gives:
            readers.setdefault(number, slot.rule.reading)
    count = -1
    while count != len(readers):
        count = len(readers)
        for number, slot in description.slots():
            if not _is_read(slot, readers):
                continue
            assert slot.ty is not None
            if slot.rule is None:
                readers.setdefault(number, readers[slot.ty])
            elif slot.rule.reads_context:
                readers.setdefault(number, slot.rule.reading)
    for number, described in enumerate(description.types):
        described.has_context = number in readers
    return readers


def _is_read(slot: Slot, readers: dict[int, str]) -> bool:
    """Whether the part in a slot has a context."""
    return slot.ty is not None and slot.ty in readers


def root_contexts(description: Description, context: Any, readers: dict[int, str]) -> list[Any]:
    """The context of whole structures, in a list; an empty list if they have none."""
    name, reader = description.name, readers.get(description.root)
    if context is NO_CONTEXT:
        if reader is None:
            return []
        raise TypeError(f"structures of {name} have a context ({reader}): pass that of whole structures, context=...")
    if reader is None:
        raise TypeError(
            f"context={context!r}: structures of {name} have no context, as no function of a field and no predicate reads it; "
            "leave it out"
        )
    return [context_value(context, "context=...")]


class UnknownContext(TypeError):
    """The context of an instance that nobody has given, and that the place of the instance does not tell."""


#: While predicates judge the parts of an instance: each part with its context, by the identity of the part.
_KNOWN: ContextVar[dict[int, list[tuple[Any, Any]]] | None] = ContextVar("_KNOWN", default=None)


@contextmanager
def known_contexts(parts: Iterable[tuple[Any, Any]]) -> Iterator[None]:
    """Attributes of these instances get these contexts."""
    known: dict[int, list[tuple[Any, Any]]] = {}
    for part, context in parts:
        known.setdefault(id(part), []).append((part, context))
    token = _KNOWN.set(known)
    try:
        yield
    finally:
        _KNOWN.reset(token)


def context_of_instance(instance: Any, attribute: Any) -> Any:
    """The context of an instance that is judged. Raises ``UnknownContext`` for any other, and for one in several contexts, such as
    ``None``."""
    known = _KNOWN.get()
    contexts = [] if known is None else [context for _, context in known.get(id(instance), ())]
    if len(set(map(exact_key, contexts))) != 1:
        name = getattr(attribute, "__name__", repr(attribute))
        raise UnknownContext(
            f"the attribute {name} takes the context of its structure, which {instance!r} does not tell: {name}(it, context)"
        )
    return contexts[0]
