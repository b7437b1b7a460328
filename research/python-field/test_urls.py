"""References that are resolved against a URL, by the algorithm of RFC 3986, section 5.2."""

import re

import pytest
from faults import fault, texts

import pydpgen

rfc3986 = pytest.importorskip("rfc3986")
hyperlink = pytest.importorskip("hyperlink")
yarl = pytest.importorskip("yarl")

pytestmark = pytest.mark.filterwarnings("ignore:Please use rfc3986:DeprecationWarning")

BASES = ["http://h/a/b?q", "http://h"]
PATHS = texts("a", "/", "..", ".", max_size=5)
QUERIES = texts("a", "/", "?", "#", max_size=4)
PARTS = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?")


def without_dots(path: str) -> str:
    """`remove_dot_segments`, section 5.2.4."""
    output = ""
    while path:
        if path.startswith(("../", "./")):
            path = path.partition("/")[2]
        elif path.startswith("/./") or path == "/.":
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":
            path, output = "/" + path[4:], output.rpartition("/")[0]
        elif path in (".", ".."):
            path = ""
        else:
            end = path.find("/", 1)
            end = len(path) if end < 0 else end
            output, path = output + path[:end], path[end:]
    return output


def resolved(base: str, reference: str) -> str:
    """The target, for a reference without a scheme and an authority: sections 5.2.2, 5.2.3 and 5.3."""
    scheme, host, base_path, base_query, _ = PARTS.fullmatch(base).groups()
    _, _, path, query, fragment = PARTS.fullmatch(reference).groups()
    if path == "":
        path, query = base_path, base_query if query is None else query
    elif path.startswith("/"):
        path = without_dots(path)
    else:
        path = without_dots("/" + path if base_path == "" else base_path.rpartition("/")[0] + "/" + path)
    ending = "" if fragment is None else "#" + fragment
    return f"{scheme}://{host}{path}" + ("" if query is None else "?" + query) + ending


def is_reference(text: str) -> bool:
    return not text.startswith("//") and text.count("#") <= 1


@pydpgen.exhaustive(PATHS, base=BASES, expect=2730)
def test_paths(tokens: list[str], base: str) -> None:
    reference = "".join(tokens)
    if is_reference(reference):
        expected = resolved(base, reference)
        assert str(yarl.URL(base).join(yarl.URL(reference))).removesuffix("/") == expected.removesuffix("/")
        assert hyperlink.URL.from_text(base).click(reference).to_text() == expected


@fault("rfc3986", PATHS, smallest="['..', '/']", failed=45)
def test_paths_by_rfc3986(tokens: list[str]) -> None:
    reference = "".join(tokens)
    if is_reference(reference):
        for base in BASES:
            assert rfc3986.uri_reference(reference).resolve_with(base).unsplit() == resolved(base, reference)


@pydpgen.exhaustive(QUERIES, base=BASES, expect=682)
def test_queries_by_rfc3986(tokens: list[str], base: str) -> None:
    reference = "".join(tokens)
    if is_reference(reference):
        assert rfc3986.uri_reference(reference).resolve_with(base).unsplit() == resolved(base, reference)


@fault("hyperlink", QUERIES, smallest="['?']", failed=75)
def test_empty_queries_by_hyperlink(tokens: list[str]) -> None:
    """A query that is there and empty replaces that of the base. Whether its mark is kept is not compared."""
    reference = "".join(tokens)
    if is_reference(reference):
        found = hyperlink.URL.from_text(BASES[0]).click(reference).to_text()
        assert found == re.sub(r"[?#](?=$|#)", "", resolved(BASES[0], reference))
