"""Checks a build by calling its predicates on real instances, to find predicates that a build can not rely on.

A build calls a predicate on views, and once for each class of structures. A predicate that depends on more than its
structure (random, the time, a counter), or that tells a view from an instance, gives a wrong set without an error.
Invariant: the sample depends on the build alone.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from . import _pydpgen
from ._aimed_values import looks_past_views, narrowed
from ._contexts import UnknownContext, known_contexts
from ._exact_key import is_among
from ._made_structures import check_made, made_structures
from ._predicates import verdict
from ._references import node_types
from ._schema_description import Constructor, Description
from ._structures import Structures

__all__ = ["InstanceJudge", "recheck"]

#: The maximum size of arbitrary structures: there are so few that a sample has most kinds of them.
MAX_ARBITRARY_SIZE = 3
#: How many times as many structures with aimed values are judged where the predicate can look past views.
AIMED_FACTOR = 20
#: The check ends after this many seconds, or after as many as the build took.
MIN_CHECK_SECONDS = 5.0


def recheck(structures: Structures[Any], number: int) -> None:
    """Judges up to ``number`` of the structures, and as many arbitrary ones of the type. Raises ``BuildFailure`` for a
    difference.
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"rechecked={number!r}: it is how many structures are judged again, at least 0")
    request, description = structures._request, structures._description
    # A predicate that reached the time limit of the build may not come to an end here, either.
    symbolic = request["fields"] == "symbolic" or request["algorithm"] == "symbolazy-dp"
    has_rules = any(slot.rule is not None for _, slot in description.slots())
    predicates = [one for one in request["predicates"] if one not in description.orders]
    if not number or symbolic or structures.stop_reason:
        return
    end = time.perf_counter() + max(MIN_CHECK_SECONDS, structures._catalog.report()["seconds"])
    check_made(structures, number, end)
    if not (predicates or request["root_ok"] or has_rules):
        return
    judge = InstanceJudge(description, request)
    for structure in made_structures(structures, number):
        if time.perf_counter() > end:
            return
        if judge.accepts(structure) is False:
            raise _difference(structure, "accepted", "rejects")
    aimed = narrowed(description, structures._functions)
    if aimed is None:
        return _check_arbitrary(structures, description, judge, number, end)
    _check_arbitrary(structures, description, judge, number - number // 2, end)
    half = number // 2
    _check_arbitrary(structures, aimed, judge, AIMED_FACTOR * half if looks_past_views(structures._functions) else half, end)


def _check_arbitrary(structures: Structures[Any], description: Description, judge: InstanceJudge, number: int, end: float) -> None:
    """Judges up to ``number`` structures of these types, valid or not. Raises ``BuildFailure`` for one that the build judged
    otherwise."""
    request, size = structures._request, min(MAX_ARBITRARY_SIZE, structures.max_size)
    schema = _pydpgen.Schema(description.types, description.root, size, request["params"])
    limits = {"seconds": MIN_CHECK_SECONDS, "structures": None, "candidates": None, "memory": None}
    free = {**request, "predicates": description.orders, "root_ok": None, "max_size": size, "algorithm": None}
    try:
        catalog = _pydpgen.build(schema, {**free, **limits}, None)
    except Exception:
        # The function of a field can rely on valid parts.
        if any(slot.rule is not None for _, slot in description.slots()):
            return
        raise
    arbitrary = Structures._from_catalog(catalog, description, free, [], "")
    # What a class refuses is no instance that a predicate could be asked of.
    for structure in made_structures(arbitrary, number):
        if time.perf_counter() > end:
            return
        accepted = judge.accepts(structure)
        if accepted is not None and accepted != (structure in structures):
            raise _difference(structure, *(("rejected", "accepts") if accepted else ("accepted", "rejects")))


def _difference(structure: Any, then: str, now: str) -> Exception:
    return _pydpgen.BuildFailure(
        f"the build {then} {structure!r}, but the predicate {now} it as an instance: it, or the function of a field, depends on "
        "more than its structure (random, the time, something that changes), or it tells a view from an instance (`type(it)`, `is` "
        "or `id` of values, `(1).__eq__(it)`, code that is not Python's): write it.__class__ and ==, give what looks at it "
        "int(it) or str(it), or use pydpgen.opaque; rechecked=0 leaves this check out"
    )


@dataclass(eq=False, repr=False)
class Part:
    """A part of an instance: the number of its type, the object, and its context, if the type has contexts."""

    number: int
    object: Any
    context: Any
    #: The index of its constructor among those of the type, once its parts are known.
    ctor: int = 0


class InstanceJudge:
    """The predicates of a build and the rules of its fields, called on instances. Parts are judged first, as a predicate may rely
    on valid parts."""

    def __init__(self, description: Description, request: dict[str, Any]) -> None:
        self.description, self.root_ok, self.contexts = description, request["root_ok"], request["contexts"]
        self.judges = [(one, {of: set(ctors) for of, ctors in one.judges}) for one in request["predicates"]]
        self.nodes = node_types(description)
        #: The nodes that the walk has met, by type and identity.
        self.met: set[tuple[int, int]] = set()

    def accepts(self, structure: Any) -> bool | None:
        """Whether the structure, with all of its parts, is accepted; ``None`` if that is not known: it is too deep for the
        predicate, or an attribute reads the context of an instance that stands in several."""
        try:
            return self._accepts(structure)
        except (RecursionError, UnknownContext):
            return None

    def _accepts(self, structure: Any) -> bool:
        waiting = [Part(self.description.root, structure, self.contexts[0] if self.contexts else None)]
        parts = []
        self.met.clear()
        # A part follows the structure that it is a part of, and the parts to its left.
        while waiting:
            part = waiting.pop()
            parts.append(part)
            inner = self.parts(part)
            if inner is None:
                return False
            waiting += reversed(inner)
        with known_contexts((part.object, part.context) for part in parts):
            return self._holds_for(parts)

    def _holds_for(self, parts: list[Part]) -> bool:
        for part in reversed(parts):
            for predicate, judges in self.judges:
                if part.ctor in judges.get(part.number, ()) and not self.holds(predicate, part):
                    return False
        return self.root_ok is None or self.holds(self.root_ok, parts[0])

    def holds(self, predicate: Any, part: Part) -> bool:
        """Whether a predicate accepts a part."""
        arguments = (part.object, part.context) if predicate.reads_context else (part.object,)
        return verdict(predicate.function, predicate.function(*arguments))

    def constructor(self, number: int, part: Any) -> int:
        """The index of an instance's constructor among those of the type with this number."""
        for index, ctor in enumerate(self.description.types[number].constructors):
            if self.fits(number, ctor, part):
                return index
        raise TypeError(f"{part!r} is no {self.description.types[number].name}")

    def fits(self, number: int, ctor: Constructor, part: Any) -> bool:
        if ctor.form != "value":
            return ctor.fits(part) and (ctor.form != "instance" or (number, id(part)) not in self.met)
        [slot] = ctor.slots
        if slot.ty is not None:
            return any(self.fits(slot.ty, inner, part) for inner in self.description.types[slot.ty].constructors)
        if slot.refers is not None:
            return (slot.refers, id(part)) in self.met
        if slot.domain == "bool":
            return type(part) is bool
        if slot.domain == "labels":
            return is_among(part, slot.numbers)
        low, high = (slot.ints[0], slot.ints[-1]) if slot.domain == "range" else (min(slot.ints), max(slot.ints))
        return type(part) is int and low <= part <= high

    def parts(self, whole: Part) -> list[Part] | None:
        """The parts of an instance; ``None`` if the rule of a field does not allow its data."""
        whole.ctor = self.constructor(whole.number, whole.object)
        if whole.number in self.nodes:
            self.met.add((whole.number, id(whole.object)))
        ctor = self.description.types[whole.number].constructors[whole.ctor]
        held = list(ctor.parts(whole.object))
        parts = []
        for slot, value in zip(ctor.slots, held):
            if slot.ty is None:
                if slot.rule is not None and not slot.rule.allows(value, slot.rule.arguments(whole.context, held)):
                    return None
            elif not self.description.types[slot.ty].has_context:
                parts.append(Part(slot.ty, value, None))
            elif slot.rule is None:
                parts.append(Part(slot.ty, value, whole.context))
            else:
                context = slot.rule.call(*slot.rule.arguments(whole.context, held))
                parts.append(Part(slot.ty, value, context))
        return parts
