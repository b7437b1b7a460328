"""The result of a build: a sequence of structures, smallest first, addressed by rank.

A :class:`Structures` covers spans of ranks of one catalog: for each size, those from a first one to an end. A build covers
all ranks; a size or a shard of it has other spans of the same catalog.
"""

from __future__ import annotations

import bisect
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar, overload

from . import _pydpgen
from ._atomic_files import write_atomically
from ._build_reports import Explanation, Heredity
from ._caught_exceptions import listening
from ._gallery import MAX_OVERVIEW_DRAWINGS, Gallery, overview
from ._schema_description import Description
from ._tree_drawing import Drawing

__all__ = ["SpecOrigin", "Structures", "portion"]

T = TypeVar("T")

#: The number of structures that an iteration makes at once.
BLOCK_LEN = 1024
#: The number in the first block: small, so that a reader of a few structures does not wait for many.
FIRST_BLOCK_LEN = 16


def portion(count: int, index: int, of: int) -> tuple[int, int]:
    """The begin and end of the ``index``-th of ``of`` equal parts of ``count`` items; parts are numbered from 1."""
    return count * (index - 1) // of, count * index // of


class SpecOrigin(Protocol):
    """The spec that structures come from, as far as they need it. It is pickled with them."""

    @property
    def text(self) -> str: ...
    def _run_engine(self, schema: Any, request: dict[str, Any], watch: Any) -> Any: ...
    def _check_hereditary(self, schema: Any, request: dict[str, Any]) -> dict[str, Any]: ...
    def _load(self, data: bytes, max_size: int, params: list[tuple[str, int]]) -> Structures[Any]: ...


