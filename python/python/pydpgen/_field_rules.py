"""The rules of fields: which context a part gets (:class:`GiveRule`), and which values data can have (:class:`DataRule`).

A rule is a function of the whole's context and of fields to the left. The extension calls it with views during a build, and
``_build_recheck.py`` with instances afterwards. Invariant: what a rule answers with refers to no view, so that it can be kept
after the run of a predicate that it came from.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from . import _pydpgen
from ._domains import Give, Range, Then, Values, name_of
from ._exact_key import exact_key
from ._schema_description import Slot

__all__ = ["OPEN_RANGE", "Constant", "DataRule", "FieldRule", "GiveRule", "check_names", "context_value", "give_rule"]

#: The integers of a field that has no other domain than a function: a domain has fewer than 2**31 values.
OPEN_RANGE = [-(2**30), 2**30 - 2]

Interval = tuple[int, int]


class FieldRule:
    """The rule of a field, as ``src/schema/description.rs`` reads it."""

    #: Whether it is the rule of a part.
    gives: bool

    def __init__(self, where: str, function: Callable[..., Any], names: Sequence[str], left: Sequence[str]) -> None:
        self.where, self.function = where, function
        #: The numbers of the fields that it reads, in the order of the parameters.
        self.fields = [left.index(name) for name in names if name in left]
        #: Whether the first parameter is the context.
        self.reads_context = bool(names) and names[0] not in left
        #: What it reads the context by, for messages.
        self.reading = self._reading(names[0], left) if self.reads_context else ""

    def _reading(self, name: str, left: Sequence[str]) -> str:
        fields = f", as {name!r} is none of the fields to the left, {', '.join(map(repr, left))}" if left else ""
        return f"the function of {self.where} takes it as {name!r}{fields}"

    def arguments(self, context: Any, fields: Sequence[Any]) -> list[Any]:
        """The arguments for a structure with this context and these fields."""
        return [*([context] if self.reads_context else []), *(fields[field] for field in self.fields)]

    def answer(self, arguments: Sequence[Any]) -> Any:
        """The answer of the function. A note of an exception names the field."""
        try:
            return self.function(*arguments)
        except Exception as error:
            within = f", in the context {arguments[0]!r}" if self.reads_context else ""
            error.add_note(f"pydpgen: raised by the function of {self.where}{within}")
            raise


class GiveRule(FieldRule):
    """Which context a part gets."""

    gives = True

    def call(self, *arguments: Any) -> Any:
        """The context for these arguments."""
        return context_value(self.answer(arguments), self.where)


class DataRule(FieldRule):
    """Which values of its domain a data field can have."""

    gives = False

    def __init__(self, where: str, mark: Range | Values, slot: Slot, left: Sequence[str]) -> None:
        function = mark.function
        assert function is not None
        #: The names of the parameters.
        self.names = parameter_names(function, where)
        super().__init__(where, function, self.names, left)
        self.kind, self.domain, self.ints, self.objects = type(mark).__name__, slot.domain, slot.ints, slot.objects
        self.known = set(slot.ints)
        self.numbers = {exact_key(value): number for number, value in enumerate(slot.objects)}

    def call(self, *arguments: Any) -> list[Interval]:
        """The numbers of the values, as intervals that ascend and are disjoint."""
        values = self.answer(arguments)
        if self.domain in ("bool", "labels"):
            numbers = sorted({self.number(value) for value in _iterated(values, self.where, self.kind)})
            return _merged(numbers)
        intervals = int_intervals(values, self.where, self.kind)
        for low, high in intervals:
            if self.domain == "range":
                outside = low if low < self.ints[0] else high if high > self.ints[-1] else None
            else:
                outside = next((value for value in range(low, high + 1) if value not in self.known), None)
            if outside is not None:
                raise ValueError(f"{self.where}: its function answers with {outside}, which is beyond {self.known_text()}")
        return intervals

    def known_text(self) -> str:
        """The values that there can be, for messages."""
        if self.domain != "range":
            return f"its values, {', '.join(map(repr, self.objects or self.ints))}"
        if self.ints == OPEN_RANGE:
            return f"{OPEN_RANGE[0]}..{OPEN_RANGE[1]}, what a field can have whose values depend on where it stands"
        return f"its range from {self.ints[0]} to {self.ints[-1]}"

    def number(self, value: Any) -> int:
        """The number of a value of the domain; ``ValueError`` if it is none."""
        if self.domain == "bool" and isinstance(value, bool):
            return int(value)
        if self.domain == "labels":
            number = self.numbers.get(exact_key(settled(value)))
            if number is not None:
                return number
        known = "True and False" if self.domain == "bool" else self.known_text()
        raise ValueError(f"{self.where}: its function answers with {value!r}, which is beyond {known}")

    def allows(self, value: Any, arguments: Sequence[Any]) -> bool:
        """Whether a structure can have this value."""
        number = value if self.domain in ("range", "ints") else self.number(value)
        return any(low <= number <= high for low, high in self.call(*arguments))


def give_rule(mark: Give, where: str, left: Sequence[str], right: Sequence[str]) -> GiveRule:
    """The rule of a part that has a mark."""
    given = mark.context
    if not callable(given) or isinstance(given, type):
        context = context_value(given, where)
        return GiveRule(where, Constant(context), [], left)
    if isinstance(mark, Then):
        names = parameter_names(given, where)
        if len(names) > 2:
            raise TypeError(f"{where}: the function of Then takes the context and the element, not {len(names)} arguments")
        # Its parameters go by place, whatever their names are.
        return GiveRule(where, given, ["context", "first"][: len(names)], ["first"])
    names = parameter_names(given, where)
    check_names(names, where, left, right)
    return GiveRule(where, given, names, left)


class Constant:
    """A function that answers with a value."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self) -> Any:
        return self.value


