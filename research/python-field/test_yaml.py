"""PyYAML and ruamel.yaml: what is dumped is loaded again."""

import io
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from faults import fault, texts

import pydpgen
from pydpgen import Link

yaml = pytest.importorskip("yaml")
ruamel_yaml = pytest.importorskip("ruamel.yaml")

#: Quotes, indicators, and line breaks; U+0085 is one in YAML 1.1, and none in YAML 1.2.
TEXTS = texts("a", '"', "'", "\\", "\n", "\r", " ", "#", "\x85", ":", "-", max_size=3)


def dumped_by_ruamel(value: Any, typ: str) -> Any:
    stream = io.StringIO()
    ruamel_yaml.YAML(typ=typ, pure=True).dump(value, stream)
    return ruamel_yaml.YAML(typ=typ, pure=True).load(stream.getvalue())


@pydpgen.exhaustive(TEXTS, expect=1464)
def test_pyyaml_reads_what_it_writes(tokens: list[str]) -> None:
    text = "".join(tokens)
    assert yaml.safe_load(yaml.safe_dump(text)) == text


@fault("PyYAML", TEXTS, smallest=r"['\x85']", failed=249)
def test_pyyaml_reads_what_it_writes_as_unicode(tokens: list[str]) -> None:
    """U+0085 is a line break in YAML 1.1 (5.4), and is folded to a space between single quotes."""
    text = "".join(tokens)
    assert yaml.safe_load(yaml.safe_dump(text, allow_unicode=True)) == text


@fault("ruamel.yaml", TEXTS, smallest=r"['\x85']", failed=153)
def test_ruamel_reads_what_it_writes(tokens: list[str]) -> None:
    """U+0085 is a character like others in YAML 1.2 (5.4), and is read as a line break."""
    text = "".join(tokens)
    assert dumped_by_ruamel(text, "safe") == text


@dataclass(eq=False)
class Node:
    a: Annotated["Node | None", Link()]
    b: Annotated["Node | None", Link()]


GRAPHS = pydpgen.build(Node, max_size=2)


def as_mapping(node: Node | None, made: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
    """The graph as dicts that share and refer to each other as the nodes do."""
    if node is None or id(node) in made:
        return None if node is None else made[id(node)]
    mapping = made[id(node)] = {}
    mapping |= {"a": as_mapping(node.a, made), "b": as_mapping(node.b, made)}
    return mapping


def shape(mapping: Any) -> list[Any]:
    """The edges of each dict, which are named by the order in which they are met."""
    order: dict[int, int] = {}
    edges: list[Any] = []

    def visit(one: Any) -> int | None:
        if one is None or id(one) in order:
            return None if one is None else order[id(one)]
        number = order[id(one)] = len(order)
        edges.append(None)
        edges[number] = (visit(one["a"]), visit(one["b"]))
        return number

    visit(mapping)
    return edges


@pydpgen.exhaustive(GRAPHS, expect=49)
def test_graphs_of_dicts(graph: Node) -> None:
    mapping = as_mapping(graph, {})
    assert shape(yaml.safe_load(yaml.safe_dump(mapping))) == shape(mapping)
    assert shape(dumped_by_ruamel(mapping, "safe")) == shape(mapping)


@fault("ruamel.yaml", GRAPHS, smallest="#0 Node(a=None, b=#1 Node(a=None, b=#1))", failed=25)
def test_graphs_of_dicts_by_ruamels_round_trip(graph: Node) -> None:
    """An alias denotes the node that has its anchor (7.1)."""
    mapping = as_mapping(graph, {})
    assert shape(dumped_by_ruamel(mapping, "rt")) == shape(mapping)
