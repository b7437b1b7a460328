"""Draws cases of sizes that are too large to run all of them.

Each size has the same share of the number, except that a size with fewer cases is taken whole, and leaves the rest to larger
ones. Within a size, each combination of free arguments has the same probability; of its dependent arguments, one is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._test_cases import Cases, Key

if TYPE_CHECKING:
    import random

__all__ = ["allow_drawn", "sampled_keys"]

#: The number of cases of a size up to which ranks are drawn from a list without those that were drawn already.
MAX_LISTED = 2**31


def allow_drawn(cases: Cases, number: int, sets_size: bool) -> None:
    """Lets keys name the cases beyond the maximum size, of which a number is to be drawn; with ``sets_size``, the maximum size
    becomes the greatest one up to which there are at most so many cases.

    Raises ``ValueError`` if there is nothing beyond it.
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ValueError(f"sample={number!r}: it is a number of at least 1")
    largest = max((size for size in range(cases.built_size + 1) if cases.count(size)), default=0)
    if sets_size:
        cases.max_size = _enumerable_size(cases, number)
    elif cases.max_size >= largest:
        raise ValueError(
            f"sample={number}: cases are drawn of sizes beyond max_size, but there are none of a size beyond {largest}: give a "
            "smaller max_size, or none, or build larger structures"
        )
    cases.max_key_size = max(largest, cases.max_size)


def _enumerable_size(cases: Cases, number: int) -> int:
    """The greatest size up to which there are at most so many cases; at least 0."""
    total = 0
    for size in range(cases.built_size + 1):
        total += cases.count(size)
        if total > number:
            return max(0, size - 1)
    return cases.built_size


def sampled_keys(cases: Cases, number: int, seed: int) -> Iterator[Key]:
    """Keys of cases beyond the maximum size, each once, by size and rank. The same seed gives the same keys."""
    import random

    sizes = [size for size in range(cases.max_size + 1, cases.max_key_size + 1) if cases.count(size)]
    for place, size in enumerate(sizes):
        count, draw = cases.count(size), random.Random(f"{seed}:{size}")
        share = min(count, number // (len(sizes) - place))
        number -= share
        for rank in _ranks(draw, count, share):
            if cases.has_exact_counts:
                yield size, rank
            elif numbers := sum(1 for _ in cases.between(size, rank, rank + 1)):
                yield size, rank, draw.randrange(numbers)


def _ranks(draw: random.Random, count: int, share: int) -> list[int]:
    """So many different ranks below ``count``, in order."""
    if count <= MAX_LISTED:
        return sorted(draw.sample(range(count), share))
    found: set[int] = set()
    while len(found) < share:
        found.add(draw.randrange(count))
    return sorted(found)
