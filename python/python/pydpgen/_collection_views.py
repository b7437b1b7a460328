"""Views of collections, as predicates get them: what all have, and those of sets.

What can be answered by a part of the elements is: a comparison ends at the first difference, a search where it finds something.
Everything else is an operation of the real object, for which all elements are decided. The elements themselves are views. A view
says of itself that it is of the class of the object (``isinstance``, ``__class__``), but code that is not written in Python looks
at its memory, and has to be given a real object. ``_text_views.py`` and ``_mapping_views.py`` have those of texts and dictionaries.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from . import _pydpgen
from ._changes_in_place import refused_in_place, refused_method

__all__ = ["CollectionOf", "FrozenSetView", "SetView", "operation", "real", "reflected", "refuse_unhashable"]

#: Methods of sets and dictionaries that change them.
_CHANGING = {
    "add", "clear", "difference_update", "discard", "intersection_update", "pop", "popitem", "remove", "setdefault",
    "symmetric_difference_update", "update",
}  # fmt: skip


class _CollectionClass(type):
    """The metaclass of the classes of these views. A call makes a real object, as libraries mean ``type(it)(...)``."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        return cls._dpgen_cls(*arguments, **named)  # type: ignore[attr-defined]


class CollectionOf(_pydpgen.CollectionView, metaclass=_CollectionClass):
    """What all views have."""

    __slots__ = ("_dpgen_is_empty",)
    _dpgen_parts: Any
    _dpgen_is_empty: bool
    #: The class of the objects.
    _dpgen_cls: Any = object

    @classmethod
    def of(cls, parts: Any, is_empty: bool) -> Any:
        """The view of an object with these parts."""
        made: Any = cls.__new__(cls, parts)  # type: ignore[call-arg]
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
        # An exception can hold the view, and is printed later.
        return f"<view of {self._dpgen_cls.__name__}>" if _pydpgen.is_over(self) else repr(self._dpgen_real())

    def __str__(self) -> str:
        return repr(self) if _pydpgen.is_over(self) else str(self._dpgen_real())

    def __format__(self, spec: str) -> str:
        return format(self._dpgen_real(), spec)

    def __hash__(self) -> int:
        return hash(self._dpgen_real())

    def __getattr__(self, name: str) -> Any:
        cls = self._dpgen_cls.__name__
        if name in _CHANGING and hasattr(self._dpgen_cls, name):
            return refused_method(cls, name)
        if not hasattr(self._dpgen_cls, name):
            raise AttributeError(f"'{cls}' object has no attribute '{name}'")
        return getattr(self._dpgen_real(), name)

    def __ne__(self, other: object) -> bool:
        return not self == other


def operation(name: str) -> Any:
    """An operation of the real object, whose operands are real objects, too."""

    def method(self: Any, *operands: Any) -> Any:
        return getattr(self._dpgen_real(), name)(*map(real, operands))

    method.__name__ = name
    return method


def reflected(name: str) -> Any:
    """An operation of what is to the left of the real object."""

    def method(self: Any, other: Any) -> Any:
        return getattr(real(other), name, lambda _: NotImplemented)(self._dpgen_real())

    return method


def real(it: Any) -> Any:
    return it._dpgen_real() if isinstance(it, CollectionOf) else it


def refuse_unhashable(item: Any) -> None:
    """Raises ``TypeError`` for what is in no set and no key of a dictionary."""
    for cls in (list, dict, set):
        if isinstance(item, cls):
            raise TypeError(f"unhashable type: '{cls.__name__}'")


class SetView(CollectionOf):
    """The view of a set. Its elements are in their order."""

    __slots__ = ()
    _dpgen_cls: Any = set

    def __contains__(self, item: Any) -> bool:
        refuse_unhashable(item)
        return item in self._dpgen_chain()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, set | frozenset) or len(self) != len(other):
            return False
        return all(any(mine == theirs for theirs in other) for mine in self)

    __hash__ = None  # type: ignore[assignment]
    __lt__, __le__, __gt__, __ge__ = map(operation, ("__lt__", "__le__", "__gt__", "__ge__"))
    __and__, __or__, __sub__, __xor__ = map(operation, ("__and__", "__or__", "__sub__", "__xor__"))
    __rand__, __ror__, __rsub__, __rxor__ = map(reflected, ("__and__", "__or__", "__sub__", "__xor__"))
    __iand__, __ior__, __isub__, __ixor__ = (refused_in_place("set", sign) for sign in ("&=", "|=", "-=", "^="))


class FrozenSetView(SetView):
    """The view of a frozenset."""

    __slots__ = ()
    _dpgen_cls = frozenset
    __hash__ = CollectionOf.__hash__  # type: ignore[assignment]
    # These make another frozenset.
    __iand__, __ior__, __isub__, __ixor__ = SetView.__and__, SetView.__or__, SetView.__sub__, SetView.__xor__


#: What messages of code that is not Python's call them.
SetView.__name__ = FrozenSetView.__name__ = "view of set: give it set(it)"
