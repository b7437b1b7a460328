"""Texts that are written as hjson, XML, configuration, markup and selectors, and read again."""

import io
from typing import Any

import pytest
from faults import fault, texts

import pydpgen

hjson = pytest.importorskip("hjson")
xmltodict = pytest.importorskip("xmltodict")
configobj = pytest.importorskip("configobj")
cssselect = pytest.importorskip("cssselect")
rich_text = pytest.importorskip("rich.text")
rich_markup = pytest.importorskip("rich.markup")

QUOTES = texts("a", '"', "'", "\\", "\n", "\r", " ", "#", ":", "[", max_size=3)


@pydpgen.exhaustive(QUOTES, expect=1111)
def test_keys_by_hjson(tokens: list[str]) -> None:
    text = "".join(tokens)
    assert hjson.loads(hjson.dumps({text: 1})) == {text: 1}


@fault("hjson", QUOTES, smallest=r"['a', '\r']", failed=374)
def test_values_by_hjson(tokens: list[str]) -> None:
    text = "".join(tokens)
    assert hjson.loads(hjson.dumps({"k": text})) == {"k": text}


@fault("hjson", texts("a", '"', "'", "\\", max_size=4), smallest=r"""['"', "'"]""", failed=53)
def test_quotes_by_hjson(tokens: list[str]) -> None:
    """A text between `'''` ends at the first `'''`."""
    text = "".join(tokens)
    assert hjson.loads(hjson.dumps({"k": text})) == {"k": text}


XML = texts("a", "<", "&", '"', "]]>", " ", "\n", "\r", max_size=4)


@pydpgen.exhaustive(XML, expect=4681)
def test_attributes_by_xmltodict(tokens: list[str]) -> None:
    document = {"r": {"@k": "".join(tokens)}}
    assert xmltodict.parse(xmltodict.unparse(document)) == document


@fault("xmltodict", XML, smallest=r"['a', '\r', 'a']", failed=550)
def test_texts_by_xmltodict(tokens: list[str]) -> None:
    """A carriage return that is no reference is read as a line feed (XML 1.0, 2.11). Spaces around a text are stripped."""
    document = {"r": "".join(tokens).strip() or "a"}
    assert xmltodict.parse(xmltodict.unparse(document)) == document


def configuration(values: dict[str, Any]) -> dict[str, Any]:
    """What configobj reads of what it wrote."""
    written, stream = configobj.ConfigObj(encoding="utf-8"), io.BytesIO()
    written.update(values)
    written.write(stream)
    return configobj.ConfigObj(io.BytesIO(stream.getvalue()), encoding="utf-8").dict()


def quoted(values: dict[str, Any]) -> None:
    """What configobj says that it can not quote is no fault."""
    try:
        read = configuration(values)
    except configobj.ConfigObjError as error:
        if "cannot be safely quoted" in str(error):
            return
        raise
    assert read == values


@fault("configobj", QUOTES, smallest=r"['\r']", failed=291)
def test_values_by_configobj(tokens: list[str]) -> None:
    quoted({"k": "".join(tokens)})


@fault("configobj", QUOTES, smallest="[]", failed=257)
def test_sections_by_configobj(tokens: list[str]) -> None:
    quoted({"".join(tokens): {"k": "v"}})


MARKUP = texts("a", "[", "]", "\\", "/", max_size=4)


@fault("rich", MARKUP, smallest=r"['\\']", failed=198)
def test_escaped_texts_by_rich(tokens: list[str]) -> None:
    """`escape`: "Escapes text so that it won't be interpreted as markup"."""
    text = "".join(tokens)
    assert rich_text.Text.from_markup(rich_markup.escape(text)).plain == text


SELECTORS = texts("a", "*", "|a", "*|a", "#b", ".c", "[d]", ":not(", ":is(", ")", ":hover", " ", ">", max_size=3)


@fault("cssselect", SELECTORS, smallest="['a', ' ', '*|a']", failed=17)
def test_selectors_by_cssselect(tokens: list[str]) -> None:
    """`canonical`: "Return a CSS representation for this selector"."""
    try:
        selectors = cssselect.parse("".join(tokens))
    except cssselect.SelectorError:
        return
    for selector in selectors:
        assert repr(cssselect.parse(selector.canonical())) == repr([selector])
