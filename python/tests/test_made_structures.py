"""Classes that change or refuse their fields when an instance is made."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import attrs
import pydantic
import pytest

import pydpgen
from pydpgen import Range

Three = Annotated[int, Range(0, 2)]


@dataclass
class Ordered:
    low: Three
    high: Three

    def __post_init__(self):
        self.low, self.high = min(self.low, self.high), max(self.low, self.high)


@dataclass(frozen=True, slots=True)
class OrderedFrozen:
    low: Three
    high: Three

    def __post_init__(self):
        if self.low > self.high:
            low, high = self.high, self.low
            object.__setattr__(self, "low", low)
            object.__setattr__(self, "high", high)


@attrs.define
class OrderedAttrs:
    low: Three
    high: Three

    def __attrs_post_init__(self):
        self.low, self.high = sorted((self.low, self.high))


class OrderedModel(pydantic.BaseModel):
    low: Three
    high: Three

    @pydantic.model_validator(mode="before")
    @classmethod
    def order(cls, fields):
        low, high = sorted((fields["low"], fields["high"]))
        return {"low": low, "high": high}


class OrderedTuple(NamedTuple):
    low: Three
    high: Three


@dataclass
class Raising:
    low: Three
    high: Three

    def __post_init__(self):
        if self.low > self.high:
            raise ValueError("upside down")


class RaisingModel(pydantic.BaseModel):
    low: Three
    high: Three

    @pydantic.model_validator(mode="after")
    def check(self):
        if self.low > self.high:
            raise ValueError("upside down")
        return self


@dataclass
class Beyond:
    key: Three

    def __post_init__(self):
        self.key += 7


@attrs.define
class Rounded:
    key: Three = attrs.field(converter=lambda key: key // 2 * 2)


CHANGING = [Ordered, OrderedFrozen, OrderedAttrs, OrderedModel]


@pytest.mark.parametrize("cls", CHANGING)
def test_duplicates_are_told(cls):
    message = rf"became {cls.__name__}\(low=0, high=1\) .* that of rank 1 of size 1: {cls.__name__} changes"
    with pytest.raises(pydpgen.BuildFailure, match=message):
        pydpgen.build(cls, max_size=1)
    # Each pair once.
    pairs = pydpgen.build(cls, lambda it: it.low <= it.high, max_size=1)
    assert pairs.total == 3 + 3 and [pairs.rank(it) for it in pairs] == list(range(6))
    # An instance counts as what it became.
    assert pairs[pairs.rank(cls(low=2, high=0))] == cls(low=0, high=2)
    assert pydpgen.build(cls, max_size=1, rechecked=0).total == 9


def test_what_a_converter_makes():
    with pytest.raises(pydpgen.BuildFailure, match="became Rounded"):
        pydpgen.build(Rounded, max_size=1)
    assert pydpgen.build(Rounded, lambda it: copy.copy(it).key == it.key, max_size=1).total == 2


def test_what_became_something_else_is_told():
    with pytest.raises(pydpgen.BuildFailure, match=r"became Beyond\(key=7\) when it was made, which is no structure of the build"):
        pydpgen.build(Beyond, max_size=1)


@pytest.mark.parametrize("cls", [Raising, RaisingModel])
def test_classes_that_refuse(cls):
    with pytest.raises(ValueError, match="upside down") as raised:
        pydpgen.build(cls, max_size=1)
    assert f"{cls.__name__} refuses what the predicate accepts" in "".join(raised.value.__notes__)
    # The rest of the check makes no instance that the class refuses.
    assert pydpgen.build(cls, lambda it: it.low <= it.high, max_size=1).total == 6

    def is_accepted(it):
        try:
            copy.deepcopy(it)
        except ValueError:
            return False
        return True

    assert pydpgen.build(cls, is_accepted, max_size=1).total == 6


def test_others_are_left_alone():
    """What has no code of its own is made for no check."""
    assert pydpgen.build(OrderedTuple, max_size=1).total == 9
