"""Constraints that other libraries put into annotations: those of ``annotated_types``, which pydantic's ``Field`` gives, too.

Bounds of an integer are a range, those of a length a :class:`Len`, and everything that is asked of a value chooses among the values
that there are. What can not be enumerated, such as a pattern, is refused. This imports neither library: a mark of theirs is there
only if the user has imported it.
"""

from __future__ import annotations

import math
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Union

from ._domains import Len
from ._schema_description import Slot

__all__ = ["Constraints", "constraints_of", "field_constraints", "moved_into"]

#: The number of integers of a range that constraints can choose from one by one.
MAX_CHOSEN_INTS = 1_000_000

#: The marks of annotated_types that say which values there are.
_KNOWN = {"Ge", "Gt", "Le", "Lt", "MaxLen", "MinLen", "MultipleOf", "Predicate", "Timezone"}
#: What pydantic does to a string before it takes it.
_CHANGES = ("strip_whitespace", "to_lower", "to_upper", "coerce_numbers_to_str")
#: What pydantic asks of a string or number, and pydpgen does not know.
_UNKNOWN = ("pattern", "ascii_only", "max_digits", "decimal_places", "regex")


@dataclass(eq=False, repr=False)
class Constraints:
    """The constraints of an annotation."""

    #: The marks as they were given, and those that ask something of a value, for messages.
    given: list[Any] = field(default_factory=list)
    marks: list[Any] = field(default_factory=list)
    #: The ends of a range of integers, both included.
    low: int | None = None
    high: int | None = None
    #: What is asked of a value: that it is within the bounds, anything else, and its length.
    bounds: list[Callable[[Any], bool]] = field(default_factory=list)
    checks: list[Callable[[Any], bool]] = field(default_factory=list)
    lengths: list[Callable[[Any], bool]] = field(default_factory=list)
    #: Why a value can not be enumerated, unless its values are given.
    refusals: list[str] = field(default_factory=list)

    def int_slot(self, where: str) -> Slot:
        """The slot of an integer without another domain. Raises ``TypeError`` for a range without an end."""
        for end, name, example in ((self.low, "least", "Ge(0)"), (self.high, "greatest", "Le(9)")):
            if end is None:
                shown = ", ".join(map(repr, self.marks))
                raise TypeError(
                    f"{where} is an int with {shown}, which has no {name} value: add annotated_types.{example}, or "
                    "pydpgen.Range(0, 'n')"
                )
        assert self.low is not None and self.high is not None
        return Slot("", domain="range", ints=[self.low, self.high])

    def narrow(self, slot: Slot, where: str) -> None:
        """Leaves in a data slot the values that fulfil all constraints."""
        if not self.given:
            return
        shown = ", ".join(map(repr, self.marks))
        if slot.domain == "range":
            low, high = slot.ints
            low, high = low if self.low is None else max(low, self.low), high if self.high is None else min(high, self.high)
            slot.ints = [low, high]
            if low > high:
                raise ValueError(f"{where} has no value that fulfils {shown}")
            if self.checks:
                if high - low >= MAX_CHOSEN_INTS:
                    raise ValueError(f"{where}: {shown} chooses among {high - low + 1:,} integers one by one: give a smaller range")
                slot.domain, slot.ints = "ints", [value for value in range(low, high + 1) if self.holds(value, where)]
        elif slot.domain == "labels":
            kept = [place for place, value in enumerate(slot.objects) if self.holds(value, where)]
            slot.labels, slot.objects = [slot.labels[place] for place in kept], [slot.objects[place] for place in kept]
        elif slot.domain == "ints":
            slot.ints = [value for value in slot.ints if self.holds(value, where)]
        elif self.marks:
            raise TypeError(f"{where}: {shown} is not for a bool, which is False or True")
        if not (slot.ints or slot.objects or slot.domain == "bool"):
            raise ValueError(f"{where} has no value that fulfils {shown}")

    def holds(self, value: Any, where: str) -> bool:
        """Whether a value fulfils all constraints."""
        for check in (*self.bounds, *self.checks, *self.lengths):
            try:
                if not check(value):
                    return False
            except TypeError as error:
                raise TypeError(f"{where}: {', '.join(map(repr, self.marks))} can not be asked of {value!r}: {error}") from error
        return True

    def refuse(self, where: str) -> None:
        """Raises ``TypeError`` for a constraint by which nothing can be enumerated."""
        for refusal in self.refusals:
            raise TypeError(f"{where}: {refusal}")

    def refuse_for(self, name: str, where: str) -> None:
        """Raises ``TypeError`` for constraints of values at a part, such as a list, which is no value."""
        self.refuse(where)
        if self.bounds or self.checks:
            raise TypeError(f"{where}: {self.marks[0]!r} is for values, not for {name}: ask it in a predicate")


