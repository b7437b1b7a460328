"""Links and references: objects that are shared, and cycles. Counts are compared with published ones and with tables of graphs."""

from __future__ import annotations

import copy
import gc
import math
import pickle
import random
import weakref
from dataclasses import dataclass
from typing import Annotated, Generic, NamedTuple, TypeVar

import pytest
from graphs import Item, State, Vertex, all_tables, graph_of, nodes_of, table_of

import pydpgen
from pydpgen import Give, Link, Range, RefersTo, Values, Weight

ENGINES = [None, "quotient", "dp", "lazy-dp", "symbolazy-dp", "top-down"]

#: Deterministic automata over two letters whose states can all be reached (Liskovets, "Exact enumeration of acyclic deterministic
#: automata", 2006; Almeida, Moreira and Reis, 2007).
AUTOMATA = [0, 1, 12, 216, 5248, 160675]
#: Acyclic automata over two letters with a sink, OEIS A082161.
ACYCLIC_AUTOMATA = [0, 1, 3, 16, 127, 1363]


def linked_both_ways(item):
    return item.next is None or item.next.prev is item


def is_first(item):
    return item.prev is None


def is_acyclic(vertex):
    def leads_to_cycle(vertex, above):
        return vertex is not None and (
            vertex in above or leads_to_cycle(vertex.a, [*above, vertex]) or leads_to_cycle(vertex.b, [*above, vertex])
        )

    return not leads_to_cycle(vertex, [])


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


# Predicates.


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


def test_an_attribute_reads_what_is_within_its_structure_only():
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
        pydpgen.build(Coloured, predicate, max_size=3, namespace=locals())


def test_a_predicate_of_parts_does_not_follow_references_out_of_them():
    with pytest.raises(TypeError, match="root_ok") as raised:
        pydpgen.build(Vertex, lambda vertex: vertex.a is None or vertex.a.a is None, max_size=3)
    assert "raised on Vertex" in raised.value.__notes__[0]


def test_equality_is_that_of_the_class():
    same = pydpgen.build(State, root_ok=lambda state: state.a == state.b, max_size=3)
    assert same.counts() == pydpgen.build(State, root_ok=lambda state: state.a is state.b, max_size=3).counts()
    assert pydpgen.build(State, root_ok=lambda state: state.a != state, max_size=2).counts() == [0, 0, 12 - 4]


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


# Instances.


@dataclass(frozen=True, eq=False)
class Frozen:
    next: Annotated[Frozen, Link()]
    name: Annotated[int, Values(1, 2)]


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Slotted:
    next: Annotated[Slotted, Link()]
    name: Annotated[int, Values(1, 2)]


@dataclass(eq=False, kw_only=True)
class Named:
    next: Annotated[Named, Link()]
    name: Annotated[int, Values(1, 2)]


T = TypeVar("T")


@dataclass(eq=False)
class Wrapped(Generic[T]):
    next: Annotated[Wrapped[int], Link()]
    name: Annotated[int, Values(1, 2)]


def attrs_class():
    attrs = pytest.importorskip("attrs")

    @attrs.frozen(eq=False)
    class Attrs:
        next: Annotated[Attrs, Link()]
        name: Annotated[int, Values(1, 2)]

    Attrs.__annotations__["next"] = Annotated[Attrs, Link()]
    return Attrs


def pydantic_model():
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        next: Annotated[Model, Link()]
        name: Annotated[int, Values(1, 2)]

    Model.model_rebuild(_types_namespace={"Model": Model, **globals()})
    return Model


@pytest.mark.parametrize(
    "cls", [Frozen, Slotted, Named, Wrapped[int], attrs_class, pydantic_model], ids=lambda cls: getattr(cls, "__name__", str(cls))
)
def test_instances_of_all_kinds_of_classes_have_cycles(cls):
    cls = cls() if cls in (attrs_class, pydantic_model) else cls
    lassos = pydpgen.build(cls, max_size=5, namespace={"Attrs": cls, "Model": cls, **globals()})
    # The last of n nodes leads to one of n, and each has one of two names.
    assert lassos.counts() == [0] + [size * 2**size for size in range(1, 6)]
    for lasso in lassos:
        met = [lasso]
        while not any(met[-1].next is node for node in met):
            met.append(met[-1].next)
        assert len(met) == lassos.place(lasso)[0]
    assert [lassos.rank(lasso) for lasso in lassos] == [*range(len(lassos))]


def test_neighbours_share_nothing_that_holds_nodes():
    for one, other in zip(pydpgen.build(Frozen, max_size=3), pydpgen.build(Frozen, max_size=3)[1:]):
        assert one is not other and one.next is not other.next


def test_ranks_go_by_identity():
    automata = pydpgen.build(State, max_size=3)
    by_hand = graph_of(((1, 0), (1, 2), (2, 2)), State)
    assert automata.rank(by_hand) == automata.rank(copy.deepcopy(by_hand)) and by_hand in automata
    by_hand.b = copy.deepcopy(by_hand)
    assert by_hand not in automata
    with pytest.raises(ValueError, match="is not among these"):
        automata.rank(by_hand)
    # `next` is a part: an item that is met again is none.
    item = Item(None, None)
    item.next = item
    assert item not in pydpgen.build(Item, max_size=3)


def test_structures_and_builds_can_be_pickled():
    automata = pydpgen.build(State, max_size=3)
    again = pickle.loads(pickle.dumps(automata))
    assert list(map(table_of, again)) == list(map(table_of, automata))
    one = pickle.loads(pickle.dumps(automata[100]))
    assert table_of(one) == table_of(automata[100]) and automata.rank(one) == 100
    for cls in (Frozen, Slotted):
        lasso = pickle.loads(pickle.dumps(pydpgen.build(cls, max_size=2)[-1]))
        assert lasso.next.next is lasso.next


