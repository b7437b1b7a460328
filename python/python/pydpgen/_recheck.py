"""Judges structures again after a build, as real instances, to find predicates that are not what a build can rely on.

A build asks a predicate of views, and of each class of structures once. A predicate that depends on more than its structure
(random, the time, a counter), or that tells a view from an instance, gives a wrong set without an error. Invariant: which
structures are judged depends on the build alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _pydpgen
from ._describe import Constructor, Description
from ._exact import exact
from ._predicates import verdict

if TYPE_CHECKING:
    from ._structures import Structures

__all__ = ["Judge", "recheck"]

#: The greatest size of structures that need not be valid: there are few enough of them that most kinds are met.
SMALL = 3
#: The greatest size of the valid ones, but for the first: of an instance, an attribute's answers are not remembered.
LARGE = 8
#: When no more structures are judged, in seconds; or after as long as the build took.
SECONDS = 5.0
#: Where draws begin.
SEED = 31


def recheck(built: Structures[Any], number: int) -> None:
    """Judges up to this many of the structures, and as many others of the type. Raises ``BuildFailure`` for a difference."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"rechecked={number!r}: it is how many structures are judged again, at least 0")
    asked, description = built._asked, built._description
    # A predicate that ended a build by its time may not come to an end here, either.
    symbolic = asked["fields"] == "symbolic" or asked["algorithm"] == "symbolazy-dp"
    if not number or not (asked["predicates"] or asked["root_ok"]) or symbolic or built.stop_reason:
        return
    judge = Judge(description, asked)
    end = time.perf_counter() + max(SECONDS, built.explain().report["seconds"])
    for structure in _some(built, number):
        if time.perf_counter() > end:
            return
        if judge.accepts(structure) is False:
            raise _differs(structure, "accepted", "rejects")
    size = min(SMALL, built.max_size)
    world = _pydpgen.World(description.types, description.root, size, asked["params"])
    free = {**asked, "predicates": [], "root_ok": None, "max_size": size, "algorithm": None, "seconds": SECONDS}
    catalog = _pydpgen.build(world, {**free, "structures": None, "candidates": None, "memory": None}, None)
    everything = type(built)._of(catalog, description, free, [], "")
    for structure in _some(everything, number):
        if time.perf_counter() > end:
            return
        if judge.accepts(structure) and structure not in built:
            raise _differs(structure, "rejected", "accepts")


def _differs(structure: Any, then: str, now: str) -> Exception:
    return _pydpgen.BuildFailure(
        f"the build {then} {structure!r}, but the predicate {now} it as an instance: it depends on more than its structure "
        "(random, the time, something that changes), or it tells a view from an instance (`type(it)`, `is` on numbers): "
        "write it.__class__ and ==, or pydpgen.opaque; rechecked=0 leaves this check out"
    )


def _some(structures: Structures[Any], number: int) -> Iterator[Any]:
    """Structures: half of them the first ones, the others drawn, as many of each size that there is."""
    first = min(number // 2, structures.total)
    yield from structures[:first]
    sizes = [size for size in range(min(LARGE + 1, structures.complete_sizes)) if structures.count(size)]
    for size in reversed(sizes):
        yield from structures.sample(size, -(-(number - first) // len(sizes)), seed=SEED + size)


class Judge:
    """Judges instances by the predicates of a build: parts before wholes, as a predicate may rely on valid parts."""

    def __init__(self, description: Description, asked: dict[str, Any]) -> None:
        self.description, self.root_ok = description, asked["root_ok"]
        self.judges = [(one.function, {of: set(ctors) for of, ctors in one.judges}) for one in asked["predicates"]]

    def accepts(self, structure: Any) -> bool | None:
        """Whether the structure, with all of its parts, is accepted; ``None`` if it is too deep for the predicate."""
        try:
            return self._accepts(structure)
        except RecursionError:
            return None

    def _accepts(self, structure: Any) -> bool:
        parts = [(self.description.root, structure)]
        # Parts come after what they are parts of.
        for number, part in parts:
            parts += self.parts(number, part)
        for number, part in reversed(parts):
            ctor = self.constructor(number, part)
            for function, judges in self.judges:
                if ctor in judges.get(number, ()) and not verdict(function, function(part)):
                    return False
        return self.root_ok is None or verdict(self.root_ok.function, self.root_ok.function(structure))

    def constructor(self, number: int, part: Any) -> int:
        """The place of the constructor, among those of the type with this number, that an instance is made by."""
        for place, ctor in enumerate(self.description.types[number].constructors):
            if self.fits(ctor, part):
                return place
        raise TypeError(f"{part!r} is no {self.description.types[number].name}")

    def fits(self, ctor: Constructor, part: Any) -> bool:
        if ctor.form == "none":
            return part is None
        if ctor.form == "instance":
            return type(part) is ctor.cls
        if ctor.form == "tuple":
            return type(part) is tuple and len(part) == len(ctor.slots)
        if ctor.form in ("nil", "cons"):
            return type(part) is (tuple if ctor.frozen else list) and bool(part) == (ctor.form == "cons")
        [slot] = ctor.slots
        if slot.ty is not None:
            return any(self.fits(inner, part) for inner in self.description.types[slot.ty].constructors)
        if slot.domain == "bool":
            return type(part) is bool
        if slot.domain == "labels":
            return exact(part) in set(map(exact, slot.objects))
        low, high = (slot.ints[0], slot.ints[-1]) if slot.domain == "range" else (min(slot.ints), max(slot.ints))
        return type(part) is int and low <= part <= high

    def parts(self, number: int, part: Any) -> list[tuple[int, Any]]:
        """The parts of an instance, each with the number of its type."""
        ctor = self.description.types[number].constructors[self.constructor(number, part)]
        if ctor.form == "instance":
            held = [getattr(part, slot.name) for slot in ctor.slots]
        elif ctor.form == "cons":
            held = [part[0], part[1:]]
        elif ctor.form == "tuple":
            held = list(part)
        else:
            held = [part] * len(ctor.slots)
        return [(slot.ty, value) for slot, value in zip(ctor.slots, held) if slot.ty is not None]
