"""Certificates of coverage: the ranks of a build with which a property was tried.

A certificate names a build and a property, and for each size the number of structures, the ranks to try, and the ranks that
were tried. It has neither times nor machines, so that two runs that tried the same ranks have equal ones. ``_fingerprints``
names builds and properties, ``_verify`` judges the text. Invariant: spans are sorted, do not touch, and begin and end within
0 and the count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from .._atomic_files import write_atomically
from .._structures import Structures

__all__ = ["Certificate", "Size", "merge", "sizes_of"]

#: The name and version of the format.
CERTIFICATE_FORMAT = "dpgen certificate 1"
#: Integers from here on are written as text in base 16: not all readers of JSON have them, and base 10 is slow.
MIN_TEXT_INTEGER = 2**53

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Size:
    """The coverage of one size: its number of structures, and the ranks to try and tried, as spans of a first rank and an end."""

    size: int
    count: int
    asked: Spans
    tried: Spans


@dataclass(frozen=True)
class Certificate:
    """The ranks of a build with which a property was tried: print it, or see :meth:`write` and :func:`verify`."""

    #: The fingerprint of the build. Ranks of builds with equal ones name the same structures.
    build: dict[str, Any]
    #: The property's name and a fingerprint of its code.
    tested: dict[str, str]
    sizes: tuple[Size, ...]
    #: The number of calls of the property, as the workers counted.
    cases: int
    failures: int = 0
    #: The size and rank of the smallest failure.
    smallest: tuple[int, int] | None = None
    #: Whether structures after the smallest failure were left out.
    stopped_early: bool = field(default=False)

    @property
    def complete(self) -> bool:
        """Whether all ranks to try were tried."""
        return all(size.tried == size.asked for size in self.sizes)

    @property
    def whole(self) -> bool:
        """Whether all ranks of all sizes were tried."""
        return all(size.tried == _all(size.count) for size in self.sizes)

    def __str__(self) -> str:
        scope = ", ".join(f"{name}={value}" for name, value in self.build["scope"].items())
        lines = [f"certificate of coverage: {self.build['name']} ({scope}), property {self.tested['name']}"]
        lines.append(f"{'size':>5}  {'structures':>20}  ranks tried")
        for size in self.sizes:
            tried = ", ".join(f"{_shown(first)}..{_shown(last)}" for first, last in size.tried) or "none"
            tried = "all" if size.tried == _all(size.count) else tried
            lines.append(f"{size.size:>5}  {_shown(size.count):>20}  {tried}")
        lines.append(self.statement)
        return "\n".join(lines)

    @property
    def statement(self) -> str:
        """A line with the coverage and the failures."""
        tried = _total(size.tried for size in self.sizes)
        asked = _total(size.asked for size in self.sizes)
        count = sum(size.count for size in self.sizes)
        numbers = [size.size for size in self.sizes]
        if not numbers:
            return "no structure was asked for"
        of = f"of size {numbers[0]}" if len(numbers) == 1 else f"of sizes {numbers[0]} to {numbers[-1]}"
        if tried == count:
            what = f"all {_shown(tried)} structures {of}, each counted once"
        elif tried == asked:
            what = f"{_shown(tried)} structures {of}, all that were asked for of {_shown(count)}, each counted once"
        else:
            what = f"{_shown(tried)} of {_shown(asked)} structures {of}, each counted once"
        if self.smallest is None:
            return f"{what}: none failed"
        place = f"{self.smallest[0]}:{_shown(self.smallest[1]).replace(',', '')}"
        if self.stopped_early:
            return f"{what}: the last one, {place}, failed" if tried < asked else f"{what}: {place} failed"
        return f"{what}: {_shown(self.failures)} failed, the smallest at {place}"

    # JSON.

    def to_json(self) -> str:
        """The certificate as JSON, which :func:`verify` judges."""
        sizes = [
            {
                "size": size.size,
                "count": _written(size.count),
                "asked": [[_written(first), _written(last)] for first, last in size.asked],
                "tried": [[_written(first), _written(last)] for first, last in size.tried],
            }
            for size in self.sizes
        ]
        smallest = None if self.smallest is None else {"size": self.smallest[0], "rank": _written(self.smallest[1])}
        text = {
            "format": CERTIFICATE_FORMAT,
            "build": self.build,
            "property": self.tested,
            "sizes": sizes,
            "cases": _written(self.cases),
            "failures": _written(self.failures),
            "smallest_failure": smallest,
            "stopped_early": self.stopped_early,
        }
        return json.dumps(text, indent=1, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Reads JSON that :meth:`to_json` wrote. Raises ``ValueError`` for any other text."""
        try:
            read = json.loads(text)
            if read["format"] != CERTIFICATE_FORMAT:
                raise ValueError(f"its format is {read['format']!r}, and not {CERTIFICATE_FORMAT!r}")
            sizes = tuple(
                Size(size["size"], _read(size["count"]), _spans(size["asked"]), _spans(size["tried"]))
                for size in read["sizes"]
            )
            failed = read["smallest_failure"]
            smallest = None if failed is None else (int(failed["size"]), _read(failed["rank"]))
            cases, failures = _read(read["cases"]), _read(read["failures"])
            return cls(read["build"], read["property"], sizes, cases, failures, smallest, bool(read["stopped_early"]))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"this is no certificate: {error!r}") from error

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the JSON to a file, which is complete or not there."""
        write_atomically(path, self.to_json().encode() + b"\n")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a file that :meth:`write` wrote."""
        with open(path, encoding="utf-8") as file:
            return cls.from_json(file.read())


