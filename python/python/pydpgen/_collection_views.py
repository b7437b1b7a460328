"""Views of strings, sets, dictionaries and records, as predicates get them.

What can be answered by a part of the elements is: a comparison ends at the first difference, a search where it finds something.
Everything else is an operation of the real object, for which all elements are decided. The elements themselves are views. A view
says of itself that it is of the class of the object (``isinstance``, ``__class__``), but code that is not written in Python looks
at its memory, and has to be given a real object.
"""

from __future__ import annotations

import copy
from collections.abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Any

from . import _pydpgen

__all__ = ["BytesView", "CollectionOf", "FrozenSetView", "MappingView", "RecordView", "SetView", "StrView"]

#: Methods of sets and dictionaries that change them.
_CHANGING = {
    "add", "clear", "difference_update", "discard", "intersection_update", "pop", "popitem", "remove", "setdefault",
    "symmetric_difference_update", "update",
}  # fmt: skip


class CollectionOf(_pydpgen.CollectionView):
    """What all views have."""

    __slots__ = ("_dpgen_is_empty",)
    _dpgen_parts: Any
    _dpgen_is_empty: bool
    #: The class of the objects.
    _dpgen_cls: Any = object

    @classmethod
    def of(cls, parts: Any, is_empty: bool) -> Any:
        """The view of an object with these parts."""
        made = cls(parts)
        made._dpgen_is_empty = is_empty
        return made

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self._dpgen_cls

    def _dpgen_chain(self) -> Any:
        """The view of the list of elements."""
        return () if self._dpgen_is_empty else self._dpgen_parts.elements

    def _dpgen_real(self) -> Any:
        """The object, whose elements are views."""
        return self._dpgen_cls(self._dpgen_chain())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._dpgen_chain())

    def __bool__(self) -> bool:
        return not self._dpgen_is_empty

    def __len__(self) -> int:
        return len(self._dpgen_chain())

    def __copy__(self) -> Any:
        return self._dpgen_real()

    def __deepcopy__(self, memo: Any) -> Any:
        return copy.deepcopy(self._dpgen_real(), memo)

    def __reduce__(self) -> Any:
        raise TypeError("a view can not be pickled: it belongs to one run of the predicate")

    def __repr__(self) -> str:
        return repr(self._dpgen_real())

    def __str__(self) -> str:
        return str(self._dpgen_real())

    def __format__(self, spec: str) -> str:
        return format(self._dpgen_real(), spec)

    def __hash__(self) -> int:
        return hash(self._dpgen_real())

    def __getattr__(self, name: str) -> Any:
        cls = self._dpgen_cls.__name__
        if name in _CHANGING and hasattr(self._dpgen_cls, name):
            raise AttributeError(f"a predicate can not change the {cls} that it judges: '{name}' needs one of its own, `{cls}(it)`")
        if not hasattr(self._dpgen_cls, name):
            raise AttributeError(f"'{cls}' object has no attribute '{name}'")
        return getattr(self._dpgen_real(), name)

    def __ne__(self, other: object) -> bool:
        return not self == other


def _operation(name: str) -> Any:
    """An operation of the real object, whose operands are real objects, too."""

    def operation(self: Any, *operands: Any) -> Any:
        return getattr(self._dpgen_real(), name)(*map(_real, operands))

    operation.__name__ = name
    return operation


def _reflected(name: str) -> Any:
    """An operation of what is to the left of the real object."""

    def operation(self: Any, other: Any) -> Any:
        return getattr(_real(other), name, lambda _: NotImplemented)(self._dpgen_real())

    return operation


def _real(it: Any) -> Any:
    return it._dpgen_real() if isinstance(it, CollectionOf) else it