class Structures(Generic[T], Sequence[T]):
    """The structures of a build: counted, indexed, sampled, iterated.

    They are a sequence, smallest first, in the same order whenever the same build runs. ``len`` is limited by Python to
    ``sys.maxsize``; ``total`` and ``count`` are not.
    """

    _catalog: Any
    _description: Description
    _request: dict[str, Any]
    _functions: list[Callable[[Any], bool]]
    #: The source of the build, which a file of it names: the text of the spec, or a fingerprint of the predicates.
    _source: str
    _spec: SpecOrigin | None
    #: The size, the first rank and the end of each span, in order.
    _spans: list[tuple[int, int, int]]

    def __init__(self) -> None:
        raise TypeError("structures come from pydpgen.build, pydpgen.load or Spec.build")

    @classmethod
    def _from_catalog(
        cls,
        catalog: Any,
        description: Description,
        request: dict[str, Any],
        functions: list[Callable[[Any], bool]],
        source: str,
        spec: SpecOrigin | None = None,
    ) -> Structures[Any]:
        made = cls.__new__(cls)
        made._catalog, made._description, made._request = catalog, description, request
        made._functions, made._source, made._spec = functions, source, spec
        made._set_spans([(size, 0, catalog.count(size)) for size in range(catalog.complete_sizes)])
        return made

    def _set_spans(self, spans: list[tuple[int, int, int]]) -> Structures[T]:
        self._spans = [span for span in spans if span[1] < span[2]]
        self._ends: list[int] = []
        for _, first, last in self._spans:
            self._ends.append((self._ends[-1] if self._ends else 0) + last - first)
        return self

    def _with_spans(self, spans: list[tuple[int, int, int]]) -> Structures[T]:
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        return other._set_spans(spans)

    # Counts.

    @property
    def max_size(self) -> int:
        """The maximum size of the build."""
        return int(self._catalog.max_size)

    @property
    def complete_sizes(self) -> int:
        """The number of complete sizes, from 0 on: all up to the maximum, unless a limit stopped the build."""
        return int(self._catalog.complete_sizes)

    @property
    def stop_reason(self) -> str | None:
        """The limit that ended the build early; ``None`` if it is complete."""
        reason: str | None = self._catalog.stop_reason
        return reason

    @property
    def total(self) -> int:
        """The number of structures."""
        return self._ends[-1] if self._ends else 0

    def count(self, size: int) -> int:
        """The number of structures of exactly this size.

        Raises ``ValueError`` for a size that is not complete.
        """
        self._check_complete(size)
        return sum(last - first for of, first, last in self._spans if of == size)

    def counts(self) -> list[int]:
        """The number of structures of each complete size, from 0 on."""
        return [self.count(size) for size in range(self.complete_sizes)]

    def _check_complete(self, size: int) -> None:
        if not 0 <= size < self.complete_sizes:
            if self.stop_reason is None or size < 0:
                why = f"the sizes are 0 to {self.max_size}"
            else:
                why = f"{self.stop_reason} stopped the build; sizes below {self.complete_sizes} are complete"
            raise ValueError(f"size {size} is not there: {why}")

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return bool(self._spans)

    # By rank.

    @overload
    def __getitem__(self, rank: int) -> T: ...
    @overload
    def __getitem__(self, rank: slice) -> list[T]: ...

    def __getitem__(self, rank: Any) -> Any:
        if isinstance(rank, slice):
            start, stop, step = _indices(rank, self.total)
            if step == 1:
                return list(self._iterate(start, stop))
            return [self[place] for place in _step_range(start, stop, step)]
        index = rank.__index__()
        place = index + self.total if index < 0 else index
        if not 0 <= place < self.total:
            raise IndexError(f"rank {index} of {self.total:,} structures")
        size, inner = self._locate(place)
        return self._catalog.nth(size, inner)

    def _locate(self, rank: int) -> tuple[int, int]:
        span = bisect.bisect_right(self._ends, rank)
        size, first, _ = self._spans[span]
        return size, first + rank - (self._ends[span - 1] if span else 0)

    def at(self, size: int, rank: int) -> T:
        """The structure of a size with this rank among those of its size."""
        self._check_complete(size)
        structure: T | None = self._catalog.nth(size, rank) if rank >= 0 else None
        if rank < 0 or rank >= self._catalog.count(size):
            raise IndexError(f"rank {rank} of {self._catalog.count(size):,} structures of size {size}")
        return structure  # type: ignore[return-value]

    def place(self, structure: T) -> tuple[int, int]:
        """The size of a structure, and its rank among those of its size.

        Raises ``ValueError`` if it is not among these, or if integers are symbolic: ranks are then of path conditions.
        """
        found: tuple[int, int] | None = self._catalog.rank(structure)
        if found is not None and any(of == found[0] and first <= found[1] < last for of, first, last in self._spans):
            return found
        raise ValueError(f"{structure!r} is not among these structures")

    def rank(self, structure: T) -> int:
        """The rank of a structure: ``structures[structures.rank(it)] == it``. Raises as :meth:`place`."""
        size, rank = self.place(structure)
        for (of, first, last), end in zip(self._spans, self._ends):
            if of == size and first <= rank < last:
                return end - (last - rank)
        raise AssertionError("a place has a rank")

    def index(self, structure: T, start: int = 0, stop: int | None = None) -> int:
        """The rank, as ``list.index`` gives it: ``ValueError`` if it is not within these bounds."""
        rank = self.rank(structure)
        if rank < start or (stop is not None and rank >= stop):
            raise ValueError(f"{structure!r} is not among these structures")
        return rank

    def __contains__(self, structure: object) -> bool:
        try:
            self.place(structure)  # type: ignore[arg-type]
        except ValueError:
            return False
        return True

    def extent(self, max_size: int) -> str | None:
        """A description of the part of the build that these are, up to a size; ``None`` if they are all of it."""
        held = [span for span in self._spans if span[0] <= max_size]
        counts = [self._catalog.count(size) for size in range(max_size + 1)]
        whole = [(size, 0, count) for size, count in enumerate(counts) if count]
        if held == whole:
            return None
        if not set(held) <= set(whole):
            return f"{sum(last - first for _, first, last in held):,} of {sum(counts):,} structures"
        sizes = [str(size) for size, _, _ in held]
        return f"size{'s' if len(sizes) != 1 else ''} {', '.join(sizes) or 'none'}"

    # All of them, and parts.

    def __iter__(self) -> Iterator[T]:
        return self._iterate(0, self.total)

    def _iterate(self, start: int, stop: int) -> Iterator[T]:
        for size, first, last in self.spans(start, stop):
            at, block = first, FIRST_BLOCK_LEN
            while at < last:
                yield from self._catalog.block(size, at, min(at + block, last))
                at, block = at + block, BLOCK_LEN

    def spans(self, start: int = 0, stop: int | None = None) -> list[tuple[int, int, int]]:
        """The ranks of this sequence from ``start`` on, before ``stop``, as (size, first rank, one past the last)."""
        stop = self.total if stop is None else min(stop, self.total)
        found, begin = [], 0
        for (size, first, last), end in zip(self._spans, self._ends):
            low, high = max(start, begin), min(stop, end)
            if low < high:
                found.append((size, first + low - begin, first + high - begin))
            begin = end
        return found

    def of_size(self, size: int) -> Structures[T]:
        """The structures of one size."""
        self._check_complete(size)
        return self._with_spans([span for span in self._spans if span[0] == size])

    def up_to(self, size: int) -> Structures[T]:
        """The structures up to a size."""
        self._check_complete(size)
        return self._with_spans([span for span in self._spans if span[0] <= size])

    def part(self, start: int, stop: int) -> Structures[T]:
        """The structures with ranks from ``start`` on, before ``stop``, as a lazy sequence."""
        return self._with_spans(self.spans(start, stop))

    def shard(self, index: int, of: int) -> Structures[T]:
        """The ``index``-th of ``of`` equal parts, numbered from 1. It has a part of every size, so that all take about as long."""
        if not 1 <= index <= of:
            raise ValueError(f"shard {index} of {of}: shards are numbered from 1 to {of}")
        spans = []
        for size, first, last in self._spans:
            start, stop = portion(last - first, index, of)
            spans.append((size, first + start, first + stop))
        return self._with_spans(spans)

    @overload
    def sample(self, size: int, *, seed: int | None = None) -> T: ...
    @overload
    def sample(self, size: int, number: int, *, seed: int | None = None) -> list[T]: ...

    def sample(self, size: int, number: int | None = None, *, seed: int | None = None) -> Any:
        """A structure of this size, or a list of ``number``, each drawn with exactly the same probability.

        The same seed gives the same structures, as ``dpgen sample`` does; without one, Python's ``random`` gives it.
        """
        import random

        self._check_complete(size)
        if not self.count(size):
            raise ValueError(f"there is no structure of size {size}")
        seed = random.getrandbits(64) if seed is None else seed % 2**64
        of_size = self.of_size(size)
        if of_size._spans == [(size, 0, self._catalog.count(size))]:
            ranks = self._catalog.sample_ranks(size, 1 if number is None else number, seed)
            drawn = [self._catalog.nth(size, rank) for rank in ranks]
        else:
            draw = random.Random(seed)
            drawn = [of_size[draw.randrange(of_size.total)] for _ in range(1 if number is None else number)]
        return drawn[0] if number is None else drawn

    def strategy(self, *, by_size: bool = False) -> Any:
        """A strategy for Hypothesis: each structure with the same probability, or with ``by_size`` each size first.

        Raises ``ImportError`` without Hypothesis, and ``ValueError`` if there are no structures. See ``pydpgen.strategies``.
        """
        try:
            from .strategies import structures
        except ImportError as error:
            raise ImportError("a strategy needs Hypothesis: pip install 'pydpgen[hypothesis]'") from error
        return structures(self, by_size=by_size)

    # Drawings.

    def draw(self, structure: T) -> Drawing:
        """A drawing of a structure as a tree: text in a terminal, SVG in a notebook."""
        if self._catalog.draw(structure, "", "text") is None:
            raise ValueError(f"{structure!r} is no structure of {self._description.name}")
        return Drawing(self._catalog, structure)

    def gallery(self, number: int = 24) -> Gallery:
        """Drawings of the first structures, for a notebook or as a page: ``trees.of_size(5).gallery().save("trees.html")``."""
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError(f"the number of drawings is an int, not {number!r}")
        if number < 0:
            raise ValueError(f"a gallery has at least 0 drawings, not {number}")
        shown = min(number, self.total)
        covers = repr(self).strip("<>") if shown == self.total else f"the first {shown:,} of {repr(self).strip('<>')}"
        return Gallery(self._catalog, self.spans(0, shown), self._description.name, covers)

    def _repr_html_(self) -> str:
        is_part = self.extent(self.complete_sizes - 1) is not None
        counts = {size: count for size, count in enumerate(self.counts()) if count or not is_part}
        return overview(self._catalog, counts, self.spans(0, MAX_OVERVIEW_DRAWINGS), repr(self).strip("<>"))

    # About the build.

    def explain(self) -> Explanation:
        """A report of the build: evaluations by size, attributes, and the reads that split evaluations."""
        return Explanation(self._description.name, self.counts(), self._catalog.report(), self.stop_reason)

    def check_hereditary(self, max_size: int = 5, *, time: float | None = 10.0) -> Heredity:
        """Looks for a structure up to ``max_size`` that the predicate accepts although it rejects a part of it. Engines build
        structures from valid parts, and so would miss it.
        """
        request = self._request | {"max_size": max_size, "seconds": time, "algorithm": None, "fields": "concrete"}
        if self._spec is not None:
            return Heredity(self._spec._check_hereditary(self._catalog.schema, request))
        if request["predicates"] is None:
            raise ValueError("the predicates of these structures were not saved with them: build them again")
        with listening(request, self._description) as heard:
            return Heredity(_pydpgen.check_hereditary(self._catalog.schema, heard))

    def to_arrow(self, ranks: slice | None = None) -> Any:
        """Structures as a ``pyarrow.Table``: ``size``, ``rank`` within the size, and ``nodes``, a list of structs.

        The nodes of a structure are in preorder: each has its ``constructor`` and a column for each field, which holds a
        value or, for a part, the index of its first node in the list; ``None`` is null. A reference is the number of the instance
        among those of its class. ``ranks`` is a slice of ranks of this sequence, with a step of 1.
        """
        from ._arrow import table

        start, stop, step = _indices(ranks or slice(None), self.total)
        if step != 1:
            raise ValueError("to_arrow takes ranks one after the other: slice(start, stop)")
        return table(self._catalog, self.spans(start, stop))

    # Saving.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the build to a file, which :func:`pydpgen.load` reads. The file is complete or not there."""
        write_atomically(path, self._catalog.save(self._source))

    def __reduce__(self) -> Any:
        import pickle

        request, description = self._request, self._description
        rules = [slot.rule for _, slot in description.slots()]
        try:
            pickle.dumps((request["predicates"], request["root_ok"], request["contexts"], rules, self._functions))
            functions = self._functions
        except Exception:
            # Structures do not need their predicates, nor contexts and the rules of fields; only a check does.
            request, functions = request | {"predicates": None, "root_ok": None, "contexts": []}, []
            description = description.without_rules()
        saved = zlib.compress(self._catalog.save(self._source), 6)
        # A spec describes its classes again.
        origin = description if self._spec is None else self._spec
        return _unpickle, (origin, request, functions, self._source, saved, self._spans)

    def __repr__(self) -> str:
        sizes = f"size {self._spans[0][0]}" if len({span[0] for span in self._spans}) == 1 else f"up to size {self.max_size}"
        number = f"{self.total:,}" if self.total < 10**12 else f"{float(self.total):.3g}" if self.total < 10**300 else "many"
        return f"<{number} structures of {self._description.name}, {sizes}>"


