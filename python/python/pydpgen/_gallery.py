"""Pages of drawings of structures: a gallery, and the overview of a build that a notebook shows.

Texts of the user's types come into a page by ``escape``, or in drawings, which escape them.
"""

from __future__ import annotations

import os
from typing import Any

from ._atomic_files import write_atomically
from ._growth_plot import growth_plot

__all__ = ["MAX_OVERVIEW_DRAWINGS", "Gallery", "overview"]

#: The number of drawings in an overview, and of sizes in its table.
MAX_OVERVIEW_DRAWINGS, MAX_OVERVIEW_SIZES = 8, 30

#: The sizes and ranks that a page shows: size, first rank, and end.
Spans = list[tuple[int, int, int]]

_PAGE_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
"""


class Gallery:
    """Drawings of structures with their sizes and ranks: a notebook shows it, and ``save`` writes a page.

    >>> import pydpgen
    >>> gallery = pydpgen.Spec("binary-tree").build(max_size=3).gallery(4)
    >>> gallery
    <gallery of the first 4 of 9 structures of Tree, up to size 3>
    >>> gallery.html.count("<figure")
    4
    """

    def __init__(self, catalog: Any, spans: Spans, name: str, covers: str) -> None:
        self._catalog, self._spans, self._name, self._covers = catalog, spans, name, covers

    @property
    def html(self) -> str:
        """The page, as a whole document."""
        title = _escaped(self._name)
        return f"{_PAGE_HEAD}<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n{self._repr_html_()}\n</body>\n</html>\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file with the ending ``.html``. The file is complete or not there."""
        if os.path.splitext(os.fspath(path))[1] not in (".html", ".htm"):
            raise ValueError(f"{os.fspath(path)}: a gallery is an .html page; a drawing of one structure can be .svg")
        write_atomically(path, self.html.encode())

    def _repr_html_(self) -> str:
        return f"<p>{_escaped(self._covers)}; below each are its size and rank</p>{_figures(self._catalog, self._spans)}"

    def __repr__(self) -> str:
        return f"<gallery of {self._covers}>"


def _escaped(text: str) -> str:
    # Loaded where a page is made: it has a table of all entities.
    from html import escape

    return escape(text)


def _figures(catalog: Any, spans: Spans) -> str:
    """The drawings of structures. The first one has the style sheet for all."""
    figures: list[str] = []
    for size, first, last in spans:
        for rank in range(first, last):
            place, format = f"{size}:{rank}", "inline" if figures else "svg"
            drawing = catalog.draw(catalog.nth(size, rank), place, format)
            figures.append(
                "<figure style='display:inline-block;vertical-align:top;margin:4px;max-width:100%;overflow:auto'>"
                f"{drawing}<figcaption>{place}</figcaption></figure>"
            )
    return f"<div>{''.join(figures)}</div>"


def overview(catalog: Any, counts: dict[int, int], spans: Spans, title: str) -> str:
    """The counts by size as a table and as a plot, and drawings of structures. A table of many sizes is cut."""
    rows = [f"<tr><th>{size}</th><td style='text-align:right'>{_number(count)}</td></tr>" for size, count in counts.items()]
    if len(rows) > MAX_OVERVIEW_SIZES:
        rows[MAX_OVERVIEW_SIZES:] = ["<tr><th>…</th><td></td></tr>"]
    table = f"<table><tr><th>size</th><th>structures</th></tr>{''.join(rows)}</table>"
    beside = "display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start"
    return f"<p>{_escaped(title)}</p><div style='{beside}'>{table}{growth_plot(counts)}</div>{_figures(catalog, spans)}"


def _number(count: int) -> str:
    return f"{count:,}" if count < 10**30 else f"about 10<sup>{int(count.bit_length() * 0.30103)}</sup>"
