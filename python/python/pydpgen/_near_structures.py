"""Objects that differ from a structure in one place, and are smaller or simpler there.

They need not be structures of the type: who asks for them looks whether they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._class_fields import fields_of, is_model, is_structure

__all__ = ["near_structures"]


def near_structures(value: Any) -> Iterator[Any]:
    """The parts of a structure, then the structures in which one part is replaced by a part of it, by ``None`` or by a smaller
    number, or a list lacks an element. What takes more away comes first. For structures without references only.

    >>> list(near_structures((5, [7])))
    [[7], None, (0, [7]), (1, [7]), (2, [7]), (4, [7]), (5, None), (5, []), (5, [0]), (5, [1]), (5, [3]), (5, [6])]
    """
    if isinstance(value, int) and not isinstance(value, bool):
        yield from sorted({smaller for smaller in (0, 1, value // 2, value - 1) if 0 <= smaller < value})
        return
    parts = _parts(value)
    if parts is None:
        return
    yield from _within(value)
    yield None
    if isinstance(value, list):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
    for place, part in parts:
        yield from (_replaced(value, place, near) for near in near_structures(part))


def _within(value: Any) -> Iterator[Any]:
    """The parts that have parts themselves, the nearest ones first."""
    waiting = [value]
    for one in waiting:
        inner = [part for _, part in _parts(one) or () if _parts(part) is not None]
        yield from inner
        waiting += inner


def _parts(value: Any) -> list[tuple[Any, Any]] | None:
    """The places and values of the parts of an object; ``None`` if it is no structure."""
    if is_structure(type(value)):
        return [(name, getattr(value, name)) for name, _ in fields_of(type(value)).names]
    return list(enumerate(value)) if isinstance(value, list | tuple) else None


def _replaced(value: Any, place: Any, part: Any) -> Any:
    """The structure with another part in a place. No method of its class runs, as the part may be of another type."""
    cls = type(value)
    if isinstance(value, list):
        return [*value[:place], part, *value[place + 1 :]]
    fields = {name: part if name == place else inner for name, inner in _parts(value) or ()}
    if isinstance(value, tuple):
        return tuple.__new__(cls, fields.values())
    if is_model(cls):
        return cls.model_construct(**fields)
    made = object.__new__(cls)
    for name, inner in fields.items():
        object.__setattr__(made, name, inner)
    return made
