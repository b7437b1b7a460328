"""Sets and dictionaries come once each, whatever their elements are; what can be in one."""

from __future__ import annotations

import collections
import math
import pickle
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

import pydpgen
from pydpgen import Len, Link, Range, Text, Values

ENGINES = ["quotient", "dp", "lazy-dp", "top-down"]
THREE = Annotated[int, Range(1, 3)]


@dataclass(frozen=True)
class Tree:
    left: Tree | None
    right: Tree | None


@dataclass(frozen=True, eq=True)
class Loose:
    """Equal to any other with the same parity."""

    key: Annotated[int, Range(0, 3)]

    def __eq__(self, other):
        return isinstance(other, Loose) and self.key % 2 == other.key % 2

    def __hash__(self):
        return self.key % 2


@dataclass
class Changeable:
    held: bool


@dataclass(frozen=True, eq=False)
class ByIdentity:
    held: bool


@dataclass
class Machine:
    on: dict[Literal["a", "b"], Annotated[Machine, Link()]]


@dataclass
class Settings:
    name: Annotated[str, Text("ab", max_length=1)]
    same: Annotated[Literal["a", "b"], Values(lambda name: [name] if name else ["a", "b"])]
    flags: dict[Literal["x"], bool]


def total(of: Any, max_size: int, **named: Any) -> list[Any]:
    built = pydpgen.build(of, max_size=max_size, **named)
    assert [built.rank(it) for it in built] == list(range(len(built)))
    return built[:]


@pytest.mark.parametrize("algorithm", ENGINES)
def test_each_set_comes_once(algorithm):
    built = pydpgen.build(set[Annotated[int, Range(1, 6)]], max_size=6, algorithm=algorithm)
    assert built.counts() == [math.comb(6, k) for k in range(7)]
    assert len({frozenset(it) for it in built}) == 64
    even = pydpgen.build(set[THREE], lambda it: sum(it) % 2 == 0, max_size=3, algorithm=algorithm)
    assert sorted(map(sorted, even)) == [[], [1, 2, 3], [1, 3], [2]]


@pytest.mark.parametrize(
    ("of", "max_size", "expected"),
    [
        # Subsets of the 1 + 1 + 2 trees of up to two nodes, an empty one weighing 1: (1 + x)^2 (1 + x^2)^2.
        (set[Tree | None], 2, [1, 2, 3]),
        # Subsets of the four subsets of two: (1 + x)^3 (1 + x^2).
        (frozenset[frozenset[bool]], 5, [1, 3, 4, 4, 3, 1]),
        (set[tuple[bool, bool]], 4, [1, 4, 6, 4, 1]),
        (list[None], 2, [1, 1, 1]),
        (dict[bool, None], 2, [1, 2, 1]),
        (set[Annotated[str, Text("ab", max_length=1)]], 3, [1, 3, 3, 1]),
        (Annotated[set[THREE], Len(1, 2)], 0, [6]),
        (Annotated[set[THREE], Len(2)], 3, [0, 0, 3, 1]),
        (Annotated[dict[THREE, bool], Len(2, 2)], 0, [math.comb(3, 2) * 4]),
        # A key of two, and any list: of each size n, 2^n lists, and an entry weighs 1 at least.
        (Annotated[dict[bool, list[bool]], Len(1, 1)], 3, [2, 4, 8, 16]),
    ],
)
def test_counts(of, max_size, expected):
    assert pydpgen.build(of, max_size=max_size).counts() == expected
    total(of, max_size)


def test_what_is_equal_for_python_is_not_in_one_set():
    """``{1, True}`` has one element, and is none of both."""
    assert [*map(repr, total(set[Literal[1, True, 1.0]], 2))] == ["set()", "{1}", "{True}", "{1.0}"]
    assert [*map(repr, total(dict[bool | Annotated[int, Range(0, 1)], Literal["v"]], 1))] == [
        "{}", "{False: 'v'}", "{True: 'v'}", "{0: 'v'}", "{1: 'v'}",
    ]  # fmt: skip
    # Two of four elements in each of two classes of equal ones.
    assert pydpgen.build(set[Loose], max_size=4).counts() == [1, 4, 4, 0, 0]
    assert pydpgen.build(set[bool | Annotated[int, Range(0, 1)]], max_size=4).counts() == [1, 4, 4, 0, 0]


