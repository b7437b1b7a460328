"""Enumerates the cases of a test: combinations of arguments, by total size.

A case has a *size*, the sum of its structures' sizes, and a *rank* among those of its size. An argument that is no
structure (a range, a list) adds nothing to the size. A dependent argument (a function of others) is enumerated for each
case of the others, and adds a number to the key. Invariant: no two cases share an object that a test could change:
structures are made, values copied and functions called for each case.
"""

from __future__ import annotations

import copy
import inspect
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ._structures import BLOCK_LEN, Structures

__all__ = ["Cases", "Key"]

Key = tuple[int, ...]

#: The classes whose instances are not copied for a case.
_UNCHANGING = frozenset({object, int, bool, float, str, bytes, type(None)})

#: By free argument: the size of a structure and its rank among those of this size, or 0 and the index of a value.
Places = dict[str, tuple[int, int]]

#: What a caller gives where no function reads it.
NOTHING_GIVEN: Mapping[str, Any] = {}


class Cases:
    """The cases of a test. ``free`` arguments have values of their own, ``dependent`` ones functions of others. A function can
    also read what the caller has ``given``, by these names, such as the machine whose rule is called."""

    def __init__(self, arguments: dict[str, Any], max_size: int | None, given: Collection[str] = ()) -> None:
        self.names, self.given = list(arguments), frozenset(given)
        self.free: dict[str, Any] = {}
        self._known_ways: dict[tuple[int, int], int] = {}
        # The structures of one size of an argument.
        self._of_size: dict[tuple[str, int], Structures[Any]] = {}
        self.dependent: dict[str, Callable[..., Iterable[Any]]] = {}
        for name, source in arguments.items():
            if isinstance(source, Structures | Sequence) and not isinstance(source, str):
                self.free[name] = source
            elif callable(source):
                self.dependent[name] = source
            elif isinstance(source, Iterable) and not isinstance(source, str):
                self.free[name] = _ordered(name, source)
            else:
                raise TypeError(
                    f"the argument {name!r} comes from structures, a sequence, or a function of other arguments, not from "
                    f"{source!r}"
                )
        self._check_dependent()
        built = [source.complete_sizes - 1 for source in self.free.values() if isinstance(source, Structures)]
        greatest = min(built, default=0)
        if max_size is not None and built and max_size > greatest:
            raise ValueError(f"max_size={max_size}, but the structures are complete up to size {greatest}")
        #: The greatest size that the structures have, and the greatest one of which a key can name a case.
        self.built_size = greatest
        self.max_size = self.max_key_size = greatest if max_size is None else max_size

    def _check_dependent(self) -> None:
        known = {*self.free, *self.given}
        self.reads: dict[str, list[str]] = {}
        for name, function in self.dependent.items():
            reads = list(inspect.signature(function).parameters)
            for read in reads:
                if read not in known:
                    raise ValueError(f"the argument {name!r} depends on {read!r}, which is no argument before it")
            self.reads[name] = reads
            known.add(name)

    @property
    def has_exact_counts(self) -> bool:
        """Whether the number of cases is known without an enumeration."""
        return not self.dependent

    def count(self, size: int) -> int:
        """The number of combinations of the free arguments of this size."""
        return self._ways(size, 0)

    def _ways(self, size: int, place: int) -> int:
        """The number of combinations of the free arguments from a place on, of this size together. It is asked for each case."""
        known = self._known_ways.get((size, place))
        if known is None:
            if place == len(self.free):
                known = int(size == 0)
            elif isinstance(source := list(self.free.values())[place], Structures):
                known = sum(_count(source, inner) * self._ways(size - inner, place + 1) for inner in range(size + 1))
            else:
                known = len(source) * self._ways(size, place + 1)
            self._known_ways[size, place] = known
        return known

    @property
    def extents(self) -> str:
        """A description of the arguments that are parts of their builds; empty if none is."""
        sources = [(name, source) for name, source in self.free.items() if isinstance(source, Structures)]
        parts = [(name, source.extent(self.max_size)) for name, source in sources]
        return ", ".join(f"{name}: {part}" for name, part in parts if part is not None)

    def total(self) -> int:
        return sum(self.count(size) for size in range(self.max_size + 1))

    def at(self, size: int, rank: int) -> dict[str, Any]:
        """The free arguments of the case with this size and rank."""
        found = {}
        for name, (inner, index) in self.places(size, rank).items():
            source = self.free[name]
            if not isinstance(source, Structures):
                found[name] = _copied(name, source[index])
                continue
            of_size = self._of_size.get((name, inner))
            if of_size is None:
                of_size = self._of_size[name, inner] = source.of_size(inner)
            found[name] = of_size[index]
        return found

    def places(self, size: int, rank: int) -> Places:
        """The places of the free arguments of the case with this size and rank."""
        found = {}
        for place, (name, source) in enumerate(self.free.items()):
            if not isinstance(source, Structures):
                ways = self._ways(size, place + 1)
                found[name], rank = (0, rank // ways), rank % ways
                continue
            for inner in range(size + 1):
                ways = self._ways(size - inner, place + 1)
                if rank < _count(source, inner) * ways:
                    found[name], rank, size = (inner, rank // ways), rank % ways, size - inner
                    break
                rank -= _count(source, inner) * ways
        return found

    def key_of(self, places: Places) -> Key:
        """The size and rank of the case with these places: the inverse of ``places``."""
        total = size = sum(inner for inner, _ in places.values())
        rank = 0
        for place, (name, source) in enumerate(self.free.items()):
            inner, index = places[name]
            if isinstance(source, Structures):
                before = (_count(source, less) * self._ways(size - less, place + 1) for less in range(inner))
                rank, size = rank + sum(before), size - inner
            rank += index * self._ways(size, place + 1)
        return total, rank

    def between(
        self, size: int, first: int, last: int, given: Mapping[str, Any] = NOTHING_GIVEN
    ) -> Iterator[tuple[Key, dict[str, Any]]]:
        """The cases of a size with ranks from ``first`` on, before ``last``, with their keys."""
        if not self.dependent:
            yield from (((size, first + place), case) for place, case in enumerate(self._free(size, first, last)))
            return
        for rank in range(first, last):
            for number, arguments in enumerate(self._with_dependent(size, rank, given)):
                yield (size, rank, number), arguments

    def _free(self, size: int, first: int, last: int) -> Iterator[dict[str, Any]]:
        [name, source], *more = self.free.items() if self.free else [("", [])]
        if not more and isinstance(source, Structures):
            # Blocks of structures are faster.
            of_size = source.of_size(size)
            for start in range(first, last, BLOCK_LEN):
                for structure in of_size[start : min(start + BLOCK_LEN, last)]:
                    yield {name: structure}
        else:
            for rank in range(first, last):
                yield self.at(size, rank)

    def _with_dependent(self, size: int, rank: int, given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The cases with this size and rank. Of the dependent arguments, the last one varies fastest."""
        places = [0] * len(self.dependent)
        while True:
            # Each case calls the functions again, as a value can be a part of an argument.
            arguments = self.at(size, rank)
            for depth, (name, function) in enumerate(self.dependent.items()):
                values = function(**{read: given[read] if read in given else arguments[read] for read in self.reads[name]})
                found = list(itertools.islice(_values_from(name, values, places[depth]), 1))
                if not found:
                    if depth == 0:
                        return
                    places[depth - 1 :] = [places[depth - 1] + 1] + [0] * (len(places) - depth)
                    break
                arguments[name] = found[0]
            else:
                yield arguments
                places[-1] += 1

    def again(self, key: Key, arguments: dict[str, Any]) -> dict[str, Any]:
        """The case with a key, made again; ``arguments`` if the functions give fewer values now."""
        try:
            return self.case(key)
        except LookupError:
            return arguments

    def case(self, key: Key, given: Mapping[str, Any] = NOTHING_GIVEN) -> dict[str, Any]:
        """The case with a key; ``LookupError`` if there is none."""
        size, rank, *number = key
        if not 0 <= size <= self.max_key_size or not 0 <= rank < self.count(size):
            raise LookupError(f"there is no case {':'.join(map(str, key))} of size up to {self.max_key_size}")
        for other, arguments in self.between(size, rank, rank + 1, given):
            if not number or other[2] == number[0]:
                return arguments
        raise LookupError(f"there is no case {':'.join(map(str, key))}")


def _count(source: Structures[Any], size: int) -> int:
    return source.count(size) if size < source.complete_sizes else 0


def _values_from(name: str, values: Iterable[Any], start: int) -> Iterator[Any]:
    """The values from an index on. A sequence is not iterated up to it."""
    if isinstance(values, Sequence):
        return iter(values[start : start + 1])
    return itertools.islice(_ordered(name, values) if isinstance(values, set | frozenset) else values, start, None)


def _ordered(name: str, values: Iterable[Any]) -> list[Any]:
    """The values in an order that is the same in each process."""
    if not isinstance(values, set | frozenset):
        return list(values)
    try:
        return sorted(values)
    except TypeError as error:
        raise TypeError(
            f"the values of {name!r} are a set without an order, by which a case could be named: give a list"
        ) from error


def _copied(name: str, value: Any) -> Any:
    """A copy of a value for one case; the value itself where nothing in it can change. A plain ``object()`` is a marker."""
    if type(value) in _UNCHANGING:
        return value
    try:
        return copy.deepcopy(value)
    except Exception as error:
        raise TypeError(
            f"the argument {name!r} has a value that can not be copied ({error}), and would be shared by the cases: give a "
            f"function that makes its values, {name}=lambda: [...]"
        ) from error
