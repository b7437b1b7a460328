"""Drawings of structures as trees, for terminals and notebooks."""

from __future__ import annotations

import os
from typing import Any

from ._atomic_files import write_atomically

__all__ = ["Drawing"]


class Drawing:
    """A drawing of a structure.

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

    def _format(self, format: str) -> str:
        return str(self._catalog.draw(self._structure, type(self._structure).__name__, format))

    @property
    def svg(self) -> str:
        """The drawing as SVG, for light and dark backgrounds."""
        return self._format("svg")

    @property
    def dot(self) -> str:
        """The tree in Graphviz's language DOT."""
        return self._format("dot")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the drawing in the format of the file name's ending: ``.svg``, ``.dot`` or ``.txt``."""
        formats = {".svg": "svg", ".dot": "dot", ".txt": "text"}
        ending = os.path.splitext(os.fspath(path))[1]
        if ending not in formats:
            raise ValueError(f"{os.fspath(path)}: pictures are .svg, .dot or .txt")
        write_atomically(path, self._format(formats[ending]).encode())

    def __str__(self) -> str:
        return self._format("text")

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return self.svg