def _unpickle(
    origin: Description | SpecOrigin,
    request: dict[str, Any],
    functions: list[Callable[[Any], bool]],
    source: str,
    saved: bytes,
    spans: list[tuple[int, int, int]],
) -> Structures[Any]:
    """Makes the structures again that ``__reduce__`` has saved."""
    data, max_size, params = zlib.decompress(saved), request["max_size"], request["params"]
    if not isinstance(origin, Description):
        return origin._load(data, max_size, params)._set_spans(spans)
    schema = _pydpgen.Schema(origin.types, origin.root, max_size, params)
    catalog = _pydpgen.load(schema, data)
    return Structures._from_catalog(catalog, origin, request, functions, source)._set_spans(spans)


def _indices(ranks: slice, total: int) -> tuple[int, int, int]:
    """``slice.indices`` for totals of any magnitude."""
    step = 1 if ranks.step is None else ranks.step.__index__()
    if step == 0:
        raise ValueError("slice step cannot be zero")
    low, high = (0, total) if step > 0 else (-1, total - 1)

    def within(end: Any, default: int) -> int:
        if end is None:
            return default
        place: int = end.__index__()
        return min(max(place + total if place < 0 else place, low), high)

    first, last = (low, high) if step > 0 else (high, low)
    return within(ranks.start, first), within(ranks.stop, last), step


def _step_range(start: int, stop: int, step: int) -> Iterator[int]:
    """``range`` without its limit of ``sys.maxsize``."""
    while start < stop if step > 0 else start > stop:
        yield start
        start += step