def test_the_order_in_which_something_was_put_in_does_not_matter():
    tables = pydpgen.build(dict[Literal["a", "b"], bool], max_size=2)
    assert tables.rank({"b": True, "a": False}) == tables.rank({"a": False, "b": True})
    sets = pydpgen.build(set[Annotated[int, Values(8, 0, 1)]], max_size=3)
    assert sets.rank({8, 0, 1}) == sets.rank({1, 8, 0}) == 7


def test_a_dictionary_with_links():
    machines = pydpgen.build(Machine, lambda it: len(it.on) == 2, max_size=9)
    # A state weighs 3 with the two links out of it: deterministic automata up to isomorphism, Liskovets, 2006.
    assert machines.counts() == [0, 0, 0, 1, 0, 0, 12, 0, 0, 216]
    failed = pydpgen.check(machines, lambda it: it.on["a"] is not it)
    assert "structure = #0 Machine(on={'a': #0, 'b': #0})" in str(failed)


class Circle(TypedDict):
    kind: Literal["circle"]
    size: Literal[1, 2]


class Square(TypedDict):
    kind: Literal["square"]
    size: Literal[1, 2]


class Group(TypedDict):
    shapes: list[Circle | Square]


def test_records_are_told_apart_by_their_values():
    groups = pydpgen.build(Group, {Circle: lambda it: it["size"] == 1}, max_size=3)
    # Lists of a circle of one size, and squares of two.
    assert groups.counts() == [0, 1, 3, 9]
    assert [groups.rank(it) for it in groups] == list(range(13))
    with pytest.raises(TypeError, match="Circle and Round are members of one union, and a value can look like both"):
        pydpgen.build(Circle | Round, max_size=1)


class Round(TypedDict):
    kind: Literal["circle", "ellipse"]
    size: NotRequired[Literal[3]]


def test_predicates_of_collections_within_others():
    words = Annotated[str, Text("ab")]
    # Each word of a list: without b, the words of a; a word weighs 1 at least.
    lists = pydpgen.build(list[words], {words: lambda it: "b" not in it}, max_size=3)
    assert sorted(map(tuple, lists.of_size(2))) == [("", ""), ("", "a"), ("a", ""), ("a", "a"), ("aa",)]
    sets = pydpgen.build(list[set[bool]], {set[bool]: lambda it: True in it}, max_size=2)
    assert [*sets.of_size(1)] == [[{True}]] and sets.count(2) == 2


def test_rules_are_left_out_of_a_pickle():
    settings = pydpgen.build(Settings, max_size=2)
    again = pickle.loads(pickle.dumps(settings))
    assert again[:] == settings[:] and [again.rank(it) for it in settings] == list(range(len(settings)))


def test_a_drawing_has_texts_in_its_labels():
    settings = pydpgen.build(Settings, max_size=2)
    text = str(settings.draw(Settings("b", "b", {"x": True})))
    assert "name='b' same='b'" in text and "key='x' value=True" in text


@pytest.mark.parametrize(
    ("of", "message"),
    [
        (set[list[bool]], r"a list has none: write tuple\[\.\.\., \.\.\.\]"),
        (set[tuple[list[bool], bool]], "a list has none"),
        (set[set[bool]], r"a set has none: write frozenset\[\.\.\.\]"),
        (dict[Changeable, bool], "a Changeable has none: make it frozen"),
        (frozenset[ByIdentity], "that of a ByIdentity goes by identity"),
        (collections.OrderedDict[bool, bool], "write the annotation of a dict, and make a OrderedDict of it in the test"),
        (set, r"a set of anything: write set\[\.\.\.\]"),
        (dict, r"a dict of anything: write dict\[\.\.\., \.\.\.\]"),
        (dict[bool, bool] | dict[Literal[1], bool], "a value can look like both"),
        (Literal["a"] | Annotated[str, Text("b")], "a value can look like both"),
        (Annotated[bytes, Text("b")], "is for str, not for bytes"),
        (Annotated[str, Text("b"), Values("b")], "a field has one domain"),
        (Annotated[str, Text("b", 2, 1)], "a length of at least 2 and at most 1"),
        (Annotated[set[bool], Len(0, 2000)], "a type for each length"),
        (Annotated[set[bool], Len("n")], "lengths are ints"),
    ],
)
def test_what_can_be_in_no_set_is_refused(of, message):
    with pytest.raises((TypeError, ValueError), match=message):
        pydpgen.build(of, max_size=2)


@pytest.mark.parametrize(
    ("alphabet", "message"), [("", "has no character"), ("aba", "has 'a' twice"), (["a"], "an alphabet is a str")]
)
def test_alphabets(alphabet, message):
    with pytest.raises((TypeError, ValueError), match=message):
        Text(alphabet)
