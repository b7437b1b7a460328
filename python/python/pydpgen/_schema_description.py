"""Descriptions of types, their constructors and slots, as the extension reads them.

``src/schema/description.rs`` reads their attributes. ``_annotations.py`` makes descriptions of annotations, ``_spec.py`` of
specs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

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


@dataclass
class Constructor:
    """A constructor, and the Python objects that it makes."""

    name: str
    #: ``instance`` of ``cls``, ``none``, ``value`` of the only slot, ``nil`` or ``cons`` of a list, or ``tuple``.
    form: str
    slots: list[Slot]
    cls: type | None = None
    weight: int | None = None
    #: Whether its objects can not be changed, except for their parts.
    frozen: bool = False


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

        def plain(ctor: Constructor) -> Constructor:
            return replace(ctor, slots=[replace(slot, rule=None) for slot in ctor.slots])

        return Description([replace(ty, constructors=[*map(plain, ty.constructors)]) for ty in self.types], self.root)

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
