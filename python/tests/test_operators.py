"""Operators between a view and an object that is no integer, and those that would change what is judged."""

from __future__ import annotations

import datetime
import operator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

import pytest

import pydpgen
from pydpgen import Range, Text


@dataclass(frozen=True)
class Pair:
    x: Annotated[int, Range(-2, 3)]
    y: Annotated[int, Range(1, 4)]


OPERATORS = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod, pow,
    operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge,
]  # fmt: skip


class Scaled:
    """Takes numbers on both sides of some operators."""

    def __mul__(self, other):
        return other * 3

    __rmul__ = __mul__

    def __rrshift__(self, other):
        return other + 1


@pytest.mark.parametrize("other", [1.5, -0.5, Decimal("1.5"), Fraction(3, 2), 2 + 1j, datetime.timedelta(1), Scaled(), "ab", None])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("of", [*OPERATORS, operator.lshift, operator.rshift, operator.and_], ids=lambda of: of.__name__)
def test_operators_with_what_is_no_int(of, turned, other):
    def outcome(value):
        try:
            return of(other, value) if turned else of(value, other)
        except Exception as error:
            return error.__class__

    wanted = {value: outcome(value) for value in range(1, 5)}
    assert pydpgen.build(Pair, lambda pair: outcome(pair.y) == wanted[int(pair.y)], max_size=1).total == 6 * 4
    # The kind of the result, too.
    kinds = {value: found.__class__ for value, found in wanted.items()}
    assert pydpgen.build(Pair, lambda pair: isinstance(outcome(pair.y), kinds[int(pair.y)]), max_size=1).total == 6 * 4


def test_the_sum_of_ints_and_floats():
    halves = pydpgen.build(Pair, lambda pair: sum([0.5, pair.x, pair.y]) > 4, max_size=1)
    assert halves.total == sum(x + y + 0.5 > 4 for x in range(-2, 4) for y in range(1, 5))


@dataclass
class Held:
    xs: list[bool]
    keys: set[Annotated[int, Range(0, 2)]]
    frozen: frozenset[bool]
    words: dict[Annotated[str, Text("ab", max_length=1)], bool]
    pair: tuple[bool, ...]


def changed(held, name, sign, other):
    own = getattr(held, name)
    own = sign(own, other)
    return own is not None


@pytest.mark.parametrize(
    ("name", "sign", "other", "shown"),
    [
        ("xs", operator.iadd, [True], r"change the list .* `\+=` .* `list\(it\)`"),
        ("xs", operator.imul, 2, r"change the list .* `\*=`"),
        ("keys", operator.ior, {1}, r"change the set .* `\|=` .* `set\(it\)`"),
        ("keys", operator.iand, {1}, "change the set .* `&=`"),
        ("keys", operator.isub, {1}, "change the set .* `-=`"),
        ("keys", operator.ixor, {1}, r"change the set .* `\^=`"),
        ("words", operator.ior, {"a": True}, r"change the dict .* `\|=` .* `dict\(it\)`"),
        ("frozen", operator.ior, {True}, None),
        ("pair", operator.iadd, (True,), None),
        ("pair", operator.imul, 2, None),
    ],
)
def test_what_is_judged_is_not_changed(name, sign, other, shown):
    build = lambda: pydpgen.build(Held, lambda held: changed(held, name, sign, other), max_size=2)
    if shown is None:
        assert build().total == pydpgen.build(Held, max_size=2).total
    else:
        with pytest.raises(TypeError, match=shown):
            build()


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (lambda held: [] in held.keys, "unhashable type: 'list'"),
        (lambda held: {} in held.words, "unhashable type: 'dict'"),
        (lambda held: held.xs["a"], "list indices must be integers or slices, not str"),
    ],
)
def test_errors_are_those_of_the_object(asked, shown):
    with pytest.raises(TypeError, match=shown):
        pydpgen.build(Held, asked, max_size=2)
