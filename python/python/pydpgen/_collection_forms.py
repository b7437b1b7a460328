"""Makers of strings, sets, dictionaries and records: they make an object of its parts, and take it apart.

A string stands for the list of its characters, a set for that of its elements, a dictionary for that of its entries, as
``_collection_types.py`` describes them. ``src/schema/collection_form.rs`` calls the makers. Invariant: an object has one list, as
sets and dictionaries list what they hold in the order of ``_structure_order.py``. ``parts`` takes views, too.
"""

from __future__ import annotations

import copy
import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ._collection_views import CollectionOf, FrozenSetView, SetView
from ._exact_key import is_among
from ._mapping_views import MappingView, RecordView
from ._schema_description import Type
from ._structure_order import StructureOrder
from ._text_views import BytesView, StrView

__all__ = ["Entry", "Maker", "MappingMaker", "Missing", "RecordMaker", "SetMaker", "TextMaker"]


class Missing(enum.Enum):
    """What a record has in the place of a key that it does not have."""

    MISSING = "missing"


@dataclass(frozen=True)
class Entry:
    """A key of a dictionary and its value."""

    key: Any
    value: Any


class Maker:
    """Makes the empty collections of a class, or those that are not empty."""

    #: What a drawing writes before the characters of a text; ``None`` for what is no text.
    quote: str | None = None

    def __init__(self, cls: type, is_empty: bool) -> None:
        self.cls, self.is_empty = cls, is_empty

    def fits(self, it: Any) -> bool:
        """Whether an object or view can be one of these, by its class."""
        return it.__class__ is self.cls and bool(it) != self.is_empty

    def make(self, chain: Sequence[Any] = ()) -> Any:
        """The object whose parts are these: none for an empty one, one list for any other."""
        return self.cls(chain)

    def parts(self, it: Any) -> list[Any] | None:
        """The parts of an object or view that fits; ``None`` if it holds something else."""
        if self.is_empty:
            return []
        return [it._dpgen_chain()] if isinstance(it, CollectionOf) else self.listed(it)

    def listed(self, it: Any) -> list[Any] | None:
        """The parts of an object."""
        raise NotImplementedError

    def moved(self, types: list[Type]) -> Maker:
        """The same maker, for a description with other types."""
        other = copy.copy(self)
        if isinstance(other, SetMaker | MappingMaker):
            other.order = other.order.moved(types)
        return other

    def view(self, parts: Any) -> Any:
        """The view of an object, by the view of its parts."""
        raise NotImplementedError


class TextMaker(Maker):
    """Makes ``str`` or ``bytes``."""

    def __init__(self, cls: type, is_empty: bool) -> None:
        super().__init__(cls, is_empty)
        self.quote = "'" if cls is str else "b'"

    def make(self, chain: Sequence[Any] = ()) -> Any:
        return "".join(chain) if self.cls is str else bytes(chain)

    def listed(self, it: Any) -> list[Any]:
        return [tuple(it)]

    def view(self, parts: Any) -> Any:
        return (StrView if self.cls is str else BytesView).of(parts, self.is_empty)


class SetMaker(Maker):
    """Makes ``set`` or ``frozenset``."""

    def __init__(self, cls: type, is_empty: bool, order: StructureOrder) -> None:
        super().__init__(cls, is_empty)
        self.order = order

    def listed(self, it: Any) -> list[Any] | None:
        elements = _ascending(self.order, it)
        return None if elements is None else [tuple(elements) if self.cls is frozenset else elements]

    def view(self, parts: Any) -> Any:
        return (SetView if self.cls is set else FrozenSetView).of(parts, self.is_empty)


class MappingMaker(Maker):
    """Makes ``dict``."""

    def __init__(self, is_empty: bool, order: StructureOrder) -> None:
        super().__init__(dict, is_empty)
        self.order = order

    def make(self, chain: Sequence[Any] = ()) -> Any:
        return {entry.key: entry.value for entry in chain}

    def listed(self, it: Any) -> list[Any] | None:
        # A key is looked up by what equals it, so that the values go by identity.
        values = {id(key): value for key, value in it.items()}
        keys = _ascending(self.order, it)
        return None if keys is None else [[Entry(key, values[id(key)]) for key in keys]]

    def view(self, parts: Any) -> Any:
        return MappingView.of(parts, self.is_empty)


class RecordMaker(Maker):
    """Makes the dictionaries of a ``TypedDict``: its parts are the values of its keys, or ``Missing``."""

    def __init__(self, keys: list[str], optional: set[str]) -> None:
        super().__init__(dict, False)
        self.keys, self.optional = keys, optional
        #: By key: the exact keys of its values, if these are known, by which records with the same keys are told apart.
        self.tags: dict[str, set[Any]] = {}

    def fits(self, it: Any) -> bool:
        if it.__class__ is not dict or any(key not in it for key in self.keys if key not in self.optional):
            return False
        return all(key in self.keys for key in it) and all(is_among(it[key], known) for key, known in self.tags.items())

    def can_equal(self, other: RecordMaker) -> bool:
        """Whether a record can look like one of another ``TypedDict``."""
        needed, others = ({key for key in it.keys if key not in it.optional} for it in (self, other))
        if not needed <= set(other.keys) or not others <= set(self.keys):
            return False
        return all(not known.isdisjoint(other.tags.get(key, known)) for key, known in self.tags.items())

    def make(self, *values: Any) -> Any:
        return {key: value for key, value in zip(self.keys, values) if value is not Missing.MISSING}

    def parts(self, it: Any) -> list[Any]:
        if isinstance(it, RecordView):
            return [getattr(it._dpgen_parts, key) for key in self.keys]
        return [it.get(key, Missing.MISSING) for key in self.keys]

    def view(self, parts: Any) -> Any:
        return RecordView.record(parts, self.keys, self.optional, Missing.MISSING)


def _ascending(order: StructureOrder, elements: Iterable[Any]) -> list[Any] | None:
    """The elements in their order; ``None`` if one is no structure of their type."""
    try:
        return order.ascending(elements)
    except (TypeError, KeyError):
        return None
