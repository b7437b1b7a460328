"""Views of dictionaries and of records, as predicates get them: see ``_collection_views.py``."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any

from ._changes_in_place import refused_in_place
from ._collection_views import CollectionOf, operation, reflected, refuse_unhashable

__all__ = ["MappingView", "RecordView"]


class MappingView(CollectionOf):
    """The view of a dictionary. Its keys are in their order."""

    __slots__ = ()
    _dpgen_cls = dict

    def _dpgen_real(self) -> Any:
        return {key: self[key] for key in self}

    def _dpgen_find(self, key: Any) -> list[Any]:
        """The value of a key, in a list; an empty list without the key."""
        for entry in self._dpgen_chain():
            if entry.key == key:
                return [entry.value]
        return []

    def __iter__(self) -> Iterator[Any]:
        for entry in self._dpgen_chain():
            yield entry.key

    def __reversed__(self) -> Iterator[Any]:
        yield from reversed([*self])

    def __getitem__(self, key: Any) -> Any:
        for value in self._dpgen_find(key):
            return value
        raise KeyError(key)

    def __contains__(self, key: Any) -> bool:
        refuse_unhashable(key)
        return any(mine == key for mine in self)

    def get(self, key: Any, default: Any = None) -> Any:
        """As the method of a dictionary; so are the next ones."""
        for value in self._dpgen_find(key):
            return value
        return default

    def keys(self) -> Any:
        return _Keys(self)

    def values(self) -> Any:
        return _Values(self)

    def items(self) -> Any:
        return _Items(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict) or len(self) != len(other):
            return False
        return all(key in other and self[key] == other[key] for key in self)

    __hash__ = None  # type: ignore[assignment]
    __or__ = operation("__or__")
    __ror__ = reflected("__or__")
    __ior__ = refused_in_place("dict", "|=")


class RecordView(MappingView):
    """The view of a dictionary of a ``TypedDict``. Whether it has a key is decided when the predicate asks."""

    __slots__ = ("_dpgen_keys", "_dpgen_missing", "_dpgen_optional")
    _dpgen_keys: list[str]
    _dpgen_missing: Any
    _dpgen_optional: set[str]

    @classmethod
    def record(cls, parts: Any, keys: list[str], optional: set[str], missing: Any) -> RecordView:
        """The view of a record with these parts."""
        made: RecordView = cls.of(parts, False)
        made._dpgen_keys, made._dpgen_optional, made._dpgen_missing = keys, optional, missing
        return made

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._dpgen_keys if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def _dpgen_find(self, key: Any) -> list[Any]:
        if key not in self._dpgen_keys:
            return []
        value = getattr(self._dpgen_parts, key)
        return [] if value is self._dpgen_missing else [value]

    def __contains__(self, key: Any) -> bool:
        return key in self._dpgen_keys and (key not in self._dpgen_optional or bool(self._dpgen_find(key)))


class _Keys(KeysView[Any]):
    def __repr__(self) -> str:
        return repr(dict(self._mapping).keys())  # type: ignore[attr-defined]


class _Values(ValuesView[Any]):
    def __repr__(self) -> str:
        return repr(dict(self._mapping).values())  # type: ignore[attr-defined]


class _Items(ItemsView[Any, Any]):
    def __repr__(self) -> str:
        return repr(dict(self._mapping).items())  # type: ignore[attr-defined]


# Patterns for mappings match registered classes and their subclasses.
Mapping.register(MappingView)
#: What messages of code that is not Python's call them.
MappingView.__name__ = RecordView.__name__ = "view of dict: give it dict(it)"
