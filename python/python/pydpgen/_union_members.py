"""Members of a union that are no classes of the user's: no value may look like one of two of them, as it has one structure."""

from __future__ import annotations

from typing import Any

from ._collection_forms import RecordMaker
from ._exact_key import exact_key
from ._schema_description import Slot, Type

__all__ = ["refuse_ambiguous"]


def refuse_ambiguous(members: list[tuple[str, Slot]], types: list[Type], where: str) -> None:
    """Raises ``TypeError`` if a value could be of two members of a union, given by their names and slots."""
    looks = [(name, _looks(slot, types, set())) for name, slot in members]
    for place, (name, mine) in enumerate(looks):
        for other, theirs in looks[:place]:
            if any(_alike(one, another) for one in mine for another in theirs):
                raise TypeError(
                    f"{where}: {other} and {name} are members of one union, and a value can look like both: give each "
                    "a class of its own"
                )


def _looks(slot: Slot, types: list[Type], seen: set[int]) -> list[Any]:
    """What values of a slot look like: a class, a single value, a maker of records, or the length of a tuple."""
    if slot.ty is None:
        if slot.domain == "labels":
            return [("value", exact_key(value)) for value in slot.objects]
        return [bool if slot.domain == "bool" else int] if slot.refers is None else []
    if slot.ty in seen:
        return []
    seen.add(slot.ty)
    looks: list[Any] = []
    for ctor in types[slot.ty].constructors:
        if ctor.form == "value":
            looks += _looks(ctor.slots[0], types, seen)
        elif ctor.form == "made":
            looks.append(ctor.maker if isinstance(ctor.maker, RecordMaker) else ctor.maker.cls)
        elif ctor.form in ("nil", "cons"):
            looks.append(tuple if ctor.frozen else list)
        elif ctor.form == "tuple":
            looks.append(("tuple", len(ctor.slots)))
    return looks


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, RecordMaker) and isinstance(other, RecordMaker):
        return one.can_equal(other)
    kinds = [dict if isinstance(it, RecordMaker) else it for it in (one, other)]
    if kinds[0] == kinds[1]:
        return True
    # A class, and a value or tuple of it.
    for cls, it in (kinds, reversed(kinds)):
        if isinstance(cls, type) and isinstance(it, tuple):
            return cls is (tuple if it[0] == "tuple" else it[1][0])
    return False
