"""Views of strings and of bytes, as predicates get them: see ``_collection_views.py``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import index
from typing import Any

from ._collection_views import CollectionOf, operation, real, reflected

__all__ = ["BytesView", "StrView"]


class _Text(CollectionOf):
    """The view of a string, or of bytes."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice) and key.stop is not None and key.step is None:
            start, stop = 0 if key.start is None else index(key.start), index(key.stop)
            if start >= 0 and stop >= 0:
                return self._dpgen_joined([*islice(self, start, stop)])
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
            return bool(self._dpgen_real().startswith(real(prefix), *bounds))
        mine = iter(self)
        return all(any(left == right for left in _next(mine)) for right in prefix)

    __lt__, __le__, __gt__, __ge__ = map(operation, ("__lt__", "__le__", "__gt__", "__ge__"))
    __add__, __mul__, __rmul__, __mod__ = map(operation, ("__add__", "__mul__", "__rmul__", "__mod__"))
    __radd__, __rmod__ = reflected("__add__"), reflected("__mod__")


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
        return real(item) in self._dpgen_real()


class BytesView(_Text):
    """The view of bytes."""

    __slots__ = ()
    _dpgen_cls = bytes

    def _dpgen_joined(self, elements: Sequence[Any]) -> bytes:
        return bytes(elements)

    def __bytes__(self) -> bytes:
        return bytes(self._dpgen_chain())

    def __contains__(self, item: Any) -> bool:
        return item in self._dpgen_chain() if isinstance(item, int) else real(item) in self._dpgen_real()


#: What messages of code that is not Python's call them, such as `re`: "expected string, got 'view of str: give it str(it)'".
StrView.__name__ = "view of str: give it str(it)"
BytesView.__name__ = "view of bytes: give it bytes(it)"
