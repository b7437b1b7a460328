"""Classes whose instances share parts and have cycles, and graphs as tables: by node, the numbers of the nodes behind its links."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydpgen import Link, RefersTo


@dataclass(eq=False)
class State:
    """A state of an automaton, and where its letters lead."""

    a: Annotated[State, Link()]
    b: Annotated[State, Link()]


@dataclass(eq=False)
class Vertex:
    """A vertex of a graph with at most two edges from each vertex, in an order."""

    a: Annotated[Vertex | None, Link()]
    b: Annotated[Vertex | None, Link()]


@dataclass(eq=False)
class Item:
    """An element of a list that knows the one before it."""

    next: Item | None
    prev: Annotated[Item | None, RefersTo()]


#: The engines; None stands for the default.
ENGINES = [None, "quotient", "dp", "lazy-dp", "symbolazy-dp", "top-down"]

Table = tuple[tuple[int | None, ...], ...]


def nodes_of(root: Any) -> list[Any]:
    """The vertices that can be reached, as a walk along `a` before `b` meets them."""
    found, waiting = [], [root]
    while waiting:
        vertex = waiting.pop()
        if vertex is not None and not any(vertex is other for other in found):
            found.append(vertex)
            waiting += [vertex.b, vertex.a]
    return found


def table_of(root: Any) -> Table:
    """The table of a graph."""
    numbers: dict[int | None, int | None] = {id(vertex): number for number, vertex in enumerate(nodes_of(root))}
    numbers[id(None)] = None
    return tuple((numbers[id(vertex.a)], numbers[id(vertex.b)]) for vertex in nodes_of(root))


def graph_of(table: Table, cls: Any = Vertex) -> Any:
    """The first vertex of the graph with this table."""
    vertices = [cls(None, None) for _ in table]
    for vertex, (a, b) in zip(vertices, table):
        vertex.a = None if a is None else vertices[a]
        vertex.b = None if b is None else vertices[b]
    return vertices[0]


def all_tables(size: int, nullable: bool = True) -> Iterator[Table]:
    """All graphs with this number of vertices, each once, without the package: the tables whose vertices have the numbers that a
    walk gives them."""
    ends = [*([None] if nullable else []), *range(size)]
    for table in itertools.product(itertools.product(ends, repeat=2), repeat=size):
        if table_of(graph_of(table)) == table:
            yield table


# Predicates.


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
