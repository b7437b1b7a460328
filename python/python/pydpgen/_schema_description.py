"""Descriptions of types, their constructors and slots, as the extension reads them.

``src/schema/description.rs`` reads their attributes. ``_annotations.py`` makes descriptions of annotations, ``_spec.py`` of
specs.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ._class_fields import sets_fields_only
from ._exact_key import exact_key

__all__ = ["Constructor", "Description", "Slot", "Type"]


@dataclass
class Slot:
    """A field: a part of the type with the number ``ty``, a value of a domain, or a reference."""

    name: str
    keyword: bool = False
    ty: int | None = None
    #: ``bool``, ``range`` (``ints`` are its ends), ``ints`` or ``labels``.
    domain: str | None = None
    ints: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    #: The values that the labels stand for.
    objects: list[Any] = field(default_factory=list)
    #: The type of the nodes that it refers to, for a reference: see ``_references.py``.
    refers: int | None = None
    #: Which context the part gets, or which data it can have where it stands: see ``_field_rules.py``.
    rule: Any = None

    @functools.cached_property
    def numbers(self) -> dict[Any, int]:
        """The number of each value that labels stand for, by its exact key."""
        return {exact_key(value): number for number, value in enumerate(self.objects)}


@dataclass
class Constructor:
    """A constructor, and the Python objects that it makes."""

    name: str
    #: ``instance`` of ``cls``, ``none``, ``value`` of the only slot, ``nil`` or ``cons`` of a list, ``tuple``, or ``made`` by
    #: ``maker``.
    form: str
    slots: list[Slot]
    cls: type | None = None
    weight: int | None = None
    #: Whether its objects can not be changed, except for their parts.
    frozen: bool = False
    #: What makes its objects of their parts: see ``_collection_forms.py``.
    maker: Any = None

    @property
    def sets_fields(self) -> bool:
        """Whether its instances are made by setting their fields, without a call of the class."""
        return self.form == "instance" and self.cls is not None and sets_fields_only(self.cls)

    def fits(self, it: Any) -> bool:
        """Whether an instance or view can be one of this constructor, by its class; for any form but ``value``."""
        if self.form == "none":
            return it is None
        if self.form == "instance":
            return it.__class__ is self.cls
        if self.form == "tuple":
            return it.__class__ is tuple and len(it) == len(self.slots)
        if self.form == "made":
            return bool(self.maker.fits(it))
        return it.__class__ is (tuple if self.frozen else list) and bool(it) == (self.form == "cons")

    def parts(self, it: Any) -> Iterable[Any]:
        """What an instance or view of this constructor has in its slots."""
        if self.form == "instance":
            return (getattr(it, slot.name) for slot in self.slots)
        if self.form == "cons":
            return it[0], it[1:]
        if self.form == "tuple":
            return tuple(it)
        if self.form == "made":
            parts: Iterable[Any] = self.maker.parts(it)
            return parts
        return [it] * len(self.slots)


@dataclass
class Type:
    """A type: a choice of constructors."""

    name: str
    shape: str
    constructors: list[Constructor]
    #: Whether it is a list without a bound on its length.
    grows: bool = False
    #: Whether its structures have a context: see ``_contexts.py``.
    has_context: bool = False


@dataclass
class Description:
    """Types; ``root`` is the number of the type of whole structures."""

    types: list[Type]
    root: int
    #: The predicates of the lists that stand for sets and dictionaries: see ``_structure_order.py``.
    orders: list[Any] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.types[self.root].name

    def slots(self) -> Iterator[tuple[int, Slot]]:
        """All slots, each with the number of the type that it is in."""
        for number, described in enumerate(self.types):
            for ctor in described.constructors:
                for slot in ctor.slots:
                    yield number, slot

    def without_rules(self) -> Description:
        """The same types, for structures that are built already."""

        types: list[Type] = []

        def plain(ctor: Constructor) -> Constructor:
            maker = None if ctor.maker is None else ctor.maker.moved(types)
            return replace(ctor, slots=[replace(slot, rule=None) for slot in ctor.slots], maker=maker)

        types += [replace(ty, constructors=[*map(plain, ty.constructors)]) for ty in self.types]
        return Description(types, self.root)

    def judged(self, number: int | None, classes: list[type]) -> list[tuple[int, list[int]]]:
        """The constructors that a predicate judges, by type: those of the type with this number, and those of these classes in
        every type."""

        def is_judged(ctor: Constructor) -> bool:
            return any(ctor.cls is cls for cls in classes)

        def holds_judged(ctor: Constructor) -> bool:
            part = ctor.slots[0].ty if ctor.form == "value" else None
            return part is not None and all(map(is_judged, self.types[part].constructors))

        places = []
        for other, described in enumerate(self.types):
            ctors = [
                place
                for place, ctor in enumerate(described.constructors)
                if is_judged(ctor) or (other == number and not holds_judged(ctor))
            ]
            if ctors:
                places.append((other, ctors))
        return places
