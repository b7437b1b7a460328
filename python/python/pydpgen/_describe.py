"""The description of a schema, as the extension reads it: types, their constructors, and the slots of these.

``src/description.rs`` is the other half. ``_types.py`` makes descriptions from annotations, ``_spec.py`` from specs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Constructor", "Description", "Slot", "Type"]


@dataclass
class Slot:
    """A field: a part of the type with the number ``ty``, or a value of a domain."""

    name: str
    keyword: bool = False
    ty: int | None = None
    #: ``bool``, ``range`` (``ints`` are its ends), ``ints`` or ``labels``.
    domain: str | None = None
    ints: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    #: What the labels stand for.
    objects: list[Any] = field(default_factory=list)


@dataclass
class Constructor:
    """What a structure can begin with."""

    name: str
    #: ``instance`` of ``cls``, ``none``, ``value`` of the only slot, ``nil`` and ``cons`` of a list, or ``tuple``.
    form: str
    slots: list[Slot]
    cls: type | None = None
    weight: int | None = None
    #: Whether nothing can change its objects but through their parts.
    frozen: bool = False


@dataclass
class Type:
    """A type: a choice of constructors."""

    name: str
    shape: str
    constructors: list[Constructor]
    #: Whether it is a list without bounds on its length.
    grows: bool = False


@dataclass
class Description:
    """Types, of which one is that of whole structures."""

    types: list[Type]
    root: int

    @property
    def name(self) -> str:
        return self.types[self.root].name

    def judged(self, number: int | None, classes: list[type]) -> list[tuple[int, list[int]]]:
        """Where a predicate on a type judges: at the structures of the type with this number, and wherever an instance of
        one of these classes stands."""
        places = []
        for other, described in enumerate(self.types):
            ctors = [
                place
                for place, ctor in enumerate(described.constructors)
                if other == number or any(ctor.cls is cls for cls in classes)
            ]
            if ctors:
                places.append((other, ctors))
        return places
