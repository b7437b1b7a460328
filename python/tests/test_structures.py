"""Counts against published ones, and the operations of a sequence of structures."""

from __future__ import annotations

import datetime
import itertools
import math
import pickle
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NamedTuple, Optional, TypeVar

import pytest
from trees import (
    Color,
    Expr,
    Item,
    Node,
    RedBlackTree,
    Tree,
    is_black,
    is_red_black,
    is_search_tree,
)

import pydpgen

#: Catalan numbers (OEIS A000108).
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012]
#: Red-black trees with n nodes and a black root (OEIS A001137).
RED_BLACK = [1, 1, 2, 2, 4, 8, 16, 33, 56, 90, 164, 330, 688]


@pytest.fixture(scope="module")
def trees():
    return pydpgen.build(Tree, is_search_tree, max_size=7)


def test_search_trees_are_as_many_as_shapes_and_sets_of_keys():
    trees = pydpgen.build(Tree, is_search_tree, max_size=12)
    assert trees.counts() == [math.comb(12, size) * CATALAN[size] for size in range(13)]
    assert trees.explain().report["runs"] < 3000


def test_red_black_trees_are_those_of_the_encyclopedia():
    trees = pydpgen.build(RedBlackTree, is_red_black, root_ok=is_black, max_size=12)
    assert trees.counts() == [math.comb(12, size) * RED_BLACK[size] for size in range(13)]


def test_a_rust_spec_counts_the_same():
    spec = pydpgen.Spec("red-black-tree").build(max_size=9)
    ours = pydpgen.build(RedBlackTree, is_red_black, root_ok=is_black, max_size=9)
    assert spec.counts() == ours.counts()


@pytest.mark.parametrize("algorithm", ["quotient", "lazy-dp", "dp", "top-down"])
def test_every_engine_finds_the_same_set(algorithm):
    found = pydpgen.build(Tree, is_search_tree, max_size=4, algorithm=algorithm)
    assert set(found) == set(pydpgen.build(Tree, is_search_tree, max_size=4))
    assert len(found) == len(set(found))


def test_symbolic_fields_count_path_conditions():
    for algorithm in ["quotient", "symbolazy-dp"]:
        symbolic = pydpgen.build(Tree, is_search_tree, max_size=6, fields="symbolic", algorithm=algorithm)
        assert symbolic.counts() == CATALAN[:7]
        assert all(is_search_tree(tree) for tree in symbolic.of_size(5))


def test_counts_beyond_any_machine_integer():
    @dataclass(frozen=True)
    class Shape:
        left: Shape | None
        right: Shape | None

    shapes = pydpgen.build(Shape | None, max_size=400)
    assert shapes.count(400) == math.comb(800, 400) // 401
    rank = shapes.total - 7
    assert shapes.rank(shapes[rank]) == rank
    assert shapes.rank(shapes[-7]) == rank
    with pytest.raises(OverflowError):
        len(shapes)


def test_it_is_a_sequence(trees):
    everything = list(trees)
    assert len(everything) == len(trees) == trees.total == sum(trees.counts())
    for place in [0, 1, 9, 500, len(trees) - 1, -1, -len(trees)]:
        assert trees[place] == everything[place]
    for part in [slice(9, 17), slice(-5, None), slice(None, 3), slice(20, 2, -3), slice(2, 40, 9), slice(5, 2)]:
        assert trees[part] == everything[part]
    for rank in range(0, len(trees), 97):
        assert trees.rank(trees[rank]) == rank
    assert everything[40] in trees and Node(None, 99, None) not in trees and "tree" not in trees
    assert list(reversed(trees))[:3] == everything[:-4:-1]
    with pytest.raises(IndexError):
        trees[len(trees)]
    with pytest.raises(ValueError, match="is not among these"):
        trees.rank(Node(Node(None, 5, None), 1, None))


def test_sizes_and_shards_are_parts(trees):
    assert list(trees.of_size(3)) == [tree for tree in trees if trees.place(tree)[0] == 3]
    parts = [list(trees.shard(index, 4)) for index in range(1, 5)]
    assert sorted(map(repr, itertools.chain(*parts))) == sorted(map(repr, trees))
    assert max(map(len, parts)) - min(map(len, parts)) <= trees.complete_sizes
    third = trees.shard(3, 4)
    assert third[third.rank(third[5])] == third[5]
    assert third.sample(7, seed=3) in third
    for index, of in [(0, 4), (5, 4)]:
        with pytest.raises(ValueError, match="numbered from 1"):
            trees.shard(index, of)


