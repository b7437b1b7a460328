"""The pages of the documentation whose examples run, and are accepted by type checkers."""

from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]

PAGES = [*(f"docs/python{page}.md" for page in ("", "-reference", "-how-to", "-explanation", "-testing")), "python/README.md"]


def examples_of(page: str) -> list[str]:
    """The Python code of a page, block by block; there is some."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.S | re.M)
    assert blocks
    return blocks
