"""Random predicates on trees, each as Python and as a spec, and a brute-force enumerator in plain Python.

An expression is a pair of texts, Python's and the spec's. Division is left out, as Python's rounds down and the spec's
towards zero.
"""

from __future__ import annotations

import functools
import itertools
import random
from dataclasses import dataclass
from typing import Annotated, Any

import pydpgen

KEYS = 3


@dataclass(frozen=True)
class Node:
    left: Tree
    key: Annotated[int, pydpgen.Range(1, KEYS)]
    bit: bool
    right: Tree


Tree = Node | None

Text = tuple[str, str]


class Writer:
    """Writes expressions over a node's key and bit, and attributes of its parts."""

    def __init__(self, draw: random.Random, attributes: list[str]) -> None:
        self.draw, self.attributes = draw, attributes

    def integer(self, depth: int) -> Text:
        part = self.draw.choice(["left", "right"])
        leaves: list[Text] = [("tree.key", "key"), (str(number := self.draw.randint(-1, 3)), str(number))]
        leaves += [(f"{name}(tree.{part})", f"{part}.{name}") for name in self.attributes]
        if depth == 0:
            return self.draw.choice(leaves)
        shape = self.draw.randrange(6)
        (a, spec_a), (b, spec_b) = self.integer(depth - 1), self.integer(depth - 1)
        if shape < 2:
            sign = "+-"[shape]
            return f"({a} {sign} {b})", f"({spec_a} {sign} ({spec_b}))"
        if shape == 2:
            function = self.draw.choice(["min", "max"])
            return f"{function}({a}, {b})", f"{function}({spec_a}, {spec_b})"
        if shape == 3:
            test, spec_test = self.test(depth - 1)
            return f"({a} if {test} else {b})", f"({spec_test} ? {spec_a} : {spec_b})"
        if shape == 4:
            return f"abs({a})", f"abs({spec_a})"
        return self.draw.choice(leaves)

    def test(self, depth: int) -> Text:
        shape = self.draw.randrange(7 if depth else 4)
        if shape == 0:
            return "tree.bit", "bit"
        if shape == 1:
            part = self.draw.choice(["left", "right"])
            return f"tree.{part} is None", f"{part}.kind == 'Nil'"
        if shape in (2, 3):
            (a, spec_a), (b, spec_b) = self.integer(max(depth - 1, 0)), self.integer(max(depth - 1, 0))
            sign = self.draw.choice(["<", "<=", "==", "!=", ">", ">="])
            return f"{a} {sign} {b}", f"{spec_a} {sign} {spec_b}"
        (a, spec_a), (b, spec_b) = self.test(depth - 1), self.test(depth - 1)
        if shape == 4:
            return f"not ({a})", f"!({spec_a})"
        sign, spec_sign = [("and", "&&"), ("or", "||")][shape - 5]
        return f"(({a}) {sign} ({b}))", f"(({spec_a}) {spec_sign} ({spec_b}))"


class Program:
    """Attributes and a condition, by a seed."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        names = ["one", "two"][: draw.randint(1, 2)]
        writer = Writer(draw, names)
        self.attributes = []
        for name in names:
            least = draw.randint(-1, 2)
            body, spec_body = writer.integer(2)
            # Answers stay few, so that the enumerator's integers and the spec's stay within 64 bits.
            body = f"min(max({body}, -3), 4)"
            spec_body = f"min(max({spec_body}, -3), 4)"
            self.attributes.append((name, least, body, spec_body))
        self.condition, self.spec_condition = writer.test(3)

    def python(self, attribute: Any) -> Any:
        """The predicate, with the attributes marked as ``attribute`` does."""
        lines = []
        for name, least, body, _ in self.attributes:
            lines += ["@attribute", f"def {name}(tree): return {least} if tree is None else {body}"]
        lines.append(f"def rep_ok(tree): return tree is None or ({self.condition})")
        space: dict[str, Any] = {"attribute": attribute}
        exec(compile("\n".join(lines), "<program>", "exec"), space)
        return space["rep_ok"]

    def spec(self) -> str:
        attributes = ", ".join(
            f'"{name}": {{"Nil": "{least}", "Node": "{body}"}}' for name, least, _, body in self.attributes
        )
        fields = f'"left": Type("Tree"), "key": Int("1", "{KEYS}"), "bit": Bool, "right": Type("Tree")'
        return (
            '(name: "program", root: "Tree", types: {"Tree": (constructors: {"Nil": (), '
            f'"Node": (fields: {{{fields}}})}}, attributes: {{{attributes}}}, '
            f'rep_ok: {{"Node": ["{self.spec_condition}"]}})}})'
        )


def brute_force(rep_ok: Any, max_size: int) -> list[list[Any]]:
    """All trees by size of whose parts each is accepted: made from all accepted smaller ones, and asked."""
    found: list[list[Any]] = [[None] if rep_ok(None) else []]
    for size in range(1, max_size + 1):
        found.append([])
        for left in range(size):
            for parts in itertools.product(found[left], range(1, KEYS + 1), [False, True], found[size - 1 - left]):
                tree = Node(*parts)
                if rep_ok(tree):
                    found[size].append(tree)
    return found


def plain(function: Any) -> Any:
    """An attribute for the enumerator: the function, with its answers kept."""
    return functools.cache(function)
