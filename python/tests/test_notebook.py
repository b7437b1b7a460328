"""Pages of a notebook: builds, structures, galleries and progress. No text of a user's type is markup there."""

from __future__ import annotations

import enum
import sys
import types
import xml.etree.ElementTree as ElementTree
from dataclasses import make_dataclass
from html.parser import HTMLParser
from typing import Annotated, Literal

import pytest
from trees import Tree, is_search_tree

import pydpgen
from pydpgen._growth_plot import growth_plot

#: All elements that a page has.
ELEMENTS = {"html", "head", "meta", "title", "body", "h1", "p", "div", "table", "tr", "th", "td", "sup", "pre", "figure"}
ELEMENTS |= {"figcaption", "svg", "style", "g", "path", "rect", "circle", "text", "tspan"}

EVIL = [
    "<script>alert(1)</script>",
    "</text></svg><img src=x onerror=alert(1)>",
    "\"'><b onmouseover=alert(1)>",
    "]]><!-- ",
    "&lt;i&gt; \x07\u202e",
]


class Page(HTMLParser):
    """The elements of a page, its attributes and its text."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.attributes, self.texts, self.open = [], [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append(tag)
        self.attributes += [name for name, _ in attributes]

    def handle_data(self, text):
        self.texts.append(text)

    def handle_comment(self, text):
        raise AssertionError(f"a comment: {text}")


def evil_types(text):
    """A type for each place in which a user's text can be: it is built, and its structures are drawn."""
    named = make_dataclass("Named", [("word", Literal["a"])], frozen=True)
    named.__name__ = named.__qualname__ = text
    other = make_dataclass("Other", [("flag", bool)], frozen=True)
    yield "a class's name", named | other | None
    yield "a literal", make_dataclass("Word", [("word", Literal[text])], frozen=True) | None
    yield "a value", make_dataclass("Word", [("word", Annotated[str, pydpgen.Values("a", text)])], frozen=True) | None
    yield "an enum", make_dataclass("Word", [("word", enum.Enum("E", {text: 1, "b": text}))], frozen=True) | None
    labelled = type("Labelled", (), {"__repr__": lambda self: text, "__hash__": lambda self: 1})()
    yield "a repr", make_dataclass("Word", [("word", Annotated[object, pydpgen.Values(labelled)])], frozen=True) | None


def pages_of(trees):
    """All that a notebook or a file shows of structures."""
    yield trees._repr_html_()
    yield trees.of_size(1)._repr_html_()
    yield trees.gallery().html
    yield trees.gallery()._repr_html_()
    yield trees.explain()._repr_html_()
    yield from (trees.draw(tree).svg for tree in trees)


@pytest.mark.parametrize("text", EVIL)
def test_no_text_of_a_type_is_markup(text):
    shown = 0
    for where, ty in evil_types(text):
        trees = pydpgen.build(ty, max_size=1, rechecked=0)
        for page in pages_of(trees):
            found = Page(page)
            assert set(found.elements) <= ELEMENTS, where
            assert not [name for name in found.attributes if name.startswith("on")], where
            shown += any("alert(1)" in one for one in found.texts)
        # In a file, an SVG is XML.
        for tree in trees:
            ElementTree.fromstring(trees.draw(tree).svg)
    assert "alert" not in text or shown >= 10


def test_a_build_shows_counts_growth_and_drawings():
    trees = pydpgen.build(Tree, is_search_tree, max_size=5)
    page = trees._repr_html_()
    # A search tree of n of the keys 1 to 5, each with Catalan(n) shapes.
    assert trees.counts() == [1, 5, 20, 50, 70, 42]
    for size, count in enumerate(trees.counts()):
        assert f"<tr><th>{size}</th><td style='text-align:right'>{count}</td></tr>" in page
        assert f"<title>size {size}: {count}</title>" in page
    found = Page(page)
    assert found.elements.count("figure") == 8 and found.elements.count("style") == 1
    assert "138" not in page and "188 structures of Node | None, up to size 5" in page
    part = Page(trees.of_size(3)._repr_html_())
    # Of a part, sizes that it has nothing of are not shown; one size has no growth.
    assert part.elements.count("tr") == 1 + 1 and "50" in part.texts
    assert "dpgen-growth" in page and "dpgen-growth" not in trees.of_size(3)._repr_html_()
    large = pydpgen.Spec("binary-tree").build(max_size=40)._repr_html_()
    assert Page(large).elements.count("tr") == 1 + 30 + 1 and "about 10^" in large


