"""Links and references: objects that are shared, and cycles. Counts are compared with published ones and with tables of graphs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import pytest
from graphs import ENGINES, Item, State, Vertex, all_tables, graph_of, is_acyclic, is_first, linked_both_ways, table_of

import pydpgen
from pydpgen import Give, Link, RefersTo, Values

#: Deterministic automata over two letters whose states can all be reached (Liskovets, "Exact enumeration of acyclic deterministic
#: automata", 2006; Almeida, Moreira and Reis, 2007).
AUTOMATA = [0, 1, 12, 216, 5248, 160675]
#: Acyclic automata over two letters with a sink, OEIS A082161.
ACYCLIC_AUTOMATA = [0, 1, 3, 16, 127, 1363]


# Counts.


@pytest.mark.parametrize("engine", ENGINES)
def test_automata_are_as_many_as_published(engine):
    size = 5 if engine in (None, "quotient") else 3
    automata = pydpgen.build(State, max_size=size, algorithm=engine)
    assert automata.counts() == AUTOMATA[: size + 1]
    assert {table_of(one) for one in automata.of_size(3)} == set(all_tables(3, nullable=False))


def test_automata_are_those_of_the_spec():
    def table_of_spec(state):
        rows = []

        def number(state):
            place = len(rows)
            rows.append([])
            for link in (state.a, state.b):
                rows[place].append(number(link.state) if type(link).__name__ == "New" else link.state)
            return place

        number(state)
        return tuple(map(tuple, rows))

    automata, spec = pydpgen.build(State, max_size=4), pydpgen.Spec("automaton").build(max_size=4)
    assert [table_of(one) for one in automata] == [table_of_spec(one) for one in spec]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_predicate_of_wholes_follows_references(engine):
    size = 5 if engine in (None, "quotient") else 3
    acyclic = pydpgen.build(Vertex, root_ok=is_acyclic, max_size=size, algorithm=engine)
    assert acyclic.counts() == ACYCLIC_AUTOMATA[: size + 1]


def test_an_opaque_predicate_of_wholes_gets_the_graph():
    acyclic = pydpgen.build(Vertex, root_ok=pydpgen.opaque(is_acyclic), max_size=4)
    assert acyclic.counts() == ACYCLIC_AUTOMATA[:5]


@pytest.mark.parametrize("engine", ENGINES)
def test_of_each_size_there_is_one_list_that_is_linked_both_ways(engine):
    lists = pydpgen.build(Item, linked_both_ways, root_ok=is_first, max_size=7, algorithm=engine)
    assert lists.counts() == [0] + [1] * 7
    item = lists.at(7, 0)
    for _ in range(6):
        assert item.next.prev is item
        item = item.next


def test_without_predicates_each_reference_has_all_nodes_that_were_met():
    # `next` is to the left of `prev`, so that a list of n items has met n nodes wherever it refers to one: (n + 1)^n.
    assert pydpgen.build(Item, max_size=6).counts() == [0] + [(size + 1) ** size for size in range(1, 7)]


@dataclass(eq=False)
class Owner:
    pets: list[Pet]
    favourite: Annotated[Pet, RefersTo()]


@dataclass(eq=False)
class Pet:
    owner: Annotated[Owner, RefersTo()]
    friend: Annotated[Pet | Owner | None, RefersTo()]


def test_classes_have_numbers_of_their_own():
    # A pet's owner is the one there is; the k-th pet's friend is none, one of k pets, or the owner; the favourite is one of n pets.
    owners = pydpgen.build(Owner, max_size=6)
    expected = [math.prod(range(3, pets + 3)) * pets for pets in range(1, 6)]
    assert owners.counts() == [0, 0, *expected]
    for owner in owners.up_to(5):
        assert owner.favourite in owner.pets and all(pet.owner is owner for pet in owner.pets)
        known = [owner, None]
        for pet in owner.pets:
            known.append(pet)
            assert any(pet.friend is one for one in known)
    assert all(owners.rank(owner) == rank for rank, owner in enumerate(owners))


# Contexts.


@dataclass(eq=False)
class Scoped:
    here: Annotated[bool, Values(lambda scope: [True] if scope == 0 else [False, True])]
    next: Annotated[Scoped | None, Link(), Give(lambda scope: scope + 1)]


def test_links_give_contexts():
    # The first is True, the others are free; the last leads to none or to one of n.
    assert pydpgen.build(Scoped, max_size=5, context=0).counts() == [0] + [2 ** (n - 1) * (n + 1) for n in range(1, 6)]


@dataclass(eq=False)
class Told:
    above: Annotated[Told | None, RefersTo()]
    next: Annotated[Told | None, Give(lambda context, above: above)]
    here: Annotated[bool, Values(lambda context: [context is None])]


def test_a_context_can_not_hold_a_node():
    with pytest.raises(TypeError, match="a context can not hold a Told"):
        pydpgen.build(Told, max_size=3, context=None)


# Texts and drawings.


def test_counterexamples_have_numbers():
    lists = pydpgen.build(Item, linked_both_ways, root_ok=is_first, max_size=4)
    failure = str(pydpgen.check(lists, lambda item: item.next is None))
    assert "structure = #0 Item(next=#1 Item(next=None, prev=#0), prev=None)" in failure


def test_drawings_have_numbers_and_dashed_edges():
    automata = pydpgen.build(State, max_size=2)
    drawing = automata.draw(graph_of(((1, 0), (1, 0)), State))
    assert str(drawing).split() == [*"#0 State b -> #0 │ #1 State a -> #1 b -> #0".split()]
    assert drawing.dot.count("style=dashed") == 3 and "n0 -> n0 [style=dashed" in drawing.dot
    assert drawing.svg.count("stroke-dasharray") == 3


def test_columns_have_the_numbers_of_nodes():
    pytest.importorskip("pyarrow")
    [row] = pydpgen.build(State, max_size=1).to_arrow().to_pylist()
    assert [node["Met.value"] for node in row["nodes"]] == [None, 0, 0]