def constraints_of(metadata: list[Any]) -> tuple[list[Any], Constraints]:
    """The metadata without constraints, but with the :class:`Len` that they stand for; and the constraints."""
    found, rest = Constraints(), []
    for mark in _expanded(metadata):
        name = type(mark).__name__
        if not _is_constraint(mark):
            rest.append(mark)
            continue
        found.given.append(mark)
        if name in ("MinLen", "MaxLen"):
            length = Len(mark.min_length) if name == "MinLen" else Len(0, mark.max_length)
            found.marks.append(mark)
            found.lengths.append(_allows(length))
            rest.append(length)
        else:
            _add(found, mark, name)
    return rest, found


def _allows(length: Len) -> Callable[[Any], bool]:
    return lambda value: length.least <= len(value) and (length.most is None or len(value) <= length.most)


def _add(found: Constraints, mark: Any, name: str) -> None:
    if name in ("Ge", "Gt", "Le", "Lt"):
        end = getattr(mark, name.lower())
        found.marks.append(mark)
        found.bounds.append(_COMPARISONS[name](end))
        if isinstance(end, int | float) and math.isfinite(end):
            if name in ("Ge", "Gt"):
                low = math.ceil(end) if name == "Ge" else math.floor(end) + 1
                found.low = low if found.low is None else max(found.low, low)
            else:
                high = math.floor(end) if name == "Le" else math.ceil(end) - 1
                found.high = high if found.high is None else min(found.high, high)
    elif name == "MultipleOf":
        found.marks.append(mark)
        found.checks.append(lambda value: value % mark.multiple_of == 0)
    elif name == "Predicate":
        found.marks.append(mark)
        found.checks.append(mark.func)
    elif name == "AllowInfNan":
        if not mark.allow_inf_nan:
            found.marks.append(mark)
            found.checks.append(math.isfinite)
    elif name == "Timezone":
        found.refusals.append(f"{mark!r} is no domain: write pydpgen.Values(...) with the values to take")
    else:
        for key, asked in vars(mark).items():
            if asked and key in _CHANGES:
                found.refusals.append(
                    f"pydantic changes what it gets ({key}={asked!r}), so that several structures would be one: leave it out"
                )
            elif asked is not None and key in _UNKNOWN:
                found.refusals.append(
                    f"{key}={asked!r} does not say which values there are, as a pattern or format is only for checks: write "
                    "pydpgen.Values(...) or Literal[...] with the values to take"
                )


_COMPARISONS: dict[str, Callable[[Any], Callable[[Any], bool]]] = {
    "Ge": lambda end: lambda value: bool(value >= end),
    "Gt": lambda end: lambda value: bool(value > end),
    "Le": lambda end: lambda value: bool(value <= end),
    "Lt": lambda end: lambda value: bool(value < end),
}


def field_constraints(hint: Any, info: Any) -> Any:
    """The annotation of a model's field, with the constraints of ``Field(...)``."""
    return Annotated[(hint, *marks)] if (marks := [mark for mark in _expanded(info.metadata) if _is_constraint(mark)]) else hint


def moved_into(members: Iterable[Any], marks: list[Any]) -> Any:
    """A union of these members, which have the marks, but for ``None``."""
    return Union[tuple(member if member is types.NoneType else Annotated[(member, *marks)] for member in members)]


def _expanded(metadata: Iterable[Any]) -> Iterator[Any]:
    """The marks, with those within groups and within pydantic's ``Field``."""
    annotated_types: Any = sys.modules.get("annotated_types")
    for mark in metadata:
        if annotated_types is not None and isinstance(mark, annotated_types.GroupedMetadata):
            yield from _expanded(mark)
        elif type(mark).__module__ == "pydantic.fields" and type(mark).__name__ == "FieldInfo":
            yield from _expanded(mark.metadata)
        else:
            yield mark


def _is_constraint(mark: Any) -> bool:
    cls = type(mark)
    if cls.__module__ == "annotated_types":
        return cls.__name__ in _KNOWN
    return cls.__module__.startswith("pydantic.") and any(base.__name__ == "PydanticMetadata" for base in cls.__mro__)
