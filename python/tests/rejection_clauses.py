"""A table of builds in which one clause rejects structures, each with the valid ones by an enumerator in plain Python."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pydpgen

MAX_SIZE = 2


@dataclass(frozen=True)
class Inner:
    bit: bool
    rest: Inner | None


@dataclass(frozen=True)
class Outer:
    key: Annotated[int, pydpgen.Range(1, "k")]
    kind: Annotated[float, pydpgen.Values(0.0, -0.0)]
    few: Annotated[tuple[Literal["x"], ...], pydpgen.Len(0, 1)]
    inner: Inner | None
    more: Outer | None


Root = Outer | None


def inners(size: int) -> list[Any]:
    if size == 0:
        return [None]
    return [Inner(bit, rest) for bit in (False, True) for rest in inners(size - 1)]


def outers(size: int, keys: int) -> Iterator[Any]:
    """All of a size, whatever is valid."""
    if size == 0:
        yield None
        return
    for below in range(size):
        parts = itertools.product(range(1, keys + 1), (0.0, -0.0), ((), ("x",)), inners(below), outers(size - 1 - below, keys))
        yield from itertools.starmap(Outer, parts)


def parts_of(structure: Any) -> Iterator[Any]:
    """The structure and its parts, but for ``None``."""
    if structure is not None:
        yield structure
        yield from parts_of(structure.rest if isinstance(structure, Inner) else structure.more)
        if isinstance(structure, Outer):
            yield from parts_of(structure.inner)


@pydpgen.attribute
def depth(outer: Any) -> int:
    return 0 if outer is None else 1 + depth(outer.more)


def without_keys(structure: Any) -> Any:
    if structure is None:
        return None
    return dataclasses.replace(structure, key=0, more=without_keys(structure.more))


@dataclass(frozen=True)
class Clause:
    """What a build is given, and the same for the enumerator."""

    build: dict[str, Any]
    #: Of an outer, and of an inner.
    outer: Callable[[Any], bool] = lambda outer: True
    inner: Callable[[Any], bool] = lambda inner: True
    root: Callable[[Any], bool] = lambda root: True
    keys: int = 2
    #: How a structure is compared.
    seen: Callable[[Any], Any] = lambda structure: structure

    def structures(self, **options: Any) -> Any:
        given = {"params": {"k": self.keys}, "max_size": MAX_SIZE, **self.build, **options}
        return pydpgen.build(Root, given.pop("rep_ok", None), **given)

    def valid(self) -> set[str]:
        """What is valid, as text, which tells floats from each other."""
        everything = itertools.chain.from_iterable(outers(size, self.keys) for size in range(MAX_SIZE + 1))
        return {repr(self.seen(one)) for one in everything if self.accepts(one)}

    def accepts(self, structure: Any) -> bool:
        parts = all((self.inner if isinstance(part, Inner) else self.outer)(part) for part in parts_of(structure))
        return parts and self.root(structure)


def kept(outer: Any) -> bool:
    return outer.key == 1 or outer.more is None


def bit(inner: Any) -> bool:
    return bool(inner.bit)


CLAUSES = {
    "nothing": Clause({}),
    "rep_ok": Clause({"rep_ok": lambda outer: outer is None or kept(outer)}, outer=kept),
    "of a class": Clause({"rep_ok": {Outer: kept}}, outer=kept),
    "of a nested type": Clause({"rep_ok": {Inner: bit}}, inner=bit),
    "of both": Clause({"rep_ok": {Inner: bit, Outer: kept}}, outer=kept, inner=bit),
    "an attribute": Clause({"rep_ok": {Outer: lambda outer: depth(outer) < 2}}, outer=lambda outer: outer.more is None),
    "opaque": Clause({"rep_ok": pydpgen.opaque(lambda outer: outer is None or kept(outer))}, outer=kept),
    # Of whole structures only: it counts for no part.
    "root_ok": Clause({"root_ok": lambda root: root is not None and root.key == 2}, root=lambda root: root and root.key == 2),
    "rep_ok and root_ok": Clause(
        {"rep_ok": {Inner: bit}, "root_ok": lambda root: root is not None and root.inner is not None},
        inner=bit,
        root=lambda root: root and root.inner,
    ),
    "a greater domain": Clause({"rep_ok": {Outer: lambda outer: outer.key != 2}}, outer=lambda outer: outer.key != 2, keys=3),
    "values": Clause({"rep_ok": {Outer: lambda outer: str(outer.kind) == "-0.0"}}, outer=lambda outer: str(outer.kind) == "-0.0"),
    "a length": Clause({"rep_ok": {Outer: lambda outer: len(outer.few) == 1}}, outer=lambda outer: outer.few == ("x",)),
    "symbolic fields": Clause({"rep_ok": {Inner: bit}, "fields": "symbolic"}, inner=bit, seen=without_keys),
}
