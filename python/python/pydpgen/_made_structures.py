"""Checks that instances are what they were made of: a class can change its fields when it is made, or refuse them.

A build counts structures by their fields, before a class has seen them. Where ``__post_init__`` or a validator changes fields, an
instance counts as what it became, so that two structures would be one. Invariant: the sample depends on the build alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from . import _pydpgen
from ._class_fields import runs_code
from ._schema_description import Description
from ._structures import Structures

__all__ = ["check_made", "made_structures", "sample_places"]

Place = tuple[int, int]

#: The maximum size of the drawn structures: on instances, attributes are not cached.
MAX_DRAWN_SIZE = 8
#: The seed of draws of size 0; each size adds 1.
FIRST_SEED = 31


def sample_places(structures: Structures[Any], number: int) -> Iterator[Place]:
    """A sample: half of it are the first structures, the others are drawn evenly from the sizes that have structures. Where there
    are no more than ``number``, these are all."""
    first = structures.total if structures.total <= number else number // 2
    for size, start, stop in structures.spans(0, first):
        yield from ((size, rank) for rank in range(start, stop))
    if first == structures.total:
        return
    sizes = [size for size in range(min(MAX_DRAWN_SIZE + 1, structures.complete_sizes)) if structures.count(size)]
    for size in reversed(sizes):
        drawn = structures._catalog.sample_ranks(size, -(-(number - first) // len(sizes)), FIRST_SEED + size)
        yield from ((size, rank) for rank in drawn)


def made_structures(structures: Structures[Any], number: int) -> Iterator[Any]:
    """The structures of a sample, without those that their classes refuse."""
    for size, rank in sample_places(structures, number):
        try:
            made = structures.at(size, rank)
        except Exception:
            continue
        yield made


def check_made(structures: Structures[Any], number: int, end: float) -> None:
    """Raises what a class raises when it is made of an accepted structure, and ``BuildFailure`` for one that becomes another. This
    ends at ``end``, as ``time.perf_counter`` tells.
    """
    classes = _classes_with_code(structures._description)
    if not classes:
        return
    names = ", ".join(classes)
    for size, rank in sample_places(structures, number):
        if time.perf_counter() > end:
            return
        try:
            made = structures.at(size, rank)
        except Exception as error:
            error.add_note(
                f"pydpgen: raised when the structure of rank {rank} of size {size} was made: {names} refuses what the predicate "
                "accepts. Let the predicate reject it; `copy.deepcopy(it)` there makes an instance, and raises the same"
            )
            raise
        found: Place | None = structures._catalog.rank(made)
        if found != (size, rank):
            now = "no structure of the build" if found is None else f"that of rank {found[1]} of size {found[0]}"
            raise _pydpgen.BuildFailure(
                f"the structure of rank {rank} of size {size} became {made!r} when it was made, which is {now}: {names} changes "
                "fields when it is made. Let the predicate accept only what stays as it is, such as `it.low <= it.high` where "
                "fields are put into order; rechecked=0 leaves this check out"
            )


def _classes_with_code(description: Description) -> list[str]:
    """The names of the classes that run code of their user when they are made."""
    classes = {ctor.cls for described in description.types for ctor in described.constructors if ctor.cls is not None}
    return sorted(cls.__name__ for cls in classes if runs_code(cls))
