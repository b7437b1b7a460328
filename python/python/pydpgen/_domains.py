"""What annotations say of fields: domains, as in ``Annotated[int, pydpgen.Range(1, "n")]``, the contexts of parts, and references.

A bound is an integer, or the name of a parameter, with an integer added or subtracted: ``"n"``, ``"keys - 1"``. The
parameter ``n`` is the maximum size unless the build sets it. The functions that a mark holds are rules of fields:
``_field_rules.py`` reads their parameters.
"""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Give", "Len", "Link", "Range", "RefersTo", "Text", "Then", "Values", "Weight", "bound"]

Bound = int | str

#: A parameter, with an integer added or not.
_BOUND = r"\s*([A-Za-z_]\w*)\s*(?:([+-])\s*(\d+)\s*)?"


def bound(value: Bound, params: Mapping[str, int], where: str, used: set[str]) -> int:
    """The integer that a bound stands for; ``used`` gets the name of the parameter in it."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError(f"{where}: a bound is an int or the name of a parameter, not {value!r}")
    if isinstance(value, int):
        return _of_64_bits(value, where)
    match = re.fullmatch(_BOUND, value)
    if match is None:
        raise ValueError(
            f"{where}: the bound {value!r} is neither an int nor a parameter with an int added, such as 'n - 1'"
        )
    name, sign, number = match.groups()
    if name not in params:
        known = ", ".join(params)
        raise ValueError(f"{where}: the parameter {name!r} has no value: pass params={{{name!r}: ...}} (there is {known})")
    used.add(name)
    offset = int(number or 0)
    return _of_64_bits(params[name] - offset if sign == "-" else params[name] + offset, where)


def _of_64_bits(value: int, where: str) -> int:
    if not -(2**63) <= value < 2**63:
        raise ValueError(f"{where}: the bound {value} is beyond the integers of 64 bits; Values(...) takes larger ones one by one")
    return value


@dataclass(frozen=True, init=False, repr=False)
class Range:
    """The integers from ``low`` to ``high``, both included; or those that a function answers with, such as a ``range``.

    The function's parameters are the names of fields to the left of this one. Before them it can take the context of the
    structure that the field is in (see :class:`Give`), by any other name.

    >>> Range(1, "n")
    Range(1, 'n')
    >>> upper = Range(lambda low: range(low, 10))
    """

    low: Bound | None
    high: Bound | None
    function: Callable[..., Any] | None

    def __init__(self, low: Bound | Callable[..., Any], high: Bound | None = None) -> None:
        function = low if callable(low) else None
        if (function is None) == (high is None):
            raise TypeError("a Range has two bounds, or a function alone: Range(1, 'n'), or Range(lambda low: range(low, 9))")
        object.__setattr__(self, "low", None if callable(low) else low)
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "function", function)

    def __repr__(self) -> str:
        return f"Range({self.low!r}, {self.high!r})" if self.function is None else f"Range({name_of(self.function)})"


@dataclass(frozen=True, init=False, repr=False)
class Values:
    """These values, in this order: integers, strings, floats, or anything else with a hash. Or a function that answers with
    those of the field's values that it can have where it stands; its parameters are those of a :class:`Range`.

    Integers alone are a domain like a range, which comparisons can leave undecided; they are sorted.

    >>> Values(1, 10, 100)
    Values(1, 10, 100)
    >>> wanted = Values(lambda scope: scope.names)
    """

    values: tuple[Hashable, ...]
    function: Callable[..., Any] | None

    def __init__(self, *values: Hashable) -> None:
        is_rule = len(values) == 1 and isinstance(values[0], types.FunctionType | types.MethodType | functools.partial)
        object.__setattr__(self, "values", () if is_rule else values)
        object.__setattr__(self, "function", values[0] if is_rule else None)

    def __repr__(self) -> str:
        return f"Values({', '.join(map(repr, self.values)) if self.function is None else name_of(self.function)})"


@dataclass(frozen=True, repr=False)
class Give:
    """The context of a part: ``Annotated["Term", Give(lambda scope: scope + 1)]``.

    A *context* is a value that a structure gets from the one that it is a part of: any value with a hash. A function computes
    it; its first parameter is the context of the whole, further ones are names of fields to the left. Anything else is the
    context itself. Without this mark, a part has the context of the whole. ``build(..., context=...)`` gives that of whole
    structures.

    >>> Give(())
    Give(())
    """

    context: Callable[..., Any] | Hashable

    def __repr__(self) -> str:
        return f"{type(self).__name__}({name_of(self.context) if callable(self.context) else repr(self.context)})"


@dataclass(frozen=True, repr=False)
class Then(Give):
    """The context of the elements after this one in a list: ``list[Annotated[Stmt, Then(lambda scope, stmt: ...)]]``.

    The function's first parameter is the context of the element, the second is the element itself.
    """


@dataclass(frozen=True)
class Link:
    """A field that leads to a new object or to one that was met: ``Annotated["Node | None", Link()]``.

    A walk goes from the whole to its parts, from left to right. It has met what stands above a field or to the left of it, and the
    instance that has the field. So objects are shared, and there are cycles: ``node.next is node``. Each graph comes once.

    >>> Link()
    Link()
    """


@dataclass(frozen=True)
class RefersTo:
    """A field that leads to an object that was met, and never to a new one: ``Annotated["Node | None", RefersTo()]``. See
    :class:`Link`.

    >>> RefersTo()
    RefersTo()
    """


def name_of(function: Any) -> str:
    """The name of a function, for messages."""
    return str(getattr(function, "__name__", function))


@dataclass(frozen=True)
class Len:
    """A list, a tuple of any length, a set or a dict has from ``least`` to ``most`` elements. Then, elements without weight add
    nothing to the size. Without ``most`` there is no greatest length.

    >>> Len(0, 3)
    Len(least=0, most=3)
    """

    least: int
    most: int | None = None


@dataclass(frozen=True, init=False)
class Text:
    """Strings of the characters of ``alphabet``, or bytes, if that is bytes: ``Annotated[str, Text("ab", max_length=3)]``.

    Each character weighs 1, unless ``max_length`` bounds the length: then the string weighs nothing.

    >>> Text("ab", max_length=3)
    Text(alphabet='ab', min_length=0, max_length=3)
    """

    alphabet: str | bytes
    min_length: int
    max_length: int | None

    def __init__(self, alphabet: str | bytes, min_length: int = 0, max_length: int | None = None) -> None:
        if not isinstance(alphabet, str | bytes):
            raise TypeError(f"Text({alphabet!r}): an alphabet is a str, or for bytes a bytes, such as Text('ab')")
        if not alphabet:
            raise ValueError(f"Text({alphabet!r}) has no character; the empty string alone is Literal['']")
        for place, character in enumerate(alphabet):
            if alphabet.index(character) != place:  # type: ignore[arg-type]
                raise ValueError(f"Text({alphabet!r}) has {character!r} twice")
        object.__setattr__(self, "alphabet", alphabet)
        object.__setattr__(self, "min_length", min_length)
        object.__setattr__(self, "max_length", max_length)


@dataclass(frozen=True)
class Weight:
    """The number that an instance of a class adds to the size, in the annotation of a member of a union:
    ``Annotated[Node, Weight(2)]``. The class attribute ``__dpgen_weight__`` sets it, too. The default is 1 for a class with
    fields and 0 for one without."""

    weight: int
