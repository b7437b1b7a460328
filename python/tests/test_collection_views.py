"""Views of strings, bytes, sets, dictionaries and records: an operation has the result of the real object."""

from __future__ import annotations

import collections.abc
import copy
from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypedDict

import pytest

import pydpgen
from pydpgen import Range, Text


class Options(TypedDict):
    name: Literal["a", "b"]
    deep: NotRequired[bool]
    tags: NotRequired[list[bool]]


@dataclass(frozen=True)
class Key:
    low: Annotated[int, Range(0, 1)]
    high: bool


def matched(it):
    match it:
        case "a" | b"a":
            return "text"
        case {"name": "a", "deep": deep}:
            return deep
        case {"a": found}:
            return found
    return None


WORD = Annotated[str, Text("ab ")]
CODE = Annotated[bytes, Text(b"ab")]
NUMBERS = set[Annotated[int, Range(0, 3)]]
KEYS = frozenset[Key]
TABLE = dict[Literal["a", "b", "c"], Annotated[int, Range(0, 1)] | None]
OPERATIONS = {
    "str": (
        WORD,
        3,
        [
            lambda it: len(it) == 2,
            lambda it: not it or it[0] == "a",
            lambda it: it[-1:] == "b",
            lambda it: it[1:] == "b" or it[::2] == "ab",
            lambda it: it[:2] == "ab" or it[1:3] == "a" or it[:-1] == "bb" or it[5:9] == "x" or it[2:1] == "x",
            lambda it: it == "ab" or it == "",
            lambda it: it != "ab" and "ab" != it,
            lambda it: it == None or it == 5,
            lambda it: it in ("a", "ba"),
            lambda it: it in {"a": 1, "ba": 2},
            lambda it: "b" in it,
            lambda it: "ba" in it,
            lambda it: "" in it and "bab" not in it,
            lambda it: it.startswith("ab"),
            lambda it: it.startswith(("a", "b")),
            lambda it: it.startswith("b", 1),
            lambda it: it.startswith(""),
            lambda it: it.endswith("b"),
            lambda it: it.upper() == "AB",
            lambda it: it.strip() == it,
            lambda it: it.split() == ["a"],
            lambda it: it.count("a") == 2,
            lambda it: it.isalpha(),
            lambda it: it.find("b") == 1,
            lambda it: it < "ab",
            lambda it: "ab" <= it,
            lambda it: it + "x" == "ax" or "x" + it == "xb",
            lambda it: it * 2 == "abab" or 2 * it == "bb",
            lambda it: f"{it}!" == "a!" or it % () == "b",
            lambda it: f"{it:>3}" == "  a",
            lambda it: str(it) == "ab" and repr(it) == "'ab'",
            lambda it: hash(it) == hash("ab"),
            lambda it: isinstance(it, str) and isinstance(it, collections.abc.Sequence) and it.__class__ is str,
            lambda it: sorted(it) == ["a", "b"],
            lambda it: [*reversed(it)] == ["a", "b"],
            lambda it: all(char != " " for char in it),
            lambda it: matched(it) == "text",
            lambda it: max(it, default="b") == "b",
            lambda it: copy.copy(it) == "a" or copy.deepcopy(it) == "b",
            lambda it: bool(it),
        ],
    ),
    "bytes": (
        CODE,
        3,
        [
            lambda it: len(it) == 2,
            lambda it: not it or it[0] == 97,
            lambda it: it[:1] == b"a",
            lambda it: it == b"ab" or it == bytearray(b"b"),
            lambda it: 98 in it,
            lambda it: b"ab" in it,
            lambda it: it.startswith(b"ab"),
            lambda it: it.decode() == "ab",
            lambda it: sum(it) == 195,
            lambda it: bytes(it) == b"a",
            lambda it: it.hex() == "61",
            lambda it: hash(it) == hash(b"b"),
            lambda it: it + b"x" == b"bx" or b"x" + it == b"xa",
            lambda it: it < b"ab",
            lambda it: matched(it) == "text",
            lambda it: repr(it) == "b'a'",
        ],
    ),
    "set": (
        NUMBERS,
        4,
        [
            lambda it: len(it) == 2,
            lambda it: not it,
            lambda it: 2 in it,
            lambda it: "2" not in it and 5 not in it,
            lambda it: it == {1, 2} or {3} == it,
            lambda it: it != {1, 2},
            lambda it: it == frozenset([1]) or it == [1],
            lambda it: it <= {1, 2},
            lambda it: {1, 2} < it,
            lambda it: it & {1, 2} == {1},
            lambda it: {1, 2} & it == {1},
            lambda it: it | {0} == {0, 1},
            lambda it: {0} | it == {0, 1},
            lambda it: it - {1} == {2},
            lambda it: {0, 1, 2} - it == {0},
            lambda it: it ^ {1} == {2} or {1} ^ it == {3},
            lambda it: it.isdisjoint({1, 2}),
            lambda it: it.issubset([1, 2]) and it.union([3]) == {1, 3},
            lambda it: it.copy() == {1} and copy.copy(it) == {1},
            lambda it: max(it, default=3) == 3,
            lambda it: sum(it) == 3,
            lambda it: sorted(it) == [1, 3],
            lambda it: {number + 1 for number in it} == {1, 2},
            lambda it: all(number % 2 for number in it),
            lambda it: isinstance(it, set) and not isinstance(it, frozenset) and isinstance(it, collections.abc.Set),
            lambda it: repr(it) == "{1, 2}" or str(it) == "set()",
            lambda it: copy.deepcopy(it) == {0, 3},
        ],
    ),
    "frozenset": (
        KEYS,
        3,
        [
            lambda it: Key(0, True) in it,
            lambda it: any(key.high for key in it) and len(it) == 2,
            lambda it: it == frozenset([Key(1, True), Key(0, False)]),
            lambda it: hash(it) == hash(frozenset([Key(1, True)])),
            lambda it: it in {frozenset(): 1, frozenset([Key(0, True)]): 2},
            lambda it: it | {Key(0, True)} == {Key(0, True)},
            lambda it: {key.low for key in it} == {0, 1},
            lambda it: isinstance(it, frozenset),
        ],
    ),
    "dict": (
        TABLE,
        3,
        [
            lambda it: len(it) == 2,
            lambda it: not it,
            lambda it: "a" in it,
            lambda it: "a" in it and it["a"] == 1,
            lambda it: it.get("b") == 1,
            lambda it: it.get("b", 1) == 1,
            lambda it: it == {"a": 1} or {"b": None} == it,
            lambda it: it != {"a": 1},
            lambda it: list(it) == ["a", "c"],
            lambda it: [*reversed(it)] == ["b", "a"],
            lambda it: list(it.keys()) == ["a"] or it.keys() == {"b", "c"},
            lambda it: it.keys() & {"a", "b"} == {"b"},
            lambda it: all(value is not None for value in it.values()),
            lambda it: 1 in it.values(),
            lambda it: ("a", None) in it.items(),
            lambda it: sorted(key for key, value in it.items() if value) == ["a", "b"],
            lambda it: dict(it) == {"c": 0} or {**it} == {"b": 1},
            lambda it: it | {"a": 1} == {"a": 1} and {"a": 0} | it == {"a": 0},
            lambda it: {value: key for key, value in it.items()} == {1: "b", None: "c"},
            lambda it: isinstance(it, dict) and isinstance(it, collections.abc.Mapping),
            lambda it: matched(it) == 1,
            lambda it: repr(it) == "{'a': 0}" or f"{it}" == "{}",
            lambda it: repr(it.items()) == "dict_items([('b', 1)])",
            lambda it: repr(it.keys()) == "dict_keys(['b'])" or repr(it.values()) == "dict_values([0])",
            lambda it: it.copy() == {"b": 0} or copy.deepcopy(it) == {"c": None},
        ],
    ),
    "TypedDict": (
        Options,
        3,
        [
            lambda it: it["name"] == "a",
            lambda it: "deep" in it,
            lambda it: "deep" not in it and len(it) == 2,
            lambda it: it.get("deep", True),
            lambda it: len(it.get("tags", [])) == 1,
            lambda it: [*it] == ["name", "tags"],
            lambda it: it == {"name": "b"},
            lambda it: "other" in it or it.get("other") == 1,
            lambda it: sorted(it.items())[0] == ("deep", True),
            lambda it: matched(it) is True,
            lambda it: isinstance(it, dict) and bool(it),
            lambda it: dict(it) == {"name": "a", "deep": False},
        ],
    ),
}


