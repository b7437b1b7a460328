"""Cases that are drawn of large sizes, and the reduction of those that fail."""

from __future__ import annotations

import time
from collections import Counter, namedtuple
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import pytest
from pytest_runs import run_here
from trees import RedBlackTree, Tree, is_red_black, is_search_tree

import pydpgen
from pydpgen import _case_reduction, settings
from pydpgen._near_structures import near_structures
from pydpgen._sampled_cases import allow_drawn, sampled_keys
from pydpgen._test_cases import Cases


@dataclass(frozen=True)
class Plain:
    left: Plain | None
    right: Plain | None


def nodes(tree):
    return 0 if tree is None else nodes(tree.left) + 1 + nodes(tree.right)


plain = pydpgen.build(Plain | None, max_size=30)
# Catalan numbers, OEIS A000108.
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796]


def drawn(arguments, number, max_size=None, seed=0):
    cases = Cases(arguments, max_size)
    allow_drawn(cases, number, max_size is None)
    return cases, list(sampled_keys(cases, number, seed))


def test_which_cases_are_drawn():
    cases, keys = drawn({"tree": plain.up_to(10)}, 100)
    # 1 + 1 + 2 + 5 + 14 + 42 = 65, and 132 more would be too many.
    assert cases.max_size == 5
    counts = Counter(size for size, _ in keys)
    assert counts == dict.fromkeys(range(6, 11), 20)
    cases, keys = drawn({"tree": plain}, 1000, max_size=3)
    counts = Counter(size for size, _ in keys)
    assert (counts[4], counts[5]) == (14, 37) and sum(counts.values()) == 1000 and set(counts) == set(range(4, 31))
    assert len(set(keys)) == 1000 and keys == sorted(keys)
    assert keys == drawn({"tree": plain}, 1000, max_size=3)[1] != drawn({"tree": plain}, 1000, max_size=3, seed=1)[1]
    # Of a size, each rank is as likely.
    ranks = [rank for size, rank in drawn({"tree": plain}, 27 * 400, max_size=3)[1] if size == 30]
    low = sum(rank < plain.count(30) // 2 for rank in ranks)
    assert len(ranks) > 400 and abs(low / len(ranks) - 0.5) < 0.1
    cases, keys = drawn({"tree": plain, "key": lambda tree: range(nodes(tree) - 8)}, 50, max_size=7)
    assert {key[0] for key in keys} == set(range(9, 31)) and len({key[2] for key in keys}) > 5
    for key in keys:
        assert cases.case(key)["key"] == key[2] < key[0] - 8


def test_places_name_cases():
    part = plain.up_to(3)
    cases = Cases({"a": part.shard(1, 2), "n": range(3), "b": part}, 3)
    for size in range(4):
        for rank in range(cases.count(size)):
            places = cases.places(size, rank)
            assert cases.key_of(places) == (size, rank)
            assert cases.at(size, rank)["n"] == places["n"][1]


def test_what_is_said_of_them(pytester):
    body = """
    big = pydpgen.build(Tree, max_size=20)
    sizes = set()

    @pydpgen.exhaustive(big, sample=200, expect=197)
    def test_both(tree):
        sizes.add(size(tree))

    def test_sizes():
        assert sizes == set(range(21))

    @pydpgen.exhaustive(big, sample=300, max_size=2, key=range(2))
    def test_arguments(tree, key): ...

    @pydpgen.exhaustive(trees, sample=1000)
    def test_all(tree): ...

    @pydpgen.exhaustive(big, sample=1000, max_cases=210)
    def test_stopped(tree): ...
    """
    text = run_here(pytester, body, "-v").stdout.str()
    assert "test_both: all 197 cases of size ≤ 6, and 200 drawn of sizes 7 to 20 in" in text
    assert "test_arguments: all 8 cases of size ≤ 2, and 300 drawn of sizes 3 to 20 in" in text
    # There are 626 up to size 7.
    assert "test_all: all 626 cases of size ≤ 7 in" in text
    shards = [run_here(pytester, body, "-v", DPGEN_SHARD=f"{n}/2").stdout.str() for n in (1, 2)]
    assert all("cases of shard" in text and "and 100 drawn of sizes 7 to 20 in" in text for text in shards)
    pytester.makeconftest('import pydpgen\npydpgen.settings.register_profile("new", seed=None)')
    assert "drawn of sizes 7 to 20 (seed " in run_here(pytester, body, "-v", "--dpgen-profile", "new").stdout.str()


def failure_of(structures, function, **arguments):
    """The failure of a test whose cases are drawn from size 4 on."""
    test = pydpgen.exhaustive(structures, **({"max_size": 3, "sample": 500} | arguments))(function)
    with pytest.raises(AssertionError):
        test()
    return test.__dpgen__.checked.failure


def has(tree, test):
    return tree is not None and (test(tree) or has(tree.left, test) or has(tree.right, test))


def height(tree):
    return 0 if tree is None else 1 + max(height(tree.left), height(tree.right))


def is_fork(tree):
    return tree is not None and tree.left is not None and tree.right is not None


search = pydpgen.build(Tree, is_search_tree, max_size=16)
red_black = pydpgen.build(RedBlackTree, is_red_black, max_size=16)


@pytest.mark.parametrize(
    ("structures", "property", "size"),
    [
        # A node with two parts that have two each: a tree of 7 nodes.
        (plain, lambda tree: has(tree, lambda it: is_fork(it) and is_fork(it.left) and is_fork(it.right)), 7),
        (plain, lambda tree: height(tree) > 6, 7),
        (search, lambda tree: has(tree, lambda it: it.key > 11 and it.left and it.right), 3),
        (search, lambda tree: nodes(tree) > 5, 6),
        (search, lambda tree: nodes(tree) > 3 and has(tree, lambda it: it.key == 16), 4),
        (red_black, lambda tree: height(tree) > 3, 6),
        (red_black, lambda tree: nodes(tree) > 9, 10),
    ],
)
def test_a_failing_case_is_reduced(structures, property, size):
    def holds(tree):
        assert not (nodes(tree) > 3 and property(tree))

    found = failure_of(structures, holds)
    assert found.key[0] == max(size, 4), found
    again = found.arguments["tree"]
    assert structures.place(again) == found.key and property(again)
    assert found.found.startswith("drawn")


@dataclass
class Item:
    flag: bool
    rest: Item | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slotted:
    flag: bool
    rest: Slotted | None

    def __post_init__(self):
        assert isinstance(self.flag, bool) and isinstance(self.rest, Slotted | None)


class Named(NamedTuple):
    flag: bool
    rest: Named | None


def attrs_class():
    attrs = pytest.importorskip("attrs")
    namespace = {"__annotations__": {"flag": "bool", "rest": "Attrs | None"}, "__module__": __name__}
    return attrs.define(type("Attrs", (), namespace))


def model():
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        flag: bool
        rest: Model | None

    Model.model_rebuild(_types_namespace={"Model": Model})
    return Model


def flags(it):
    return list(it) if isinstance(it, list) else [] if it is None else [it.flag, *flags(it.rest)]


@pytest.mark.parametrize("kind", ["list", "dataclass", "slots", "named tuple", "attrs", "pydantic"])
def test_structures_of_each_kind_are_reduced(kind):
    """There are more smaller structures than are tried, so that only those near to it lead to a smallest one."""
    classes = {"dataclass": lambda: Item, "slots": lambda: Slotted, "named tuple": lambda: Named, "attrs": attrs_class}
    cls = list[bool] if kind == "list" else (classes | {"pydantic": model})[kind]()
    structures = pydpgen.build(cls, max_size=24, namespace={getattr(cls, "__name__", ""): cls})
    assert structures.count(12) == 2**12

    def holds(it):
        assert sum(flags(it)) < 12

    assert flags(failure_of(structures, holds, sample=200).arguments["it"]) == [True] * 12


def test_a_reduction_is_of_one_cause():
    def two_causes(tree):
        if nodes(tree) > 12:
            raise AssertionError("large")
        if height(tree) == 5 and nodes(tree) > 6:
            raise KeyError

    test = pydpgen.exhaustive(plain, sample=500, max_size=3)(two_causes)
    with pytest.raises(ExceptionGroup):
        test()
    first, second = test.__dpgen__.checked.causes
    assert (first.key[0], type(first.exception), second.key[0], type(second.exception)) == (7, KeyError, 13, AssertionError)


def test_several_arguments_are_reduced():
    def holds(tree, other, key, index):
        assert not (key > 3 and nodes(tree) > 4 and index > 1)

    found = failure_of(plain, holds, other=plain, key=range(10), index=lambda other: range(nodes(other)), max_size=2)
    # 5 nodes, and another structure with an index of 2: 3 nodes.
    assert found.key[0] == 8 and found.arguments["key"] == 4 and found.arguments["index"] == 2


def test_a_smallest_one_is_said_to_be_one(monkeypatch):
    def holds(tree):
        assert nodes(tree) < 5 or tree.left is None or tree.right is None

    found = failure_of(plain, holds)
    first = next(rank for rank, tree in enumerate(plain.of_size(5)) if tree.left is not None and tree.right is not None)
    assert found.key == (5, first) and found.found.endswith(" cases: a smallest one")
    monkeypatch.setattr(_case_reduction, "MAX_CASES", 10)
    cut = failure_of(plain, holds)
    assert "smallest" not in cut.found and cut.key >= found.key


def test_a_reduction_ends(monkeypatch):
    def slow(tree):
        time.sleep(0.02 * (nodes(tree) > 28))
        assert nodes(tree) < 29

    monkeypatch.setattr(_case_reduction, "MAX_SECONDS", 0.3)
    begun = time.perf_counter()
    assert failure_of(plain, slow, sample=27).key[0] == 29
    assert time.perf_counter() - begun < 20
    # Each further case that hangs would take as long: rank 0 of size 9 would be found.
    test = pydpgen.exhaustive(plain, sample=22, max_size=8, case_time="100ms")(lambda tree: time.sleep(9 * (nodes(tree) > 8)))
    with pytest.raises(TimeoutError):
        test()
    failure = test.__dpgen__.checked.failure
    assert failure.found == "drawn" and failure.key > (9, 0)


def test_a_reduced_case_is_replayed_and_kept(pytester):
    body = """
    big = pydpgen.build(Tree, max_size=20)

    @pydpgen.exhaustive(big, sample=200)
    def test_large(tree):
        print("nodes:", size(tree))
        pydpgen.note(f"size {size(tree)}")
        assert size(tree) < 9
    """
    text = run_here(pytester, body).stdout.str()
    assert "counterexample of size 9 (rank 0 of 4,862 at that size; drawn: a smallest one)" in text or "reduced from 9:" in text
    assert "nodes: 9\n" in text and text.count("nodes: ") == 1 and "  note: size 9\n" in text
    replay = "test_large@9:0"
    assert f"DPGEN_REPLAY={replay} " in text
    run_here(pytester, body, DPGEN_REPLAY=replay).assert_outcomes(failed=1)
    assert "it failed in an earlier run, and ran first" in run_here(pytester, body).stdout.str()


def test_cycles_are_reduced_without_near_ones():
    @dataclass(eq=False)
    class State:
        next: Annotated[State, pydpgen.Link()]

    states = pydpgen.build(State, max_size=8, namespace={"State": State})

    def length(state):
        met = []
        while not any(state is one for one in met):
            met.append(state)
            state = state.next
        return len(met)

    def holds(state):
        assert length(state) < 5

    assert failure_of(states, holds, sample=20).key == (5, 0)


def test_near_structures():
    pair = namedtuple("pair", "first second")
    assert list(near_structures(pair(1, None))) == [None, (0, None)]
    assert all(type(near) is pair for near in list(near_structures(pair(1, None)))[1:])
    leaf = Plain(None, None)
    assert list(near_structures(Plain(leaf, None))) == [leaf, None, Plain(None, None)]
    assert list(near_structures("a")) == [] and list(near_structures(True)) == []


def test_wrong_samples():
    for arguments, message in [
        ({"sample": 0}, "sample=0: it is a number of at least 1"),
        ({"sample": 10, "max_size": 30}, "there are none of a size beyond 30"),
    ]:
        with pytest.raises(ValueError, match=message):
            pydpgen.exhaustive(plain, **arguments)(lambda tree: None)
    with pytest.raises(ValueError, match="there are none of a size beyond 0"):
        pydpgen.exhaustive(key=range(3), sample=3, max_size=0)(lambda key: None)
    assert settings.Profile().seed == 0
