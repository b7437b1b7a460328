"""Type checkers accept the examples of the documentation, and know the types of structures and of tests."""

from __future__ import annotations

import importlib.metadata
import json
import pathlib
import re
import subprocess
import sys

import pytest
from pages import PAGES, examples_of

#: Examples leave out the types of predicates, as their readers do.
UNTYPED = ["--allow-untyped-defs", "--allow-incomplete-defs", "--allow-untyped-calls"]
MYPY = ["mypy", "--strict", *UNTYPED, "--no-error-summary", "--no-pretty"]

TYPED = """
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple, assert_type
import pydpgen
from pydpgen import Structures

@dataclass(frozen=True)
class Node:
    left: "Node | None"
    key: Annotated[int, pydpgen.Range(1, "n")]

class Pair(NamedTuple):
    low: bool
    high: bool

Tree = Node | None

def rep_ok(node: Node) -> bool:
    return node.left is None or node.left.key < node.key

nodes = pydpgen.build(Node, rep_ok, max_size=3)
assert_type(nodes, Structures[Node])
assert_type(nodes[0], Node)
assert_type(nodes[:2], list[Node])
assert_type(nodes.sample(2), Node)
assert_type(pydpgen.build(Pair, max_size=1), Structures[Pair])
assert_type(pydpgen.build(list[bool], max_size=2)[0], list[bool])
trees: Structures[Node | None] = pydpgen.build(Tree, max_size=3)
assert_type(trees[0], Node | None)

@pydpgen.exhaustive(nodes)
def test_node(node: Node) -> None: ...

@pydpgen.exhaustive(trees, nodes, expect=3)
def test_two(tree: Node | None, node: Node, tmp_path: Path) -> None: ...

@pydpgen.exhaustive(pydpgen.build(Tree, max_size=2), key=range(9))
def test_named(tree: Node | None, key: int) -> None: ...

@pydpgen.exhaustive(nodes, lambda node: [node.key, 9])
def test_dependent(node: Node, key: int) -> None: ...

class TestNode:
    @pydpgen.exhaustive(nodes)
    def test_node(self, node: Node, tmp_path: Path) -> None: ...

test_node()
test_dependent()
test_two(Path())
TestNode().test_node(Path())
"""

#: A line after those above, and what a type checker has to say of it.
MISTAKES = {
    "no size": "pydpgen.build(Node)",
    "a misspelt argument": "pydpgen.build(Node, maxsize=3)",
    "a limit of another type": "pydpgen.build(Node, max_size='3')",
    "a test of something else": "@pydpgen.exhaustive(nodes)\ndef test_text(text: str) -> None: ...",
    "a fixture that is not given": "test_two()",
    "a field that is not there": "nodes[0].right",
    "something else than structures": "print(nodes[0].key.upper())",
}


def errors_by_mypy(path: pathlib.Path) -> list[str]:
    pytest.importorskip("mypy", reason="mypy is not installed")
    # What pages import is read once: each is in a folder of its own, below that of this process.
    command = [sys.executable, "-m", *MYPY, f"--cache-dir={path.parent.parent / 'mypy-cache'}", path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def errors_by_pyright(path: pathlib.Path) -> list[str]:
    pytest.importorskip("basedpyright", reason="basedpyright is not installed: pyright with the Node.js that it needs")
    path.with_name("pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found = json.loads(done.stdout)["generalDiagnostics"]
    return [f"{one['range']['start']['line'] + 1}: {one['message']}" for one in found if one["severity"] == "error"]


CHECKERS = {"mypy": errors_by_mypy, "pyright": errors_by_pyright}


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("name", PAGES)
def test_examples(checker, name, tmp_path):
    page = tmp_path / "page.py"
    page.write_text("\n".join(examples_of(name)), encoding="utf-8")
    assert CHECKERS[checker](page) == []


@pytest.mark.parametrize("checker", CHECKERS)
def test_types_of_structures_and_tests(checker, tmp_path):
    page = tmp_path / "typed.py"
    page.write_text(TYPED)
    assert CHECKERS[checker](page) == []
    lines = TYPED.count("\n")
    page.write_text(TYPED + "\n".join(MISTAKES.values()))
    numbers = {int(re.search(r"(\d+): ", error)[1]) for error in CHECKERS[checker](page)}
    at = lines + 1
    for name, mistake in MISTAKES.items():
        after = at + mistake.count("\n") + 1
        assert numbers & set(range(at, after)), name
        at = after
    assert min(numbers) > lines


def test_the_package_says_that_it_has_types():
    files = importlib.metadata.files("pydpgen") or []
    assert any(str(file) == "pydpgen/py.typed" for file in files)