def test_samples_are_even_and_known_by_their_seed(trees):
    assert trees.sample(7, seed=5) == trees.sample(7, seed=5)
    assert trees.sample(7, 3, seed=5) == trees.sample(7, 3, seed=5)
    drawn = trees.sample(1, 7000, seed=1)
    counts = [drawn.count(tree) for tree in trees.of_size(1)]
    # Chi-squared with 6 degrees of freedom: 22.46 is passed once in a thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 22.46


def test_frozen_parts_are_shared_and_others_are_not():
    trees = pydpgen.build(Tree, is_search_tree, max_size=5)
    assert len({id(part) for tree in trees.of_size(5) if (part := tree.left)}) < 40
    items = list(pydpgen.build(Item | None, max_size=4))
    assert len({id(item) for item in items if item}) == len(items) - 1
    parts = [item.rest for item in items if item and item.rest]
    assert len({id(part) for part in parts}) == len(parts)


def test_all_that_is_finite_can_be_a_field():
    class Point(NamedTuple):
        x: bool
        y: Literal["a", "b"]

    @dataclass(frozen=True)
    class Everything:
        color: Color
        weight: Annotated[float, pydpgen.Values(0.0, -1.5)]
        pair: tuple[bool, Annotated[int, pydpgen.Range(-1, 0)]]
        point: Point
        maybe: Optional[Literal[3]]
        nothing: None
        few: Annotated[tuple[bool, ...], pydpgen.Len(0, 1)]
        last: Annotated[int, pydpgen.Values(7, 100)] = field(default=7, kw_only=True)

    found = pydpgen.build(Everything, max_size=2)
    all_of = list(found)
    assert len(all_of) == len(set(all_of)) == 2 * 2 * (2 * 2) * (2 * 2) * 2 * 1 * 3 * 2
    assert all_of[0].nothing is None and type(all_of[0].point) is Point
    assert [found.rank(one) for one in all_of] == list(range(len(all_of)))


def test_tuples_of_a_least_length_are_found():
    found = pydpgen.build(Annotated[tuple[bool, ...], pydpgen.Len(1, 2)], lambda it: it.__class__ is tuple, max_size=0)
    assert len(found) == 2 + 4 and [found.rank(one) for one in found] == list(range(6))


def test_mutually_recursive_types_with_lists():
    found = pydpgen.build(Expr, max_size=3)
    # By size: f(0) = none, Num weighs 1, Add 1 and its parts, Call 1 and its arguments (lists of these).
    expr, lists = [0], [1]
    for size in range(1, 4):
        add = sum(expr[left] * expr[size - 1 - left] for left in range(size))
        expr.append((2 if size == 1 else 0) + add + 2 * lists[size - 1])
        lists.append(sum(expr[first] * lists[size - first] for first in range(1, size + 1)))
    assert found.counts() == expr
    assert all(found[found.rank(one)] == one for one in found)


def test_type_variables_are_given():
    T = TypeVar("T")

    @dataclass(frozen=True)
    class Box(Generic[T]):
        item: T
        more: Box[T] | None

    assert pydpgen.build(Box[bool] | None, max_size=3).counts() == [1, 2, 4, 8]


def test_attrs_and_pydantic():
    attrs = pytest.importorskip("attrs")
    pydantic = pytest.importorskip("pydantic")

    @attrs.frozen
    class Link:
        bit: bool
        rest: Link | None

    class Model(pydantic.BaseModel):
        bit: bool
        rest: Model | None

    for cls in [Link, Model]:
        chains = pydpgen.build(cls | None, lambda chain: chain is None or chain.bit, max_size=3)
        assert chains.counts() == [1, 1, 1, 1]
        assert chains[2] == cls(bit=True, rest=cls(bit=True, rest=None))
        assert chains.rank(chains[3]) == 3


def test_deep_structures():
    @dataclass(frozen=True)
    class Chain:
        rest: Chain | None

    chains = pydpgen.build(Chain | None, max_size=100_000)
    deepest, depth = chains.at(100_000, 0), 0
    assert chains.place(deepest) == (100_000, 0)
    while deepest is not None:
        deepest, depth = deepest.rest, depth + 1
    assert depth == 100_000