@pytest.mark.parametrize(
    ("kind", "place"), [(kind, place) for kind, (_, _, operations) in OPERATIONS.items() for place in range(len(operations))]
)
def test_operations(kind, place):
    of, max_size, operations = OPERATIONS[kind]
    holds = operations[place]
    every = pydpgen.build(of, max_size=max_size)
    assert sorted(pydpgen.build(of, holds, max_size=max_size), key=every.rank) == [it for it in every if holds(it)]


def test_most_operations_tell_something():
    for of, max_size, operations in OPERATIONS.values():
        every = pydpgen.build(of, max_size=max_size)[:]
        telling = [holds for holds in operations if 0 < sum(map(bool, map(holds, every))) < len(every)]
        assert len(telling) > len(operations) * 3 / 4


@pytest.mark.parametrize(
    ("of", "predicate", "error", "message"),
    [
        (WORD, lambda it: it.nothing, AttributeError, "'str' object has no attribute 'nothing'"),
        (WORD, lambda it: it[9], IndexError, "string index out of range"),
        (WORD, lambda it: "".join([it]) == "", TypeError, r"view of str: give it str\(it\)"),
        (WORD, lambda it: __import__("re").match("a", it), TypeError, r"view of str: give it str\(it\)"),
        (NUMBERS, lambda it: it.add(1), TypeError, r"can not change the set that it judges: 'add' .* `set\(it\)`"),
        (NUMBERS, lambda it: it.append(1), AttributeError, "'set' object has no attribute 'append'"),
        (NUMBERS, lambda it: hash(it) == 1, TypeError, "unhashable type"),
        (TABLE, lambda it: it.pop("a"), TypeError, r"can not change the dict that it judges: 'pop' .* `dict\(it\)`"),
        (TABLE, lambda it: it["a"] == 1, KeyError, "a"),
        (Options, lambda it: it["deep"], KeyError, "deep"),
    ],
)
def test_errors(of, predicate, error, message):
    with pytest.raises(error, match=message):
        pydpgen.build(of, predicate, max_size=2)


def test_attributes_of_collections():
    @pydpgen.attribute
    def length(it):
        return len(it)

    @pydpgen.attribute
    def name(it):
        return it

    assert pydpgen.build(WORD, lambda it: length(it) == 2, max_size=4).counts() == [0, 0, 9, 0, 0]
    assert pydpgen.build(WORD, lambda it: name(it) == "ab", max_size=4)[:] == ["ab"]
    assert pydpgen.build(KEYS, lambda it: name(it) == {Key(0, True)}, max_size=4)[:] == [frozenset({Key(0, True)})]


def test_a_comparison_reads_no_more_than_it_needs():
    """Of more than 4^10 strings, some tens are looked at."""
    for holds in (lambda it: it.startswith("abc") and len(it) == 3, lambda it: it[:3] == "abc" and it == "abc"):
        words = pydpgen.build(Annotated[str, Text("abcd")], holds, max_size=10)
        assert words[:] == ["abc"]
        assert words.explain().report["runs"] < 1000
