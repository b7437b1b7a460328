"""Imports between the modules of the package form no circle, and an import of it loads little of the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pydpgen

PACKAGE = Path(pydpgen.__path__[0])

#: The extension module, which has no source file in the package.
EXTENSION = "pydpgen._pydpgen"

#: What an import of the package may load of the standard library, with what these load: it takes a third of the time.
LIBRARY = "bisect, contextvars, copy, dataclasses, inspect, math, signal, struct, threading, typing, zlib"

#: By module: the modules of the package that it imports.
Imports = dict[str, set[str]]


def modules() -> dict[str, Path]:
    """The files of the package by module name; that of a package is the name of its folder."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ["pydpgen", *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(name: str, is_package: bool, tree: ast.Module, known: set[str]) -> set[str]:
    """The modules that a module imports, within functions, too; imports for type checkers are left out."""
    for_checkers = {
        node
        for test in ast.walk(tree)
        if isinstance(test, ast.If) and ast.unparse(test.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
        for statement in test.body
        for node in ast.walk(statement)
    }
    found = set()
    for node in ast.walk(tree):
        if node in for_checkers:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = name.split(".")
            # A package is its own base, a module's is the package that it is in.
            base = base[: len(base) - node.level + is_package] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                found.add(inner if inner in known else source)
    return found & known - {name}


def circle(imports: Imports) -> list[str] | None:
    """The modules of a circle in the order of its imports, if there is one."""
    done: set[str] = set()

    def search(path: list[str]) -> list[str] | None:
        for module in sorted(imports[path[-1]] - done):
            if module in path:
                return [*path[path.index(module) :], module]
            if found := search([*path, module]):
                return found
        done.add(path[-1])
        return None

    return next((found for module in imports if module not in done and (found := search([module]))), None)


def test_imports_form_no_circle():
    files = modules()
    imports: Imports = {EXTENSION: set()}
    for name, path in files.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports[name] = imports_of(name, path.name == "__init__.py", tree, {EXTENSION, *files})
    # The import statements are understood: some that are there, in each form.
    assert {"pydpgen._build", "pydpgen.ray._progress"} <= imports.keys()
    assert "pydpgen._structures" in imports["pydpgen._build"] and "pydpgen._structures" in imports["pydpgen.ray._check"]
    assert "pydpgen._arrow" in imports["pydpgen._structures"] & imports["pydpgen.ray._dataset"]
    assert circle(imports) is None


def test_a_circle_is_found():
    known = {"p", "p.a", "p.b", "p.q", "p.q.c"}
    sources = {
        "p": "from .a import one",
        "p.a": "import os\ndef one():\n    from .q.c import two",
        "p.b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import a",
        "p.q": "",
        "p.q.c": "from .. import b\nfrom ..a import one",
    }
    imports = {name: imports_of(name, name in ("p", "p.q"), ast.parse(text), known) for name, text in sources.items()}
    assert imports == {"p": {"p.a"}, "p.a": {"p.q.c"}, "p.b": set(), "p.q": set(), "p.q.c": {"p.b", "p.a"}}
    assert circle(imports) == ["p.a", "p.q.c", "p.a"]
    imports["p.q.c"].remove("p.a")
    assert circle(imports) is None


def loaded_by(statement: str) -> set[str]:
    """The names of the modules and packages that a new process has loaded after a statement."""
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import {statement}; print(*sys.modules)"
    # Without the packages of this environment, which load modules themselves.
    shown = subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True).stdout
    return {name.partition(".")[0] for name in shown.split()}


def test_an_import_loads_little_of_the_standard_library():
    assert loaded_by("pydpgen") - loaded_by(LIBRARY) - {"__future__"} == {"pydpgen"}
