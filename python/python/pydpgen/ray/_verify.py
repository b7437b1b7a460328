"""Verifies a certificate by its text alone.

This file imports nothing of the rest of pydpgen, so that the code that divides the work and writes the certificate does not
check itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

__all__ = ["verify"]


def verify(certificate: Any, counts: Sequence[int] | None = None, *, part: bool = False) -> int:
    """Checks that the spans of a certificate are disjoint and cover all ranks of each size, from 0 to the count. Returns the
    number of structures.

    ``certificate`` is JSON, the object read from it, or a ``Certificate``. ``counts`` are the numbers of structures of the
    sizes from 0 on, from another source; without them, the certificate's own are trusted. With ``part``, the spans have to
    cover only the ranks to try, such as those of a shard. Failures of the property do not matter here.

    Raises ``ValueError`` with each size and span at fault.

    >>> text = '''{"format": "dpgen certificate 1", "cases": 6, "sizes": [
    ...     {"size": 3, "count": 5, "asked": [[0, 5]], "tried": [[0, 2], [3, 5]]}]}'''
    >>> verify(text)
    Traceback (most recent call last):
    ...
    ValueError: the certificate does not hold: size 3: ranks 2 to 3 were not tried; 4 ranks were tried, in 6 cases
    """
    if not isinstance(certificate, str | bytes | dict):
        certificate = certificate.to_json()
    read = certificate if isinstance(certificate, dict) else json.loads(certificate)
    if read.get("format") != "dpgen certificate 1":
        raise ValueError(f"this is no certificate that can be verified: its format is {read.get('format')!r}")
    wrong: list[str] = []
    total = 0
    seen: set[int] = set()
    for entry in read["sizes"]:
        size, count = entry["size"], _number(entry["count"])
        if size in seen:
            wrong.append(f"size {size} is there twice")
        seen.add(size)
        if counts is not None and (size >= len(counts) or counts[size] != count):
            known = counts[size] if size < len(counts) else "unknown"
            wrong.append(f"size {size} has {count} structures here, but their number is {known}")
        wanted = entry["asked"] if part else [[0, count]] if count else []
        tried = _checked(size, count, entry["tried"], wrong)
        total += sum(last - first for first, last in tried)
        wrong += [
            f"size {size}: ranks {first} to {last} were not tried"
            for first, last in _difference(_checked(size, count, wanted, wrong), tried)
        ]
    if counts is not None and not part:
        wrong += [f"size {size} is missing" for size, count in enumerate(counts) if count and size not in seen]
    if total != _number(read["cases"]):
        wrong.append(f"{total} ranks were tried, in {_number(read['cases'])} cases")
    if wrong:
        raise ValueError("the certificate does not hold: " + "; ".join(wrong))
    return total


def _checked(size: int, count: int, spans: Any, wrong: list[str]) -> list[tuple[int, int]]:
    """The spans in order. ``wrong`` gets a message for each that is outside of the size or overlaps another."""
    ordered = sorted((_number(first), _number(last)) for first, last in spans)
    end = 0
    for first, last in ordered:
        if first >= last or first < 0 or last > count:
            wrong.append(f"size {size}: {first} to {last} is no span of its {count} ranks")
        elif first < end:
            wrong.append(f"size {size}: ranks {first} to {min(end, last)} are there twice")
        end = max(end, last)
    return ordered


def _difference(wanted: list[tuple[int, int]], tried: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The wanted ranks that were not tried."""
    gaps = []
    for first, last in wanted:
        for start, stop in tried:
            if first < start < last:
                gaps.append((first, start))
            if start <= last and stop > first:
                first = max(first, stop)
        if first < last:
            gaps.append((first, last))
    return gaps


def _number(written: Any) -> int:
    return int(written, 16) if isinstance(written, str) else int(written)