@pytest.mark.parametrize(
    ("counts", "dots", "lines", "labels"),
    [
        ([1, 1], 2, 1, ["1", "10", "0", "1"]),
        ([0, 3, 0, 5], 2, 0, ["1", "10", "0", "1", "2", "3"]),
        ([1, 10, 100, 1000], 4, 3, ["1", "10", "100", "1,000", "0", "3"]),
        ([10**200, 10**400], 2, 1, ["1", "10320"]),
        ([2**size for size in range(400)], 400, 399, ["0", "45", "360"]),
    ],
)
def test_growth(counts, dots, lines, labels):
    plot = growth_plot(dict(enumerate(counts)))
    root = ElementTree.fromstring(plot)
    name = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{name}circle")) == dots
    assert plot.count("L") == lines
    texts = ["".join(text.itertext()) for text in root.findall(f"{name}text")]
    assert set(labels) <= set(texts) and len(texts) <= 9 + 6 + 1
    width, height = float(root.get("width")), float(root.get("height"))
    for circle in root.findall(f"{name}circle"):
        assert 0 < float(circle.get("cx")) < width and 0 < float(circle.get("cy")) < height


def test_no_growth():
    assert growth_plot({}) == growth_plot({0: 0}) == growth_plot({3: 7}) == growth_plot({0: 0, 1: 9}) == ""


def test_a_gallery(tmp_path):
    trees = pydpgen.build(Tree, is_search_tree, max_size=3)
    for gallery, number, text in [
        (trees.gallery(), 15, "15 structures of Node | None, up to size 3"),
        (trees.gallery(4), 4, "the first 4 of 15 structures of Node | None, up to size 3"),
        (trees.of_size(3).gallery(2), 2, "the first 2 of 5 structures of Node | None, size 3"),
        (trees.gallery(0), 0, "the first 0 of 15 structures"),
        (trees.part(0, 0).gallery(), 0, "0 structures of"),
    ]:
        assert repr(gallery).startswith(f"<gallery of {text}")
        page = Page(gallery.html)
        assert page.elements.count("figure") == number and any(text in one for one in page.texts)
    places = [text for text in Page(trees.of_size(3).gallery(2).html).texts if ":" in text and len(text) < 9]
    # The first drawing has a style sheet, and with it a title.
    assert places == ["3:0", "3:0", "3:1"]
    trees.gallery().save(tmp_path / "trees.html")
    assert (tmp_path / "trees.html").read_text(encoding="utf-8") == trees.gallery().html
    for wrong, error in [(lambda: trees.gallery().save("trees.svg"), ValueError), (lambda: trees.gallery(-1), ValueError)]:
        with pytest.raises(error):
            wrong()
    with pytest.raises(TypeError, match="number of drawings"):
        trees.gallery([0, 1])


@pytest.mark.parametrize("name", pydpgen.specs())
def test_instances_of_a_spec_show_themselves(name):
    trees = pydpgen.Spec(name).build(max_size=4, time=10)
    for tree in [*trees[:2], *trees[-2:]]:
        if hasattr(tree, "_repr_svg_"):
            assert tree._repr_svg_() == trees.draw(tree).svg


def test_parts_of_a_spec_show_as_text():
    # Whole structures are states; a sink is a successor of one.
    assert pydpgen.Spec("acyclic-automaton").Sink()._repr_svg_() is None


def test_results_show_their_statement():
    pretty = pytest.importorskip("IPython.lib.pretty").pretty
    found = pydpgen.check(pydpgen.build(Tree, max_size=1), lambda tree: True)
    assert pretty(found) == str(found) and str(found).startswith("all 2 cases of size ≤ 1 in ")
    step = pydpgen.rule(lambda self: None)
    step.__name__ = "step"
    explored = pydpgen.check_machine(type("Small", (), {"step": step}), max_calls=2)
    assert pretty(explored) == str(explored) and "all 2 sequences" in str(explored)


@pytest.mark.parametrize("is_notebook", [True, False])
def test_progress_in_a_notebook(is_notebook, monkeypatch, capsys):
    pytest.importorskip("tqdm")
    shell = type("ZMQInteractiveShell" if is_notebook else "TerminalInteractiveShell", (), {})()
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell, version_info=(9,)))
    pydpgen.build(Tree, is_search_tree, max_size=3, progress=True)
    shown = capsys.readouterr().err
    assert ("pydpgen" in shown and "candidates" in shown) == is_notebook and "IProgress" not in shown
