"""Instances that share parts and have cycles: of all kinds of classes, by rank, pickled, collected; and what is refused."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from dataclasses import dataclass
from typing import Annotated, Generic, NamedTuple, TypeVar

import pytest
from graphs import Item, State, Vertex, graph_of, is_acyclic, is_first, linked_both_ways, table_of

import pydpgen
from pydpgen import Give, Link, Range, RefersTo, Values, Weight


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


@dataclass(eq=False)
class Counted:
    next: Annotated[Counted | None, Link()]

    def __post_init__(self):
        self.made = getattr(self, "made", 0) + 1


def test_each_instance_is_initialized_once():
    for node in pydpgen.build(Counted, max_size=4):
        assert node.made == 1 and (node.next is None or node.next.made == 1)


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


def test_models_that_are_copied_are_refused():
    pydantic = pytest.importorskip("pydantic")

    class Copied(pydantic.BaseModel, revalidate_instances="always"):
        next: Annotated[Copied | None, Link()]

    Copied.model_rebuild(_types_namespace={"Copied": Copied, **globals()})
    with pytest.raises(TypeError, match=r"Copied\.next: fields hold copies of Copied"):
        pydpgen.build(Copied, max_size=2, namespace={"Copied": Copied, **globals()})


def test_what_is_shared_and_not_in_a_cycle_can_be_a_named_tuple():
    holders = pydpgen.build(Holder, max_size=4)
    assert holders.counts() == [0, 0, 2, 2 * 4, 3 * 8]
    assert all(any(one.chosen is part for part in one.parts) for one in holders)


def test_opaque_predicates_of_parts_are_refused():
    with pytest.raises(TypeError, match=r"root_ok=pydpgen.opaque\(is_acyclic\)"):
        pydpgen.build(Vertex, pydpgen.opaque(is_acyclic), max_size=3)
