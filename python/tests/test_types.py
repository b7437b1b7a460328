"""Each type that annotations can name, by what is done with its structures: the table in ``docs/python-reference.md``.

Counts are those of combinatorics, by size from 0 on; what they count is beside them.
"""

from __future__ import annotations

import collections.abc
import enum
import math
import pathlib
import pickle
import re
import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NamedTuple, NotRequired, Optional, Required, Self, TypedDict, TypeVar, Union

import attrs
import pydantic
import pytest
import typing_extensions

import pydpgen
from pydpgen import Range, Text

T = TypeVar("T")


class Color(enum.Enum):
    RED = (1, "r")
    GREEN = (2, "g")
    BLUE = (3, "b")


class Point(NamedTuple):
    x: Annotated[int, Range(0, 2)]
    y: bool


class Query(TypedDict, total=False):
    name: Required[Literal["a", "b"]]
    deep: bool
    limit: Annotated[int, Range(1, 2)]


class Late(typing_extensions.TypedDict):
    kind: Literal["late"]
    next: NotRequired[Late | None]


@attrs.define
class Pair:
    low: bool
    high: bool


class Price(pydantic.BaseModel):
    amount: int = pydantic.Field(gt=0, le=30, multiple_of=10)
    unit: Literal["EUR", "USD"]


@dataclass(frozen=True, slots=True)
class Frozen:
    left: Optional[Frozen]
    right: Optional[Frozen]


@dataclass(frozen=True)
class Box(Generic[T]):
    held: T


@dataclass
class Chain:
    next: Self | None


@dataclass
class Sorted:
    low: Annotated[int, Range(0, 2)]
    high: Annotated[int, Range(0, 2)]
    width: int = field(init=False)

    def __post_init__(self):
        self.width = self.high - self.low


Json = Union[None, bool, list["Json"]]
Tree = typing_extensions.TypeAliasType("Tree", Union[tuple["Tree", "Node"], None])
Pairs = typing_extensions.TypeAliasType("Pairs", tuple[T, T], type_params=(T,))


@dataclass(frozen=True)
class Node:
    below: Tree


def binomials(n: int) -> list[int]:
    return [math.comb(n, k) for k in range(n + 1)]


def catalan(n: int) -> int:
    return math.comb(2 * n, n) // (n + 1)


@dataclass
class Case:
    of: Any
    counts: list[int]
    holds: Callable[[Any], bool]
    #: The representation of one structure.
    shown: str
    #: What is no structure of the type.
    others: list[Any]


FOUR = Annotated[int, Range(1, 4)]
WORD = Annotated[str, Text("ab")]
CASES = {
    # Words over two letters.
    "`Annotated[str, Text('ab')]`": Case(WORD, [1, 2, 4, 8], lambda it: it.startswith("ab"), "'ab'", ["abc", b"ab", ["a"]]),
    "`Annotated[str, Text('ab', max_length=3)]`": Case(
        Annotated[str, Text("ab", max_length=3)], [15], lambda it: it[:1] == "b", "''", ["aaaa", None]
    ),
    "`Annotated[bytes, Text(b'ab')]`": Case(Annotated[bytes, Text(b"ab")], [1, 2, 4], lambda it: 97 in it, "b'ab'", ["ab", b"c"]),
    # Subsets of four elements.
    "`set[T]`": Case(set[FOUR], binomials(4), lambda it: 2 in it, "{1, 2}", [{5}, frozenset({1}), [1], {True}]),
    "`frozenset[T]`": Case(frozenset[FOUR], binomials(4), lambda it: len(it) == 2, "frozenset({1, 2})", [{1}, frozenset({1.0})]),
    # A choice of keys, and a value for each.
    "`dict[K, V]`": Case(
        dict[Literal["a", "b", "c"], bool],
        [math.comb(3, k) * 2**k for k in range(4)],
        lambda it: it.get("a", True),
        "{'a': True, 'b': False}",
        [{"d": True}, {"a": 1}, {}.items()],
    ),
    "`Mapping[K, V]`": Case(collections.abc.Mapping[bool, bool], [1, 4, 4], lambda it: True in it, "{False: True}", [{1: True}]),
    # Binary words, as lists.
    "`Sequence[T]`": Case(collections.abc.Sequence[bool], [1, 2, 4, 8], lambda it: it[:1] == [True], "[True, False]", [(True,)]),
    "`Iterable[T]`": Case(typing.Iterable[bool], [1, 2, 4], lambda it: all(it), "[True, True]", [[1]]),
    "`Collection[T]`": Case(typing.Collection[bool], [1, 2, 4], lambda it: len(it) != 1, "[]", [{True}]),
    "`Literal`": Case(Literal["a", 3, None, True], [4], lambda it: it != 3, "None", ["b", 1, 3.0]),
    "`Enum`": Case(Color, [3], lambda it: it.value[0] > 1, "<Color.BLUE: (3, 'b')>", [(3, "b")]),
    "`NamedTuple`": Case(Point, [0, 6], lambda it: it.x == 1 or it.y, "Point(x=1, y=False)", [(1, False)]),
    # Two names, and for each of the others one of its two values or none.
    "`TypedDict`": Case(Query, [0, 2 * 3 * 3], lambda it: it.get("deep", True), "{'name': 'b', 'limit': 2}", [{}, {"deep": True}]),
    # One chain of each length, whose last key is None or not there.
    "`TypedDict` of `typing_extensions`": Case(
        Late, [0, 2, 2, 2], lambda it: "next" in it, "{'kind': 'late', 'next': None}", [{"kind": "early"}]
    ),
    "an attrs class": Case(Pair, [0, 4], lambda it: it.low <= it.high, "Pair(low=True, high=False)", [(True, False)]),
    # Binary trees.
    "a pydantic model": Case(
        Price, [0, 2 * 3], lambda it: it.amount > 10, "Price(amount=20, unit='EUR')", [{"amount": 20, "unit": "EUR"}]
    ),
    "a frozen dataclass with slots": Case(
        Frozen,
        [0, *(catalan(n) for n in range(1, 6))],
        lambda it: it.left is None,
        "Frozen(left=None, right=Frozen(left=None, right=None))",
        [None],
    ),
    "a generic dataclass": Case(Box[bool], [0, 2], lambda it: it.held, "Box(held=True)", [Box(1)]),
    "`Self`": Case(Chain, [0, 1, 1, 1], lambda it: it.next is None, "Chain(next=None)", [None]),
    "`__post_init__`": Case(Sorted, [0, 9], lambda it: it.low <= it.high, "Sorted(low=1, high=2, width=1)", [Box(True)]),
    # With J for all of them by size, x J is that of an element and 1 / (1 - x J) that of a list.
    "`Union[None, bool, list['Json']]`": Case(Json, [4, 4, 20, 116], lambda it: it is not True, "[[None]]", ["a", [1], (None,)]),
    # Catalan numbers: a node has two trees.
    "`type Tree = ...`": Case(
        Tree, [1, 1, 2, 5], lambda it: it is None or it[0] is None, "(None, Node(below=None))", [(None, None)]
    ),
    "`type Pairs[T] = ...`": Case(Pairs[bool], [4], lambda it: it[0], "(True, False)", [(True,)]),
    "`Optional`": Case(Optional[WORD], [2, 2, 4], lambda it: it is None or "a" in it, "None", [0]),
}
OPERATIONS = ["build", "predicate", "rank", "pickle", "print"]


