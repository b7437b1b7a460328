"""Predicates and attributes of nodes: what they compare and follow, against the same functions on instances."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import Annotated

import pytest
from graphs import ENGINES, Item, State, Vertex, all_tables, graph_of, linked_both_ways, nodes_of, table_of

import pydpgen
from pydpgen import RefersTo


def paths(vertex, path):
    for name in path:
        vertex = None if vertex is None else getattr(vertex, name)
    return vertex


def random_predicate(draw, depth):
    """A predicate that compares what two to four pairs of paths lead to."""
    pairs = [
        [[draw.choice("ab") for _ in range(draw.randrange(depth + 1))] for _ in range(2)] for _ in range(draw.randint(2, 4))
    ]
    verdicts = [draw.random() < 0.6 for _ in range(2 ** len(pairs))]

    def predicate(vertex):
        number = 0
        for left, right in pairs:
            number = 2 * number + (paths(vertex, left) is paths(vertex, right))
        return verdicts[number]

    return predicate


@pytest.mark.parametrize("seed", range(12))
def test_random_predicates_agree_with_tables(seed):
    draw = random.Random(seed)
    of_node, of_whole = random_predicate(draw, 1), random_predicate(draw, 3)
    engine = draw.choice(ENGINES)
    built = pydpgen.build(Vertex, of_node, root_ok=of_whole, max_size=3, algorithm=engine)
    tables = [table for size in (1, 2, 3) for table in all_tables(size)]
    valid = [table for table in tables if all(map(of_node, nodes_of(graph_of(table)))) and of_whole(graph_of(table))]
    assert sorted(map(repr, map(table_of, built))) == sorted(map(repr, valid))
    assert 0 < len(valid) < len(tables) or seed not in (0, 1, 2)


@dataclass(eq=False)
class Tree:
    before: Annotated[Tree | None, RefersTo()]
    left: Tree | None
    right: Tree | None
    to: Annotated[Tree, RefersTo()]


def holds(tree, node):
    return tree is not None and (tree is node or holds(tree.left, node) or holds(tree.right, node))


@pydpgen.attribute
def last(tree):
    return tree if tree.right is None else last(tree.right)


@pydpgen.attribute
def targets(tree):
    return [] if tree is None else [*targets(tree.left), tree.to, *targets(tree.right)]


@pydpgen.attribute
def ends_within(tree):
    """How far references lead from a tree, within it."""
    steps, seen = 0, [tree]
    while holds(tree, seen[-1].to) and seen[-1].to not in seen:
        seen.append(seen[-1].to)
        steps += 1
    return steps, seen[-1]


#: Conditions on a tree and the nodes around it, which random predicates combine.
CONDITIONS = [
    lambda tree: tree.to is tree,
    lambda tree: tree.before is tree.to,
    lambda tree: tree.to is tree.left,
    lambda tree: tree in targets(tree.left),
    lambda tree: tree.right is not None and tree.right.before is tree.left,
    lambda tree: last(tree) is tree.to,
    lambda tree: tree.left is None or last(tree.left) in targets(tree.right),
    lambda tree: holds(tree, tree.to) and tree.to.before is tree,
    lambda tree: tree.right is not None and ends_within(tree.right)[0] == 1,
    lambda tree: ends_within(tree)[1].to is tree,
]


def parts_of(tree):
    return [] if tree is None else [tree, *parts_of(tree.left), *parts_of(tree.right)]


@pytest.mark.parametrize("seed", range(16))
def test_random_predicates_with_attributes_agree_with_filters(seed):
    draw = random.Random(1_000 + seed)
    conditions = draw.sample(CONDITIONS, 3)
    verdicts = [draw.random() < 0.6 for _ in range(8)]
    engine = draw.choice([None, *ENGINES])

    def predicate(tree):
        return verdicts[sum(2**place * bool(condition(tree)) for place, condition in enumerate(conditions))]

    everything = pydpgen.build(Tree, max_size=3)
    built = pydpgen.build(Tree, predicate, max_size=3, algorithm=engine, rechecked=0)
    valid = [rank for rank, tree in enumerate(everything) if all(map(predicate, parts_of(tree)))]
    assert sorted(everything.rank(tree) for tree in built) == valid


def test_attributes_answer_with_nodes():
    @pydpgen.attribute
    def last(item):
        return item if item.next is None else last(item.next)

    def first_refers_to_last(item):
        return item.prev is last(item)

    rings = pydpgen.build(Item, linked_both_ways, root_ok=first_refers_to_last, max_size=6)
    assert rings.counts() == [0] + [1] * 6
    ring = rings[3]
    assert ring.prev.next is None and ring.prev.prev.prev.prev is ring


@pytest.mark.parametrize("argument", ["rep_ok", "root_ok"])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_attribute_reads_what_is_within_its_structure_only(engine, argument):
    @dataclass(eq=False)
    class Coloured:
        colour: bool
        next: Coloured | None
        prev: Annotated[Coloured | None, RefersTo()]

    @pydpgen.attribute
    def colour_before(item):
        return item.prev is not None and item.prev.colour

    def predicate(item):
        return item.colour or item.next is None or colour_before(item.next)

    with pytest.raises(TypeError, match="does not follow a reference out of the structure that it judges, to a 'Coloured'"):
        pydpgen.build(Coloured, max_size=3, algorithm=engine, namespace=locals(), **{argument: predicate})


def test_a_predicate_of_parts_does_not_follow_references_out_of_them():
    with pytest.raises(TypeError, match="root_ok") as raised:
        pydpgen.build(Vertex, lambda vertex: vertex.a is None or vertex.a.a is None, max_size=3)
    assert "raised on Vertex" in raised.value.__notes__[0]


def test_equality_is_that_of_the_class():
    same = pydpgen.build(State, root_ok=lambda state: state.a == state.b, max_size=3)
    assert same.counts() == pydpgen.build(State, root_ok=lambda state: state.a is state.b, max_size=3).counts()
    assert pydpgen.build(State, root_ok=lambda state: state.a != state, max_size=2).counts() == [0, 0, 12 - 4]


def test_nodes_have_no_hash_in_predicates():
    with pytest.raises(TypeError, match="Keep such objects in a list, where `is` and `in` tell them apart"):
        pydpgen.build(Vertex, root_ok=lambda vertex: vertex in {vertex}, max_size=2)


def test_views_of_nodes_do_not_outlive_their_run():
    kept = []

    def keeps(vertex):
        kept.append(vertex)
        return len(kept) < 2 or kept[-2] is not vertex

    assert pydpgen.build(Vertex, keeps, max_size=2, rechecked=0).count(1) == 4
    with pytest.raises(RuntimeError, match="outside of the run"):
        print(kept[0].a)


def test_deep_copies_of_views_have_their_cycles():
    def copied(state):
        return table_of(copy.deepcopy(state)) == ((1, 0), (1, 0))

    assert [table_of(one) for one in pydpgen.build(State, root_ok=copied, max_size=3)] == [((1, 0), (1, 0))]
