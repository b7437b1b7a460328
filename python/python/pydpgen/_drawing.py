"""Pictures of structures, for terminals and notebooks."""

from __future__ import annotations

import os
from collections.abc import Iterable
from html import escape
from typing import Any

from . import _files

__all__ = ["Drawing", "overview"]

#: How many structures an overview shows.
SHOWN = 8


class Drawing:
    """A picture of a structure.

    >>> import pydpgen
    >>> trees = pydpgen.Spec("binary-search-tree").build(max_size=3)
    >>> print(trees.draw(trees[-3]), end="")
          2
      ┌───┴───┐
      1       3
    ┌─┴─┐   ┌─┴─┐
    ·   ·   ·   ·
    """

    def __init__(self, catalog: Any, structure: Any) -> None:
        self._catalog, self._structure = catalog, structure

    def _in(self, format: str) -> str:
        return str(self._catalog.draw(self._structure, type(self._structure).__name__, format))

    @property
    def svg(self) -> str:
        """The picture as SVG, in light and dark."""
        return self._in("svg")

    @property
    def dot(self) -> str:
        """The tree for Graphviz."""
        return self._in("dot")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture, by the ending of the file's name: ``.svg``, ``.dot`` or ``.txt``."""
        formats = {".svg": "svg", ".dot": "dot", ".txt": "text"}
        ending = os.path.splitext(os.fspath(path))[1]
        if ending not in formats:
            raise ValueError(f"{os.fspath(path)}: pictures are .svg, .dot or .txt")
        _files.write(path, self._in(formats[ending]).encode())

    def __str__(self) -> str:
        return self._in("text")

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return self.svg


def overview(structures: Iterable[Any], catalog: Any, title: str) -> str:
    """A table of how many structures there are, and pictures of the first ones."""
    rows = []
    for size in range(catalog.complete_sizes):
        count = catalog.count(size)
        number = f"{count:,}" if count < 10**30 else f"about 10<sup>{int(count.bit_length() * 0.30103)}</sup>"
        rows.append(f"<tr><th>{size}</th><td style='text-align:right'>{number}</td></tr>")
        if len(rows) == 30 < catalog.complete_sizes:
            rows.append("<tr><th>…</th><td></td></tr>")
            break
    pictures = []
    for rank, structure in enumerate(structures):
        if rank == SHOWN:
            break
        svg = catalog.draw(structure, f"rank {rank}", "svg")
        pictures.append(f"<figure style='display:inline-block;margin:4px'>{svg}<figcaption>{rank}</figcaption></figure>")
    table = "<table><tr><th>size</th><th>structures</th></tr>" + "".join(rows) + "</table>"
    return f"<p>{escape(title.strip('<>'))}</p>{table}<div>{''.join(pictures)}</div>"