def parameter_names(function: Any, where: str) -> list[str]:
    """The names of a function's parameters, but for those with a default."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise TypeError(f"{where}: the parameters of {name_of(function)} are not known: write a lambda that calls it") from error
    for one in parameters:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) or (one.kind == one.KEYWORD_ONLY and one.default is one.empty):
            raise TypeError(f"{where}: the parameter {one} of {name_of(function)} does not say which field is wanted: name it")
    return [one.name for one in parameters if one.default is one.empty]


def check_names(names: Sequence[str], where: str, left: Sequence[str], right: Sequence[str]) -> None:
    """Raises ``ValueError`` for a parameter that is neither the context nor a field to the left."""
    for place, name in enumerate(names):
        if name in right:
            raise ValueError(
                f"{where}: its function reads {name!r}, which is not to the left of it: only fields to the left are known"
            )
        if name not in left and place > 0:
            import difflib

            near = difflib.get_close_matches(name, left, 1)
            known = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(map(repr, left))}" if left else "there is none"
            raise ValueError(
                f"{where}: its function reads {name!r}, which is no field to the left: {known} (a context is the first parameter)"
            )


def context_value(value: Any, where: str) -> Any:
    """A value as a context. Raises ``TypeError`` if it can be changed."""
    value = settled(value)
    try:
        exact_key(value)
    except TypeError as error:
        raise TypeError(
            f"{where}: the context {value!r} has no hash, as it can be changed: give a tuple, a frozenset, a named tuple, or a "
            "frozen dataclass"
        ) from error
    return value


def settled(value: Any) -> Any:
    """A value in which views are replaced by the integers and instances that they show."""
    cls = type(value)
    if cls is _pydpgen.Int:
        return operator.index(value)
    if isinstance(value, _pydpgen.View | _pydpgen.ListView | _pydpgen.CollectionView):
        if _pydpgen.is_node(value):
            raise TypeError(
                f"a context can not hold a {value.__class__.__name__}, to which references lead: give what is asked of it, such "
                "as a field"
            )
        return copy.deepcopy(value)
    if cls is frozenset:
        return frozenset(map(settled, value))
    if isinstance(value, tuple):
        items = [settled(item) for item in value]
        if all(item is before for item, before in zip(items, value)):
            return value
        return cls._make(items) if hasattr(cls, "_make") else cls(items)
    if dataclasses.is_dataclass(cls):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(cls)}
        changed = {name: new for name, old in fields.items() if (new := settled(old)) is not old}
        if changed:
            value = copy.copy(value)
            for name, new in changed.items():
                object.__setattr__(value, name, new)
    return value


def int_intervals(values: Any, where: str, kind: str = "Range") -> list[Interval]:
    """Integers as intervals that ascend and are disjoint. Raises ``TypeError`` for other values."""
    if isinstance(values, range) and values.step == 1:
        return [(values.start, values.stop - 1)] if values else []
    numbers: set[int] = set()
    for value in _iterated(values, where, kind):
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{where}: its function answers with {value!r}, where integers are wanted, as in range(1, 4)")
        numbers.add(operator.index(value))
    return _merged(sorted(numbers))


def _merged(numbers: Iterable[int]) -> list[Interval]:
    intervals: list[Interval] = []
    for number in numbers:
        if intervals and intervals[-1][1] + 1 == number:
            intervals[-1] = (intervals[-1][0], number)
        else:
            intervals.append((number, number))
    return intervals


def _iterated(values: Any, where: str, kind: str) -> Iterable[Any]:
    """The values that a function answers with. Raises ``TypeError`` if it is none that can be gone through."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        wanted = "the integers, as in range(3)" if kind == "Range" else "a list of the values"
        raise TypeError(f"{where}: its function answers with {values!r}, where it has to answer with {wanted}")
    return values
