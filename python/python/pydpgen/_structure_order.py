"""The order of structures in which the elements of a set, and the keys of a dictionary, are listed.

Two structures of a type are compared by their constructors, then by their fields from left to right; data by the order of its
values. Invariant: the order is the same for views and for instances, and reads no more of a view than the comparison needs. So a
set is a list that ascends, each set is one such list, and :class:`Ascends` is the predicate that says so.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable
from typing import Any

from ._code_inspection import code_of
from ._exact_key import exact_key, is_among
from ._schema_description import Constructor, Slot, Type

__all__ = ["Ascends", "StructureOrder"]


class StructureOrder:
    """The order of what can be in a slot; ``slot`` is known when the types are described."""

    def __init__(self, types: list[Type], where: str) -> None:
        self.types, self.where = types, where
        self.slot = Slot("")

    def moved(self, types: list[Type]) -> StructureOrder:
        """The same order, for a description with other types."""
        other = StructureOrder(types, self.where)
        other.slot = dataclasses.replace(self.slot, rule=None)
        return other

    def precedes(self, left: Any, right: Any) -> bool:
        """Whether one structure is before another one."""
        return self.compare(self.slot, left, right) < 0

    def ascending(self, elements: Iterable[Any]) -> list[Any]:
        """The elements in their order. Raises ``TypeError`` for one that is no structure of the type."""
        return sorted(elements, key=functools.cmp_to_key(lambda left, right: self.compare(self.slot, left, right)))

    def compare(self, slot: Slot, left: Any, right: Any) -> int:
        """-1, 0 or 1, as ``left`` is before ``right``, the same, or after it."""
        if slot.ty is None:
            return _compare_data(slot, left, right)
        number, other = (self.constructor(slot.ty, it) for it in (left, right))
        if number != other:
            return -1 if number < other else 1
        ctor = self.types[slot.ty].constructors[number]
        for inner, mine, yours in zip(ctor.slots, ctor.parts(left), ctor.parts(right)):
            if order := self.compare(inner, mine, yours):
                return order
        return 0

    def constructor(self, number: int, it: Any) -> int:
        """The index of the constructor of a structure among those of the type with this number."""
        for index, ctor in enumerate(self.types[number].constructors):
            if self.fits(ctor, it):
                return index
        raise TypeError(f"{it!r} is no {self.types[number].name}")

    def fits(self, ctor: Constructor, it: Any) -> bool:
        """Whether an instance or view can be one of a constructor."""
        if ctor.form == "value":
            [slot] = ctor.slots
            if slot.ty is not None:
                return any(self.fits(inner, it) for inner in self.types[slot.ty].constructors)
            return _is_value(slot, it)
        return ctor.fits(it)

    # What a set can hold.

    def check(self) -> None:
        """Raises ``TypeError`` for elements that have no hash, or none that depends on their fields."""
        waiting, seen = [self.slot], set()
        while waiting:
            slot = waiting.pop()
            if slot.refers is not None:
                raise TypeError(f"{self.where}: an object that references lead to is not in a set, nor a key: write list[...]")
            if slot.ty is None or slot.ty in seen:
                continue
            seen.add(slot.ty)
            for ctor in self.types[slot.ty].constructors:
                if reason := _why_no_hash(ctor):
                    raise TypeError(f"{self.where}: what is in a set, or a key of a dict, has a hash, and {reason}")
                if ctor.cls is None or _is_generated(ctor.cls.__hash__) or issubclass(ctor.cls, tuple):
                    waiting += ctor.slots

    def can_be_equal(self) -> bool:
        """Whether two different elements can be equal for Python, such as ``1`` and ``True``."""
        return not self._are_distinct(self.slot, set())

    def _are_distinct(self, slot: Slot, seen: set[int]) -> bool:
        if slot.ty is None:
            return slot.domain != "labels" or len(set(slot.objects)) == len(slot.objects)
        if slot.ty in seen:
            return True
        seen.add(slot.ty)
        ctors = [ctor for ctor in self.types[slot.ty].constructors if ctor.form != "none"]
        # Of several kinds of objects, only instances of dataclasses are known to be equal to none of another kind.
        if len(set(map(_kind, ctors))) > 1 and not all(_has_generated_eq(ctor.cls) for ctor in ctors):
            return False
        for ctor in ctors:
            if ctor.cls is not None and not _has_generated_eq(ctor.cls) and not _is_plain_tuple(ctor.cls):
                return False
            if not all(self._are_distinct(inner, seen) for inner in ctor.slots):
                return False
        return True


class Ascends:
    """The predicate of the lists that stand for sets and dictionaries, as ``src/builds/request.rs`` reads it."""

    opaque, reads_context, name = False, False, "the order of a set"

    def __init__(self, order: StructureOrder, of_keys: bool) -> None:
        self.order, self.of_keys = order, of_keys
        #: Whether an element has to be compared with all others.
        self.compares_all = False
        self.judges: list[tuple[int, list[int]]] = []

    @property
    def function(self) -> Any:
        return self

    def __call__(self, chain: Any) -> bool:
        rest = chain[1:]
        if not rest:
            return True
        first = self.element(chain[0])
        if not self.order.precedes(first, self.element(rest[0])):
            return False
        return not self.compares_all or not any(first == self.element(other) for other in rest)

    def element(self, listed: Any) -> Any:
        """What a set holds, or the key of an entry."""
        return listed.key if self.of_keys else listed


def _compare_data(slot: Slot, left: Any, right: Any) -> int:
    if slot.domain == "labels":
        left, right = (slot.numbers[exact_key(it)] for it in (left, right))
    return -1 if left < right else 0 if left == right else 1


def _is_value(slot: Slot, it: Any) -> bool:
    if slot.domain == "labels":
        return is_among(it, slot.numbers)
    return it.__class__ is (bool if slot.domain == "bool" else int)


def _why_no_hash(ctor: Constructor) -> str | None:
    """Why the objects of a constructor can not be in a set; ``None`` if they can."""
    cls = ctor.maker.cls if ctor.maker is not None else ctor.cls
    if ctor.form in ("nil", "cons") and not ctor.frozen:
        return "a list has none: write tuple[..., ...]"
    if cls in (set, dict):
        return f"a {cls.__name__} has none: write {'frozenset[...]' if cls is set else 'tuple[tuple[..., ...], ...]'}"
    if cls is None or ctor.form == "made":
        return None
    if cls.__hash__ is None:
        return f"a {cls.__name__} has none: make it frozen, as in @dataclass(frozen=True)"
    if cls.__hash__ is object.__hash__:
        return f"that of a {cls.__name__} goes by identity: let it have an __eq__, as in @dataclass(frozen=True)"
    return None


def _kind(ctor: Constructor) -> Any:
    """A key that is equal for constructors of one kind of objects, such as lists."""
    return ctor.maker.cls if ctor.maker is not None else "list" if ctor.form in ("nil", "cons") else id(ctor)


def _is_generated(function: Any) -> bool:
    """Whether a method was generated, as those of dataclasses and attrs classes are."""
    return str(getattr(code_of(function), "co_filename", "")).startswith("<")


def _has_generated_eq(cls: Any) -> bool:
    if cls is None or not dataclasses.is_dataclass(cls) or not _is_generated(cls.__eq__):
        return False
    return all(field.compare for field in dataclasses.fields(cls))


def _is_plain_tuple(cls: Any) -> bool:
    return issubclass(cls, tuple) and cls.__eq__ is tuple.__eq__
