"""The examples of the documentation and of the docstrings run, and give the results that are written there."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import pkgutil
import re
import sys
import types

import pytest
from pages import PAGES, ROOT, examples_of

import pydpgen


@pytest.mark.parametrize("name", PAGES)
def test_pages(name):
    pytest.importorskip("hypothesis")
    # Annotations are looked up in the module of their class.
    module = types.ModuleType("page")
    sys.modules["page"] = module
    try:
        for block in examples_of(name):
            exec(compile(block, f"<{name}>", "exec"), module.__dict__)
        for test in [value for key, value in vars(module).items() if key.startswith("test_")]:
            if hasattr(test, "__dpgen__") or hasattr(test, "hypothesis"):
                test()
        for machine in [value for value in vars(module).values() if isinstance(value, type) and "__dpgen__" in vars(value)]:
            machine.__dpgen__.run()
    finally:
        del sys.modules["page"]


def test_doc_strings():
    names = [f"pydpgen.{module.name}" for module in pkgutil.iter_modules(pydpgen.__path__) if module.name != "ray"]
    tried = 0
    for name in ["pydpgen", *names]:
        if name == "pydpgen.strategies":
            pytest.importorskip("hypothesis")
        found = doctest.testmod(importlib.import_module(name))
        assert found.failed == 0, name
        tried += found.attempted
    assert tried > 20


def test_the_package_is_named_as_no_other():
    """PyPI's ``dpgen`` is another project: nothing tells a user to install or import that."""
    pages = [*ROOT.glob("README.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/*.ipynb"), *ROOT.glob("python/**/*.py")]
    pages += [ROOT / "python/README.md", ROOT / "python/pyproject.toml"]
    other = r"\b(import|from) dpgen\b|\binstall '?dpgen\b(?!-)|(?<![\w/.-])dpgen\[|\bdpgen\.(build|exhaustive|ray|Range)\b"
    other = re.compile(other)
    found = [f"{page}: {line}" for page in pages for line in page.read_text(encoding="utf-8").splitlines() if other.search(line)]
    assert len(pages) > 50 and not [line for line in found if "other = " not in line]
    assert importlib.metadata.version("pydpgen") and "dpgen" not in importlib.metadata.packages_distributions()
