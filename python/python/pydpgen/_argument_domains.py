"""The values of a test's argument whose annotation has a domain: ``key: Annotated[int, pydpgen.Range(1, 9)]``.

The function of a domain reads arguments before its own, as that of a field reads fields to its left.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, get_origin

from ._annotation_forms import split
from ._annotations import Describer
from ._code_inspection import globals_of, unwrapped
from ._constraints import constraints_of
from ._domains import Range, Values
from ._schema_description import Slot

__all__ = ["annotated_domains", "argument_values"]


def annotated_domains(function: Callable[..., Any], signature: inspect.Signature) -> dict[str, Any]:
    """The annotations of a function's parameters that have a domain, by name."""
    found = {}
    for name, parameter in signature.parameters.items():
        annotation = parameter.annotation
        if isinstance(annotation, str) and "Annotated" in annotation:
            try:
                annotation = eval(annotation, dict(globals_of(unwrapped(function))))
            except NameError:
                continue
        if get_origin(annotation) is Annotated and any(isinstance(one, Range | Values) for one in split(annotation)[1]):
            found[name] = annotation
    return found


def argument_values(name: str, annotation: Any, before: Sequence[str], others: Sequence[str]) -> Any:
    """The values of an argument: a sequence, or a function of arguments ``before`` it."""
    where = f"the argument {name!r}"
    plain, metadata = split(annotation)
    metadata, constraints = constraints_of(metadata)
    for mark in metadata:
        if isinstance(mark, Range) and any(isinstance(end, str) for end in (mark.low, mark.high)):
            raise TypeError(f"{where}: the bounds of {mark!r} are ints, as a test has no parameters")
    slot = Describer({}, {}).data(plain, metadata, where, before, others, constraints)
    assert slot is not None
    if slot.rule is None:
        return _values_of(slot, _all_of(slot))
    if slot.rule.reads_context:
        raise ValueError(f"{where} depends on {slot.rule.names[0]!r}, which is no argument before it")
    return _Dependent(slot)


def _all_of(slot: Slot) -> list[tuple[int, int]]:
    """The numbers of all values, as intervals."""
    if slot.domain == "range":
        return [(slot.ints[0], slot.ints[1])]
    if slot.domain == "ints":
        return [(value, value) for value in slot.ints]
    return [(0, 1 if slot.domain == "bool" else len(slot.objects) - 1)]


def _values_of(slot: Slot, intervals: Iterable[tuple[int, int]]) -> Sequence[Any]:
    """The values with these numbers."""
    ranges = [range(low, high + 1) for low, high in intervals]
    if slot.domain in ("range", "ints"):
        return ranges[0] if len(ranges) == 1 else list(itertools.chain(*ranges))
    objects = [False, True] if slot.domain == "bool" else slot.objects
    return [objects[number] for number in itertools.chain(*ranges)]


class _Dependent:
    """The function that gives the values of an argument, as ``_test_cases.py`` calls it."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in slot.rule.names]
        self.__signature__ = inspect.Signature(parameters)

    def __call__(self, **arguments: Any) -> Sequence[Any]:
        rule = self.slot.rule
        return _values_of(self.slot, rule.call(*(arguments[name] for name in rule.names)))
