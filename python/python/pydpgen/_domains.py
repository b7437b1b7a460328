"""Domains of fields, which annotations name: ``Annotated[int, pydpgen.Range(1, "n")]``.

A bound is an integer, or the name of a parameter, with an integer added or subtracted: ``"n"``, ``"keys - 1"``. The
parameter ``n`` is the maximum size unless the build sets it.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

__all__ = ["Len", "Range", "Values", "Weight", "bound"]

Bound = int | str

_BOUND = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:([+-])\s*(\d+)\s*)?")


def bound(value: Bound, params: Mapping[str, int], where: str, used: set[str]) -> int:
    """The integer that a bound stands for; ``used`` gets the name of the parameter in it."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError(f"{where}: a bound is an int or the name of a parameter, not {value!r}")
    if isinstance(value, int):
        return _of_64_bits(value, where)
    match = _BOUND.fullmatch(value)
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


@dataclass(frozen=True)
class Range:
    """The integers from ``low`` to ``high``, both included.

    >>> Range(1, "n")
    Range(low=1, high='n')
    """

    low: Bound
    high: Bound


@dataclass(frozen=True, init=False)
class Values:
    """These values, in this order: integers, strings, floats, or anything else with a hash.

    Integers alone are a domain like a range, which comparisons can leave undecided; they are sorted.

    >>> Values(1, 10, 100)
    Values(values=(1, 10, 100))
    """

    values: tuple[Hashable, ...]

    def __init__(self, *values: Hashable) -> None:
        object.__setattr__(self, "values", values)


@dataclass(frozen=True)
class Len:
    """A list, or tuple of any length, has from ``least`` to ``most`` elements. Elements without weight add nothing to the size.

    >>> Len(0, 3)
    Len(least=0, most=3)
    """

    least: int
    most: int


@dataclass(frozen=True)
class Weight:
    """The number that an instance of a class adds to the size, in the annotation of a member of a union:
    ``Annotated[Node, Weight(2)]``. The class attribute ``__dpgen_weight__`` sets it, too. The default is 1 for a class with
    fields and 0 for one without."""

    weight: int
