"""The examples of the documentation, run as they stand; and the doc strings'."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import pkgutil
import re
import sys
import types

import pytest

import dpgen

ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize("name", ["docs/python.md", "crates/python/README.md"])
def test_pages(name):
    pytest.importorskip("hypothesis")
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.S | re.M)
    assert blocks
    # Annotations are looked up in the module of their class.
    module = types.ModuleType("page")
    sys.modules["page"] = module
    try:
        for block in blocks:
            exec(compile(block, name, "exec"), module.__dict__)
        for test in [value for key, value in vars(module).items() if key.startswith("test_")]:
            if hasattr(test, "__dpgen__"):
                test()
    finally:
        del sys.modules["page"]


def test_doc_strings():
    names = [f"dpgen.{module.name}" for module in pkgutil.iter_modules(dpgen.__path__) if module.name != "ray"]
    tried = 0
    for name in ["dpgen", *names]:
        if name == "dpgen.strategies":
            pytest.importorskip("hypothesis")
        found = doctest.testmod(importlib.import_module(name))
        assert found.failed == 0, name
        tried += found.attempted
    assert tried > 20
