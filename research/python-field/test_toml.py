"""toml and tomlkit: what is written is read again, and edits of a document are those of a dict."""

import copy
import tomllib
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from faults import fault, texts

import pydpgen
from pydpgen import Range, Values

toml = pytest.importorskip("toml")
tomlkit = pytest.importorskip("tomlkit")
tomli_w = pytest.importorskip("tomli_w")

TEXTS = texts("a", '"', "'", "\\", "\n", "\r", " ", "#", "\x85", max_size=3)


@pydpgen.exhaustive(TEXTS, expect=820)
def test_texts_by_tomli_w_and_tomlkit(tokens: list[str]) -> None:
    text = "".join(tokens)
    for module in (tomli_w, tomlkit):
        assert tomllib.loads(module.dumps({"k": text})) == {"k": text}
        assert tomllib.loads(module.dumps({text: 1})) == {text: 1}


@fault("toml", TEXTS, smallest=r"""['"']""", failed=245)
def test_values_by_toml(tokens: list[str]) -> None:
    text = "".join(tokens)
    assert toml.loads(toml.dumps({"k": text})) == {"k": text}


@fault("toml", TEXTS, smallest=r"['\x85']", failed=235)
def test_values_written_by_toml(tokens: list[str]) -> None:
    text = "".join(tokens)
    assert tomllib.loads(toml.dumps({"k": text})) == {"k": text}


@fault("toml", TEXTS, smallest=r"['\x85']", failed=237)
def test_keys_by_toml(tokens: list[str]) -> None:
    text = "".join(tokens)
    assert toml.loads(toml.dumps({text: 1})) == {text: 1}


VALUES: list[Any] = [1, {}, [{}]]


@dataclass(frozen=True)
class Put:
    key: Annotated[str, Values("a", "b")]
    value: Annotated[int, Range(0, len(VALUES) - 1)]


@dataclass(frozen=True)
class PutWithin:
    table: Annotated[str, Values("a", "b")]
    key: Annotated[str, Values("x", "y")]
    value: Annotated[int, Range(0, len(VALUES) - 1)]


@dataclass(frozen=True)
class Remove:
    key: Annotated[str, Values("a", "b")]


@dataclass(frozen=True)
class RemoveWithin:
    table: Annotated[str, Values("a", "b")]
    key: Annotated[str, Values("x", "y")]


@dataclass(frozen=True)
class Edits:
    __dpgen_weight__ = 0
    text: Annotated[str, Values("", "[a]\nx = 1\n", "a.x = 1\n", "a = {x = 1}\n", "[[a]]\nx = 1\n", "a.x = 1\nb = 1\n")]
    edits: list[Put | PutWithin | Remove | RemoveWithin]


def edit(document: Any, edits: Edits) -> Any:
    for one in edits.edits:
        match one:
            case Put(key, value):
                document[key] = copy.deepcopy(VALUES[value])
            case PutWithin(table, key, value) if isinstance(document.get(table), dict):
                document[table][key] = copy.deepcopy(VALUES[value])
            case Remove(key) if key in document:
                del document[key]
            case RemoveWithin(table, key) if isinstance(document.get(table), dict) and key in document[table]:
                del document[table][key]
    return document


EDITS = pydpgen.build(Edits, max_size=2)


@pydpgen.exhaustive(EDITS)
def test_edited_documents_are_edited_dicts(edits: Edits) -> None:
    assert edit(tomlkit.parse(edits.text), edits).unwrap() == edit(tomllib.loads(edits.text), edits)


@fault("tomlkit", EDITS, smallest=r"Edits(text='a.x = 1\nb = 1\n', edits=[PutWithin(table='a', key='x', value=1)])", failed=92)
def test_documents_with_new_values_are_written(edits: Edits) -> None:
    """A key after a table's header is one of that table."""
    if not any(isinstance(one, Remove | RemoveWithin) for one in edits.edits):
        document = edit(tomlkit.parse(edits.text), edits)
        assert tomllib.loads(tomlkit.dumps(document)) == document.unwrap()


@fault("tomlkit", EDITS, smallest=r"Edits(text='a.x = 1\n', edits=[RemoveWithin(table='a', key='x')])", failed=182)
def test_edited_documents_are_written(edits: Edits) -> None:
    document = edit(tomlkit.parse(edits.text), edits)
    assert tomllib.loads(tomlkit.dumps(document)) == document.unwrap()