class _Text(CollectionOf):
    """The view of a string, or of bytes."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        try:
            found = self._dpgen_chain()[key]
        except (IndexError, TypeError):
            return self._dpgen_real()[key]
        return self._dpgen_joined(found) if isinstance(key, slice) else found

    def _dpgen_joined(self, elements: Sequence[Any]) -> Any:
        raise NotImplementedError

    def _dpgen_real(self) -> Any:
        return self._dpgen_joined(self._dpgen_chain())

    def __eq__(self, other: Any) -> bool:
        if other.__class__ is not self._dpgen_cls:
            return other is not None and bool(self._dpgen_real() == other)
        theirs: Iterator[Any] = iter(other)
        for left in self:
            if not any(left == right for right in _next(theirs)):
                return False
        return not _next(theirs)

    __hash__ = CollectionOf.__hash__

    def startswith(self, prefix: Any, *bounds: Any) -> bool:
        """As the method of the real object."""
        if bounds or prefix.__class__ is not self._dpgen_cls:
            return bool(self._dpgen_real().startswith(_real(prefix), *bounds))
        mine = iter(self)
        return all(any(left == right for left in _next(mine)) for right in prefix)

    __lt__, __le__, __gt__, __ge__ = map(_operation, ("__lt__", "__le__", "__gt__", "__ge__"))
    __add__, __mul__, __rmul__, __mod__ = map(_operation, ("__add__", "__mul__", "__rmul__", "__mod__"))
    __radd__, __rmod__ = _reflected("__add__"), _reflected("__mod__")


def _next(elements: Iterator[Any]) -> list[Any]:
    """The next element, in a list; an empty list at the end."""
    for element in elements:
        return [element]
    return []


class StrView(_Text):
    """The view of a string."""

    __slots__ = ()
    _dpgen_cls = str

    def _dpgen_joined(self, elements: Sequence[Any]) -> str:
        return "".join(elements)

    def __contains__(self, item: Any) -> bool:
        if item.__class__ is str and len(item) == 1:
            return item in self._dpgen_chain()
        return _real(item) in self._dpgen_real()


class BytesView(_Text):
    """The view of bytes."""

    __slots__ = ()
    _dpgen_cls = bytes

    def _dpgen_joined(self, elements: Sequence[Any]) -> bytes:
        return bytes(elements)

    def __bytes__(self) -> bytes:
        return bytes(self._dpgen_chain())

    def __contains__(self, item: Any) -> bool:
        return item in self._dpgen_chain() if isinstance(item, int) else _real(item) in self._dpgen_real()


class SetView(CollectionOf):
    """The view of a set. Its elements are in their order."""

    __slots__ = ()
    _dpgen_cls: Any = set

    def __contains__(self, item: Any) -> bool:
        return item in self._dpgen_chain()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, set | frozenset) or len(self) != len(other):
            return False
        return all(any(mine == theirs for theirs in other) for mine in self)

    __hash__ = None  # type: ignore[assignment]
    __lt__, __le__, __gt__, __ge__ = map(_operation, ("__lt__", "__le__", "__gt__", "__ge__"))
    __and__, __or__, __sub__, __xor__ = map(_operation, ("__and__", "__or__", "__sub__", "__xor__"))
    __rand__, __ror__, __rsub__, __rxor__ = map(_reflected, ("__and__", "__or__", "__sub__", "__xor__"))


class FrozenSetView(SetView):
    """The view of a frozenset."""

    __slots__ = ()
    _dpgen_cls = frozenset
    __hash__ = CollectionOf.__hash__  # type: ignore[assignment]


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
    __or__ = _operation("__or__")
    __ror__ = _reflected("__or__")


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
#: What messages of code that is not Python's call them, such as `re`: "expected string, got 'view of str: give it str(it)'".
for _cls, _name, _advice in ((StrView, "str", "str(it)"), (BytesView, "bytes", "bytes(it)"), (MappingView, "dict", "dict(it)")):
    _cls.__name__ = f"view of {_name}: give it {_advice}"
RecordView.__name__ = MappingView.__name__
SetView.__name__ = FrozenSetView.__name__ = "view of set: give it set(it)"