def merge(certificates: Iterable[Certificate]) -> Certificate:
    """Merges the certificates of parts to one.

    Raises ``ValueError`` if they are of different builds or properties, or if two of them tried the same rank.
    """
    given = list(certificates)
    if not given:
        raise ValueError("there is nothing to merge: give the certificates of all parts")
    first, *others = given
    merged = first
    for number, other in enumerate(others, start=2):
        for what, mine, theirs in [("build", first.build, other.build), ("property", first.tested, other.tested)]:
            apart = [name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)]
            if apart:
                told = "; ".join(f"{name}: {mine.get(name)!r} and {theirs.get(name)!r}" for name in sorted(apart))
                raise ValueError(f"certificate {number} is of another {what} than the first: {told}")
        merged = _merged(merged, other, number)
    return merged


def _merged(one: Certificate, other: Certificate, number: int) -> Certificate:
    sizes = {size.size: size for size in one.sizes}
    for size in other.sizes:
        known = sizes.get(size.size, Size(size.size, size.count, (), ()))
        if known.count != size.count:
            raise ValueError(
                f"certificate {number} has {size.count} structures of size {size.size}, and not {known.count}"
            )
        asked, tried = (
            _union(mine, theirs) for mine, theirs in [(known.asked, size.asked), (known.tried, size.tried)]
        )
        if tried is None or asked is None:
            raise ValueError(
                f"certificate {number} has ranks of size {size.size} that another has, too: merge each part once, and "
                "parts of one division only"
            )
        sizes[size.size] = Size(size.size, size.count, asked, tried)
    failed = [certificate.smallest for certificate in (one, other) if certificate.smallest is not None]
    return replace(
        one,
        sizes=tuple(sizes[size] for size in sorted(sizes)),
        cases=one.cases + other.cases,
        failures=one.failures + other.failures,
        smallest=min(failed, default=None),
        stopped_early=one.stopped_early or other.stopped_early,
    )


def _union(one: Spans, other: Spans) -> Spans | None:
    """The union of spans; ``None`` if they overlap."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(one + other):
        if found and first < found[-1][1]:
            return None
        if found and first == found[-1][1]:
            found[-1] = found[-1][0], last
        else:
            found.append((first, last))
    return tuple(found)


# Of structures.


def sizes_of(structures: Structures[Any], tried: Iterable[tuple[int, int]]) -> tuple[Size, ...]:
    """The coverage by size. ``tried`` are ranks in the sequence of these structures."""
    asked = structures.spans()
    done = [span for start, stop in tried for span in structures.spans(start, stop)]
    count = structures._catalog.count
    if not asked:
        return tuple(Size(size, 0, (), ()) for size in range(structures.complete_sizes) if not count(size))
    low, high = min(span[0] for span in asked), max(span[0] for span in asked)
    # A size without structures is covered with its neighbour.
    while low > 0 and count(low - 1) == 0:
        low -= 1
    while high + 1 < structures.complete_sizes and count(high + 1) == 0:
        high += 1
    by_size: dict[int, tuple[Spans, Spans]] = {size: ((), ()) for size in range(low, high + 1)}
    for place, spans in enumerate((asked, done)):
        for size, first, last in spans:
            both = list(by_size[size])
            both[place] = _union(both[place], ((first, last),)) or ()
            by_size[size] = both[0], both[1]
    return tuple(Size(size, count(size), *by_size[size]) for size in by_size if by_size[size][0] or not count(size))


# Numbers.


def _all(count: int) -> Spans:
    return ((0, count),) if count else ()


def _total(spans: Iterable[Spans]) -> int:
    return sum(last - first for of_size in spans for first, last in of_size)


def _written(number: int) -> int | str:
    return number if number < MIN_TEXT_INTEGER else hex(number)


def _read(number: Any) -> int:
    if isinstance(number, str) and number.startswith("0x"):
        return int(number, 16)
    if isinstance(number, bool) or not isinstance(number, int):
        raise ValueError(f"{number!r} is no number of structures")
    return number


def _spans(read: Any) -> Spans:
    return tuple((_read(first), _read(last)) for first, last in read)


def _shown(number: int) -> str:
    return f"{number:,}" if number < 10**30 else hex(number)