def built(case: Case, *arguments: Any, **named: Any) -> pydpgen.Structures[Any]:
    return pydpgen.build(case.of, *arguments, max_size=len(case.counts) - 1, namespace=globals(), **named)


def build(case: Case) -> None:
    every = built(case)
    assert every.counts() == case.counts
    texts = [*map(repr, every)]
    assert len(set(texts)) == len(texts) or "set" in texts[0]


def predicate(case: Case) -> None:
    every = built(case)
    whole = built(case, root_ok=case.holds)
    assert 0 < len(whole) < len(every)
    assert sorted(whole, key=every.rank) == [it for it in every if case.holds(it)]
    built(case, case.holds)


def rank(case: Case) -> None:
    every = built(case)
    assert [every.rank(it) for it in every] == list(range(len(every)))
    assert not any(other in every for other in case.others)


def pickled(case: Case) -> None:
    every = built(case)
    again = pickle.loads(pickle.dumps(every))
    assert again[:] == every[:] and pickle.loads(pickle.dumps(every[:])) == every[:]
    assert [again.rank(it) for it in every] == list(range(len(every)))


def printed(case: Case) -> None:
    every = built(case)
    [shown] = [it for it in every if repr(it) == case.shown]
    assert f"structure = {case.shown}" in str(pydpgen.check(every, lambda it: repr(it) != case.shown))
    assert (str(every.draw(shown)).strip() or not shown) and "<svg" in every.draw(shown).svg


DONE = {"build": build, "predicate": predicate, "rank": rank, "pickle": pickled, "print": printed}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("name", CASES)
def test_types(name, operation):
    DONE[operation](CASES[name])


SINCE_3_12 = """
type Json = None | bool | list[Json]
type Pair[T] = tuple[T, T]

@dataclass
class Box[Held]:
    held: Held
    next: "Box[Held] | None"
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type statements are there since Python 3.12")
def test_type_statements():
    space: dict[str, Any] = {"dataclass": dataclass, "__name__": __name__}
    exec(SINCE_3_12, space)
    json = pydpgen.build(space["Json"], lambda it: it is not None, max_size=3)
    # Without None: two scalars, and lists of what is there: 2 + 1 / (1 - x J).
    assert json.counts() == [3, 3, 12, 57]
    assert [json.rank(it) for it in json] == list(range(len(json)))
    assert pydpgen.build(space["Pair"][bool], max_size=0).total == 4
    assert pydpgen.build(space["Box"][space["Pair"][bool]], max_size=2).counts() == [0, 4, 16]


def test_the_table_of_the_documentation():
    text = (pathlib.Path(__file__).parents[2] / "docs/python-reference.md").read_text(encoding="utf-8")
    operations = r" \| ".join(OPERATIONS)
    [table] = re.findall(rf"^\| type .*{operations} \|\n\|.*\n((?:\|.*\n)+)", text, re.M)
    rows = [[cell.strip() for cell in line.strip("|\n").split(" | ")] for line in table.splitlines()]
    assert [row[0] for row in rows] == [*CASES]
    assert all(row[-len(OPERATIONS) :] == ["yes"] * len(OPERATIONS) for row in rows)