def test_integers_at_the_ends():
    @dataclass(frozen=True)
    class Ends:
        value: Annotated[int, pydpgen.Values(-(2**63), 0, 2**63 - 1)]

    kept = pydpgen.build(Ends, lambda ends: ends.value + 1 > 2**62 and ends.value - 1 < 2**63, max_size=1)
    assert list(kept) == [Ends(2**63 - 1)]
    assert pydpgen.build(Ends, lambda ends: ends.value < 2**63, max_size=1).total == 3
    assert pydpgen.build(Ends, lambda ends: -ends.value > 2**63 - 1, max_size=1)[:] == [Ends(-(2**63))]


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (int, r"int, which has no end: write Annotated\[int, pydpgen.Range\(1, 'n'\)\]"),
        (str, r"str, which has no end: write Annotated\[str, pydpgen.Text\('ab', max_length=3\)\]"),
        (bytes, r"bytes, which has no end: write Annotated\[bytes, pydpgen.Text\(b'ab', max_length=3\)\]"),
        (object, r"write Annotated\[object, pydpgen.Values\(...\)\] with the values to take"),
        (datetime.date, r"write Annotated\[date, pydpgen.Values"),
        (Any, r"write Annotated\[object, pydpgen.Values"),
        (Annotated[int | None, pydpgen.Range(0, 1)], r"write Annotated\[int, Range\(...\)\] \| None"),
        (list, "a list of anything"),
        (Annotated[bool, pydpgen.Range(1, 2)], "a Range is one of int, not of bool"),
        (Annotated[int, pydpgen.Range(1, "m")], "the parameter 'm' has no value"),
        (Annotated[int, pydpgen.Range(1, "2 * n")], "neither an int nor a parameter"),
        (Annotated[int, pydpgen.Range(0, 2**63)], "9223372036854775808 is beyond the integers of 64 bits"),
        (Annotated[bool, pydpgen.Len(1, 2)], "Len is for lists, .*, not for bool"),
        (Annotated[list[bool], pydpgen.Len(0, 2**40)], "a type for each length, of which there may be 1,000"),
        (Annotated[str, pydpgen.Values("a", "a")], "there twice"),
        (Annotated[str, pydpgen.Values()], "has no value"),
        (list[bool] | list[Color], "a value can look like both"),
    ],
)
def test_what_says_nothing_finite_is_refused(annotation, message):
    with pytest.raises((TypeError, ValueError), match=message):
        pydpgen.build(annotation, max_size=2)


def test_parameters():
    assert pydpgen.build(Tree, is_search_tree, max_size=2, params={"n": 5}).counts() == [1, 5, 20]
    with pytest.raises(ValueError, match="'kyes' is used by no bound"):
        pydpgen.build(Tree, max_size=2, params={"kyes": 5})
    with pytest.raises(ValueError, match="the parameter 'n': the bound 9223372036854775808 is beyond"):
        pydpgen.build(Tree, max_size=2, params={"n": 2**63})
    with pytest.raises(ValueError, match="at least 0"):
        pydpgen.build(Tree, max_size=-1)
    with pytest.raises(ValueError, match="there is no engine `quotent`"):
        pydpgen.build(Tree, max_size=1, algorithm="quotent")
    for name in ("structures", "candidates", "memory"):
        with pytest.raises(ValueError, match=f"{name}=-1: a limit is at least 0"):
            pydpgen.build(Tree, max_size=1, **{name: -1})
        assert pydpgen.build(Tree, max_size=1, **{name: 2**70}).counts() == [1, 1]
    with pytest.raises(ValueError, match="at least 0 seconds"):
        pydpgen.build(Tree, max_size=1, time=math.nan)
    assert pydpgen.build(Tree, max_size=1, time=math.inf).counts() == [1, 1]


def test_saved_and_loaded(trees, tmp_path):
    path = tmp_path / "trees"
    trees.save(path)
    again = pydpgen.load(path, Tree, is_search_tree)
    assert again.counts() == trees.counts() and again[77] == trees[77]
    with pytest.raises(ValueError, match="not those that it was built with"):
        pydpgen.load(path, Tree, lambda tree: is_search_tree(tree) or True)
    assert pydpgen.load(path, Tree, changed=True).counts() == trees.counts()
    with pytest.raises(TypeError, match="pass it, and its predicates"):
        pydpgen.load(path)
    with pytest.raises(pydpgen.LoadFailure):
        pydpgen.load(path, RedBlackTree, changed=True)
    data = path.read_bytes()
    path.write_bytes(data[:-20] + b"x" + data[-19:])
    with pytest.raises(pydpgen.LoadFailure, match="checksum"):
        pydpgen.load(path, Tree, is_search_tree)
    assert [file.name for file in tmp_path.iterdir()] == ["trees"]


