"""Constraints of ``annotated_types`` and of pydantic: they choose among the values of a field, or bound a length."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Optional

import annotated_types as at
import pydantic
import pytest

import pydpgen
from pydpgen import Range, Text, Values


class Order(pydantic.BaseModel):
    count: int = pydantic.Field(ge=1, lt=4)
    step: Annotated[int, pydantic.Field(gt=0, le=9, multiple_of=3)]
    code: Annotated[str, Text("ab")] = pydantic.Field(min_length=1, max_length=2)
    tags: set[bool] = pydantic.Field(min_length=1, max_length=1)
    parent: Optional[pydantic.conint(ge=0, le=1)] = None
    limit: Optional[int] = pydantic.Field(default=None, ge=2, le=3)


def values(of: Any, **named: Any) -> list[Any]:
    return pydpgen.build(of, max_size=named.pop("max_size", 0), **named)[:]


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (Annotated[int, at.Ge(1), at.Le(3)], [1, 2, 3]),
        (Annotated[int, at.Gt(1), at.Lt(4)], [2, 3]),
        (Annotated[int, at.Gt(0.5), at.Lt(2.5)], [1, 2]),
        (Annotated[int, at.Interval(ge=0, lt=2)], [0, 1]),
        (Annotated[int, at.Interval(ge=0, le=9), at.MultipleOf(4)], [0, 4, 8]),
        (Annotated[int, Range(0, 5), at.Ge(4)], [4, 5]),
        (Annotated[int, Range(0, 5), at.MultipleOf(5)], [0, 5]),
        (Annotated[int, Values(1, 10, 100), at.Lt(100)], [1, 10]),
        (Annotated[int, at.Ge(0), at.Le(5), at.Predicate(lambda value: value % 2 == 1)], [1, 3, 5]),
        (Annotated[float, Values(0.5, 1.5, math.inf), at.Gt(0.5)], [1.5, math.inf]),
        (Annotated[float, Values(0.5, math.inf), at.Predicate(math.isfinite)], [0.5]),
        (Annotated[Literal["a", "bb", "ccc"], at.MinLen(2)], ["bb", "ccc"]),
        (Annotated[str, Values("a", "BB", "b"), at.MaxLen(1), at.Predicate(str.islower)], ["a", "b"]),
        (Annotated[str, Values("", "a"), pydantic.StringConstraints(pattern="a?")], ["", "a"]),
        (Annotated[str, Text("a"), at.MaxLen(2)], ["", "a", "aa"]),
        (Annotated[str, Text("ab"), at.Len(1, 1)], ["a", "b"]),
        (Annotated[list[bool], at.Len(1, 1)], [[False], [True]]),
        (Annotated[list[bool], at.MinLen(1), at.MaxLen(1)], [[False], [True]]),
        (Annotated[dict[bool, Literal[1]], at.Len(2, 2)], [{False: 1, True: 1}]),
        (Annotated[Optional[int], at.Ge(1), at.Le(2)], [None, 1, 2]),
        (Annotated[list[bool] | None, at.Len(1, 1)], [None, [False], [True]]),
        (pydantic.conint(gt=0, le=2), [1, 2]),
        (pydantic.conlist(bool, min_length=1, max_length=1), [[False], [True]]),
        (Annotated[pydantic.PositiveInt, at.Le(2)], [1, 2]),
        (at.IsFinite[Annotated[float, Values(0.5, math.inf)]], [0.5]),
        (Annotated[int, at.Unit("m"), Range(0, 1)], [0, 1]),
    ],
)
def test_values(of, expected):
    assert values(of) == expected


def test_a_model():
    orders = pydpgen.build(Order, lambda it: it.limit is None or it.count < it.limit, max_size=1)
    every = pydpgen.build(Order, max_size=1)
    # Three counts and steps, the texts of one or two letters, one of two tags, and two integers or none twice.
    assert every.total == 3 * 3 * (2 + 4) * 2 * 3 * 3
    assert len(orders) == sum(it.limit is None or it.count < it.limit for it in every)
    assert [every.rank(it) for it in every[:50]] == [*range(50)]
    assert all(Order.model_validate(it.model_dump()) == it for it in every[:50])
    assert pickle.loads(pickle.dumps(every))[-1] == every[-1]


def test_an_argument_of_a_test():
    seen = []

    @pydpgen.exhaustive(pydpgen.build(bool | None, max_size=0), expect=3 * 2)
    def test(flag, key: Annotated[int, Range(0, 9), at.Ge(8)]):
        seen.append(key)

    test()
    assert sorted(seen) == [8, 8, 8, 9, 9, 9]


def test_a_dataclass():
    @dataclass
    class Span:
        low: Annotated[int, at.Interval(ge=0, le=3)]
        high: Annotated[int, at.Interval(ge=0, le=3), Range(lambda low: range(low, 4))]

    assert pydpgen.build(Span, max_size=1).total == 4 + 3 + 2 + 1


@pytest.mark.parametrize(
    ("of", "message"),
    [
        (pydantic.PositiveInt, r"Gt\(gt=0\), which has no greatest value: add annotated_types\.Le\(9\)"),
        (Annotated[int, at.Le(3)], r"no least value: add annotated_types\.Ge\(0\)"),
        (Annotated[int, at.MultipleOf(3)], "no least value"),
        (Annotated[int, at.Ge(3), at.Le(1)], "no value that fulfils"),
        (Annotated[int, at.Ge(1), at.Le(2), at.MultipleOf(7)], "no value that fulfils"),
        (Annotated[int, Range(0, 10**7), at.MultipleOf(7)], "one by one: give a smaller range"),
        (Annotated[str, at.MaxLen(3)], r"str, which has no end: write Annotated\[str, pydpgen\.Text"),
        (pydantic.constr(pattern="a+"), r"pattern='a\+' does not say which values there are"),
        (Annotated[str, Text("a"), pydantic.Field(pattern="a+")], r"pattern='a\+' does not say"),
        (Annotated[str, Text("aA"), pydantic.StringConstraints(to_lower=True)], r"changes what it gets \(to_lower=True\)"),
        (Annotated[list[bool], at.Ge(3)], r"Ge\(ge=3\) is for values, not for list\[bool\]"),
        (Annotated[bool, at.Ge(3)], "not for a bool"),
        (Annotated[Literal["a"], at.Ge(3)], "can not be asked of 'a'"),
        (Annotated[float, at.Ge(0), at.Le(1)], "float, which has no end"),
        (Annotated[bool, at.MinLen(1)], "Len is for lists"),
    ],
)
def test_what_can_not_be_enumerated_is_refused(of, message):
    with pytest.raises((TypeError, ValueError), match=message):
        values(of)