def test_saved_builds_have_their_references(tmp_path):
    lists = pydpgen.build(Item, linked_both_ways, root_ok=is_first, max_size=4)
    lists.save(tmp_path / "lists")
    loaded = pydpgen.load(tmp_path / "lists", Item, linked_both_ways, root_ok=is_first)
    assert loaded.counts() == lists.counts() and all(linked_both_ways(item) for item in loaded)


def test_cycles_are_collected():
    automata = pydpgen.build(State, max_size=5)
    gc.collect()
    before, made = len(gc.get_objects()), 0
    for _ in automata.part(0, 100_000):
        made += 1
    gc.collect()
    assert made == 100_000 and len(gc.get_objects()) - before < 100


def test_views_of_nodes_are_freed():
    """Python's garbage collector does not know them: views that kept each other would stay."""
    views = []

    def looks_around(vertex):
        views.append(weakref.ref(vertex))
        if vertex.a is not None:
            views.append(weakref.ref(vertex.a))
        return vertex.a is None or vertex.a.a is not vertex or vertex.b is vertex

    assert pydpgen.build(Vertex, root_ok=looks_around, max_size=3, rechecked=0).total > 0
    assert len(views) > 10 and not any(view() for view in views)


@dataclass(eq=False)
class Tuples:
    links: tuple[Annotated[Tuples, Link()], ...]
    back: tuple[Annotated[Tuples, RefersTo()], bool]


def test_tuples_can_hold_what_they_are_within():
    graphs = pydpgen.build(Tuples, max_size=3)
    # A link to the node itself weighs 1, as an element; behind one to a new node, both can refer to one of two, beside a bool.
    assert graphs.counts()[:3] == [0, 2, 2 + (2 * 2) ** 2]
    for graph in graphs:
        assert type(graph.links) is tuple and all(type(one) is Tuples for one in graph.links)
    assert any(graph in graph.links and graph.back[0] is graph for graph in graphs)
    assert all(graphs.rank(graph) == rank for rank, graph in enumerate(graphs))


@dataclass(eq=False)
class Left:
    to: Annotated[Left | Right | None, Link()]


@dataclass(eq=False)
class Right:
    to: Annotated[Left | Right | None, Link()]


def test_a_link_can_lead_to_several_classes():
    # A path of n nodes of two classes, whose last one leads to none of them or to one of n.
    paths = pydpgen.build(Left | Right, max_size=5)
    assert paths.counts() == [0] + [2**size * (size + 1) for size in range(1, 6)]
    assert all(paths.rank(path) == rank for rank, path in enumerate(paths))
    assert paths.count(2) - pydpgen.build(Left | Right, {Left: lambda left: left.to is not left}, max_size=2).count(2) == 2


def test_a_predicate_of_a_union_judges_each_node_once():
    calls = []

    def predicate(item):
        calls.append(item)
        return len(calls) < 2 or calls[-2] is not item or item is None

    assert pydpgen.build(Item | None, predicate, max_size=4, rechecked=0).counts() == [1, 2, 9, 64, 625]


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


# What is refused.


@dataclass
class Empty:
    pass


class Pair(NamedTuple):
    left: Annotated[Pair | None, Link()]
    right: Annotated[Pair | None, RefersTo()]


class Shared(NamedTuple):
    value: bool


@dataclass(eq=False)
class Holder:
    parts: list[Shared]
    chosen: Annotated[Shared, RefersTo()]


@dataclass(eq=False)
class Fresh:
    next: Annotated[Fresh | None, Link()]

    def __new__(cls, *arguments):
        return super().__new__(cls)


def holder(annotation):
    @dataclass
    class Holding:
        left: bool
        field: annotation

    Holding.__annotations__["field"] = annotation
    return Holding


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (Annotated[int, Link()], r"Holding\.field: Link\(\) is for instances of classes with fields"),
        (Annotated[list[State], RefersTo()], r"RefersTo\(\) is for instances of classes with fields"),
        (Annotated[State, Link(), RefersTo()], r"Link\(\) and RefersTo\(\) do not go together"),
        (Annotated[State, Link(), Weight(2)], r"Link\(\) and Weight\(weight=2\) do not go together"),
        (Annotated[int, RefersTo(), Range(1, 2)], r"RefersTo\(\) and Range\(1, 2\) do not go together"),
        (Annotated[State, RefersTo()], r"Holding\.field refers to State, and no part of Holding is one"),
        (Annotated[State, RefersTo(), Give(1)], r"this is data: it has no context"),
        (Annotated[Empty, Link()], r"refers to Empty, which weighs nothing"),
        (Annotated[Pair, Link()], r"\.field: an instance of Pair can be referred to from within itself.* a named tuple"),
        (Annotated[Fresh, Link()], r"\.field: .* its __new__ \(Fresh\.__new__\) may need them"),
        (Annotated[State | Annotated[Item, Weight(3)], Link()], r"Annotated\[.*Weight.* is neither"),
    ],
    ids=str,
)
def test_annotations_that_can_not_be(annotation, message):
    with pytest.raises((TypeError, ValueError), match=message):
        pydpgen.build(holder(annotation), max_size=3)


def test_what_is_shared_and_not_in_a_cycle_can_be_a_named_tuple():
    holders = pydpgen.build(Holder, max_size=4)
    assert holders.counts() == [0, 0, 2, 2 * 4, 3 * 8]
    assert all(any(one.chosen is part for part in one.parts) for one in holders)


def test_opaque_predicates_of_parts_are_refused():
    with pytest.raises(TypeError, match=r"root_ok=pydpgen.opaque\(is_acyclic\)"):
        pydpgen.build(Vertex, pydpgen.opaque(is_acyclic), max_size=3)