def test_specs(tmp_path):
    spec = pydpgen.Spec("red-black-tree")
    found = spec.build(max_size=5)
    assert isinstance(found[3], spec.Node) and found.rank(found[10]) == 10
    found.save(tmp_path / "spec")
    assert pydpgen.load(tmp_path / "spec")[10] == found[10]
    # A file with a right checksum that says to be of another spec.
    other = spec.text.replace("left.black_height == right.black_height", "true")
    assert other != spec.text
    (tmp_path / "crafted").write_bytes(found._catalog.save(other))
    with pytest.raises(pydpgen.LoadFailure, match="predicate"):
        pydpgen.load(tmp_path / "crafted")
    for thing in [found, found.of_size(3), found[10]]:
        again = pickle.loads(pickle.dumps(thing))
        assert again == thing or list(again) == list(thing)
    (tmp_path / "mine.ron").write_text(spec.text)
    assert pydpgen.Spec.read(tmp_path / "mine.ron").build(max_size=5)[10] == found[10]
    with pytest.raises(LookupError, match="red-black-tree"):
        pydpgen.Spec("red-black-tre")
    with pytest.raises(ValueError, match="mine:1:"):
        pydpgen.Spec.parse("(nam", "mine")
    for name in pydpgen.specs():
        few = pydpgen.Spec(name).build(max_size=2)
        assert [few.rank(one) for one in few[:50]] == list(range(min(50, few.total)))


def test_pickled_by_what_was_built():
    trees = pydpgen.build(Tree, is_search_tree, max_size=12)
    data = pickle.dumps(trees)
    assert len(data) < 200_000
    again = pickle.loads(data)
    assert again.counts() == trees.counts() and again[12345] == trees[12345]
    assert pickle.loads(pickle.dumps(trees.shard(2, 3)))[5] == trees.shard(2, 3)[5]
    lambdas = pydpgen.build(Tree, lambda tree: tree is None or tree.key > 1, max_size=2)
    assert pickle.loads(pickle.dumps(lambdas)).counts() == lambdas.counts()


def test_hereditary():
    assert pydpgen.build(Tree, is_search_tree, max_size=3).check_hereditary(3).holds

    @pydpgen.attribute
    def even(tree):
        return tree is None or not even(tree.left)

    found = pydpgen.build(Tree, lambda tree: even(tree), max_size=3).check_hereditary(3)
    assert found.hint is not None or found.violation is not None


def test_a_stopped_build_says_so():
    few = pydpgen.build(Tree, is_search_tree, max_size=30, structures=100)
    assert few.stop_reason is not None and few.complete_sizes < 31
    with pytest.raises(ValueError, match="stopped the build"):
        few.count(30)
    assert len(few) == few.total >= 100


def test_arrow_columns_are_the_structures(trees):
    pytest.importorskip("pyarrow")
    table = trees.to_arrow(slice(100, 200))
    assert table.column("rank").to_pylist() == [trees.place(tree)[1] for tree in trees[100:200]]

    def tree_of(nodes, place):
        if place is None:
            return None
        node = nodes[place]
        assert node["constructor"] == "Node"
        return Node(tree_of(nodes, node["left"]), node["key"], tree_of(nodes, node["right"]))

    found = [tree_of(nodes, 0 if nodes else None) for nodes in table.column("nodes").to_pylist()]
    assert found == trees[100:200]
    mixed = pydpgen.build(Expr, max_size=2).to_arrow()
    assert mixed.num_rows == pydpgen.build(Expr, max_size=2).total
    names = {node["constructor"] for nodes in mixed.column("nodes").to_pylist() for node in nodes}
    assert names == {"Num", "Add", "Call", "Nil", "Cons"} - {"Add"}


def test_explained(trees):
    text = str(trees.explain())
    assert "least of Node | None" in text and "evaluations" in text
    assert repr(trees) == f"<{trees.total:,} structures of Node | None, up to size 7>"
