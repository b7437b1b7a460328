"""A predicate that gives views to code that looks past them agrees with plain Python or is refused, also on wide ranges.

Ranges are so wide that a uniform sample of the structures would meet none on which the answers differ.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fnmatch
import functools
import json
import re
import statistics
import struct
import sys
from dataclasses import dataclass
from typing import Annotated

import pytest
from trees import Tree, is_search_tree

import pydpgen
from pydpgen import Range, Text


@dataclass
class Wide:
    a: Annotated[int, Range(0, 99)]
    b: Annotated[int, Range(70, 99)]
    s: Annotated[str, Text("ab", max_length=2)]

    def is_joined(self):
        try:
            return self.a > 97 and "".join([self.s, "a"]) == "aa"
        except TypeError:
            return False


@dataclass
class Overlapping:
    """Ranges that have values in common, and no end of which is the other's."""

    a: Annotated[int, Range(-30, 30)]
    b: Annotated[int, Range(20, 70)]
    c: bool


def joins(it):
    if it.a < 98 or it.b < 98:
        return False
    try:
        return "".join([it.s, "a"]) == "aa"
    except TypeError:
        return False


def joins_in_callee(it):
    return joins(it)


joins_in_attribute = pydpgen.attribute(joins)


def matches(it):
    try:
        return it.a > 97 and it.b > 97 and fnmatch.fnmatch(it.s, "a*")
    except Exception:
        return False


def is_in(it):
    with contextlib.suppress(TypeError):
        return it.a > 97 and it.b > 97 and it.s in "aba"
    return False


def has_mean(it):
    with contextlib.suppress(TypeError):
        return it.a > 97 and statistics.mean([it.a, it.b]) == 98
    return False


def searches(it):
    answer = False
    try:
        answer = it.a > 97 and re.search("ab", it.s) is not None
    finally:
        return answer  # noqa: B012


def packs(it):
    try:
        return it.a > 97 and struct.pack("2s", it.s.encode()) == b"ab" and struct.pack("s", it.s) and False
    except struct.error:
        return True


def changes(it):
    try:
        it.s += "b"
    except AttributeError:
        return it.a > 97
    return it.a > 97 and it.s == "ab"


def orders(it):
    # Raised by the operator for instances, too.
    try:
        return it.a < None
    except TypeError:
        return it.a == 98 and it.b == 98


def raises_itself(it):
    try:
        if it.a < 98:
            raise TypeError("too small")
        return it.b > 97
    except TypeError:
        return False


def closes(it):
    try:
        return it.a > 97 and {98: True}[it.b]
    except KeyError:
        return False


#: Exceptions that code catches, most of which only views raise.
AGREEING = [
    joins, joins_in_callee, lambda it: joins_in_attribute(it), lambda it: it.is_joined(), matches, is_in, has_mean, searches, packs,
    changes, orders, raises_itself, closes,
]  # fmt: skip


@pytest.mark.parametrize("way", range(len(AGREEING)))
def test_an_exception_that_only_views_raise_can_be_caught(way):
    holds = AGREEING[way]
    # Each instance is judged alone, as one of them changes it.
    everything = list(pydpgen.build(Wide, max_size=1))
    expected = [it for it in everything if holds(dataclasses.replace(it))]
    assert 0 < len(expected) < len(everything)
    # The watch does not need the check afterwards.
    found = list(pydpgen.build(Wide, holds, max_size=1, rechecked=0))
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


def test_an_answer_of_an_attribute_is_that_of_an_instance_when_it_is_remembered():
    # Evaluated once, then read from the cache.
    twice = pydpgen.build(Wide, lambda it: it.a >= 0 and it.b >= 0 and joins_in_attribute(it), max_size=1, rechecked=0)
    assert [it.s for it in twice] == ["a"] * 4


REFUSED = [
    lambda it: it.a > 97 and it.a is it.b,
    lambda it: it.a > 97 and id(it.a) == id(it.b),
    lambda it: it.a > 97 and not (98).__eq__(it.b),
    lambda it: it.a > 97 and list(filter((98).__eq__, [it.a, it.b])) == [98],
    lambda it: it.a > 97 and it.b > 97 and not "ab".__eq__(it.s),
    lambda it: it.a > 97 and it.b > 97 and json.dumps({"s": it.s, "a": it.a}, default=str) == '{"s": "a", "a": 98}',
]


@pytest.mark.filterwarnings("ignore:NotImplemented should not be used")
@pytest.mark.parametrize("way", range(len(REFUSED)))
def test_what_tells_views_from_instances_without_an_exception_is_found_near_the_constants(way):
    # From Python 3.14 on, NotImplemented has no truth value.
    with pytest.raises((pydpgen.BuildFailure, TypeError), match="tells a view from an instance|NotImplemented"):
        pydpgen.build(Wide, REFUSED[way], max_size=1)


@pytest.mark.filterwarnings("ignore:NotImplemented should not be used")
def test_values_that_ranges_have_in_common_are_met():
    with pytest.raises(pydpgen.BuildFailure, match="tells a view from an instance"):
        pydpgen.build(Overlapping, lambda it: it.a is it.b, max_size=1)


def test_watching_ends_with_the_build():
    pydpgen.build(Wide, joins, max_size=1)
    assert sys.gettrace() is None or "pydpgen" not in sys.gettrace().__module__
    if sys.version_info >= (3, 12):
        assert "pydpgen" not in [sys.monitoring.get_tool(tool) for tool in range(6)]


def test_a_predicate_without_handlers_is_not_watched():
    from pydpgen._caught_exceptions import Guard, guarded

    assert guarded(is_search_tree) is is_search_tree
    assert guarded(lambda it: any(part for part in it.s)).__class__ is not Guard
    assert guarded(joins_in_callee).__class__ is Guard
    assert pydpgen.build(Tree, is_search_tree, max_size=4).check_hereditary().holds


ADVICE = "give it a real object, by int"
MESSAGES = [
    (lambda it: json.dumps(it.a) == "1", ADVICE),
    (lambda it: int(it.s, 16) == 10, ADVICE),
    (lambda it: "aab".strip(it.s or "z") == "b", ADVICE),
    (lambda it: "".join([it.s]) == "a", r"give it str\(it\)"),
    (lambda it: int.__add__(it.a, 1) == 2, r"give it int\(it\)"),
    (lambda it: it.a < 99 and {100: 1}[it.a], "KeyError.*: 0"),
    (lambda it: (_ for _ in ()).throw(ValueError(it)), "ValueError: <view of Wide>"),
    (lambda it: (_ for _ in ()).throw(ValueError(it.a)), "ValueError: <view of int>"),
    (lambda it: (_ for _ in ()).throw(ValueError(it.s)), "ValueError: <view of str>|ValueError: $"),
    (functools.cache(lambda it: 0), "has no hash|unhashable"),
]


@pytest.mark.parametrize("way", range(len(MESSAGES)))
def test_an_exception_prints_after_the_run_and_says_what_to_do(way):
    holds, message = MESSAGES[way]
    with pytest.raises(Exception) as caught:
        pydpgen.build(Wide, holds, max_size=1)
    text = "\n".join([f"{caught.typename}: {caught.value}", *getattr(caught.value, "__notes__", [])])
    assert re.search(message, text), text


def test_what_is_kept_beyond_a_run_says_so():
    seen = functools.cache(lambda key: key > 2)
    with pytest.raises(RuntimeError, match="kept longer, as by functools.cache"):
        pydpgen.build(Wide, lambda it: it.b % 3 and seen(it.a), max_size=1)
