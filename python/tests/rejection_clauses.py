"""A table of builds in which one clause rejects structures, each with the valid ones by an enumerator in plain Python."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator
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


@dataclass(frozen=True)
class Bound:
    index: Annotated[int, pydpgen.Range(lambda scope: range(len(scope)))]
    name: Annotated[Literal["x", "y", "z"], pydpgen.Values(lambda scope, index: scope[index:])]


@dataclass(frozen=True)
class Binder:
    again: bool
    name: Annotated[Literal["x", "y", "z"], pydpgen.Values(lambda scope, again: scope if again else ["x", "y"])]
    body: Annotated[Term, pydpgen.Give(lambda scope, name: (*scope, name))]


@dataclass(frozen=True)
class Block:
    terms: list[Annotated[Term, pydpgen.Then(lambda scope, term: scope[1:] if is_bound(term) else scope)]]


Term = Bound | Binder | Block


@pydpgen.attribute
def is_bound(term: Any) -> bool:
    return isinstance(term, Bound)


@dataclass(frozen=True)
class Box:
    low: Annotated[int, pydpgen.Range(1, "k")]
    high: Annotated[int, pydpgen.Range(lambda low: range(low, 4))]
    more: Box | None
    equal: Annotated[bool, pydpgen.Values(lambda low, high, more: [low == high] if more is None else [True, False])]


Boxes = Box | None


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


def terms(size: int, keys: int) -> list[Any]:
    """All of a size, with any names and indices."""
    if size == 0:
        return []
    names = ("x", "y", "z")
    found: list[Any] = [Bound(*fields) for fields in itertools.product(range(4), names)] if size == 1 else []
    found += [Binder(*fields) for fields in itertools.product((False, True), names, terms(size - 1, keys))]
    return found + [Block(list(inner)) for inner in term_lists(size - 1, keys)]


def term_lists(size: int, keys: int) -> Iterator[tuple[Any, ...]]:
    if size == 0:
        yield ()
    for first in range(1, size + 1):
        for term in terms(first, keys):
            yield from ((term, *rest) for rest in term_lists(size - first, keys))


def is_scoped(term: Any, scope: tuple[str, ...], also: Callable[[Any, Any], bool] = lambda term, scope: True) -> bool:
    """Whether names are in scope; and whether ``also`` holds of each term and its scope."""
    if not also(term, scope):
        return False
    if isinstance(term, Bound):
        return term.index < len(scope) and term.name in scope[term.index :]
    if isinstance(term, Binder):
        return term.name in (scope if term.again else ("x", "y")) and is_scoped(term.body, (*scope, term.name), also)
    for inner in term.terms:
        if not is_scoped(inner, scope, also):
            return False
        scope = scope[1:] if isinstance(inner, Bound) else scope
    return True


def boxes(size: int, keys: int) -> Iterator[Any]:
    """All of a size."""
    if size == 0:
        yield None
        return
    for low, high, more, equal in itertools.product(range(1, keys + 1), range(5), boxes(size - 1, keys), (False, True)):
        yield Box(low, high, more, equal)


def is_closed_box(box: Any) -> bool:
    fits = box is None or (box.low <= box.high < 4 and (box.more is not None or box.equal == (box.low == box.high)))
    return fits and (box is None or is_closed_box(box.more))


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
    #: The type, and all of its structures of a size, with this many keys.
    type: Any = Root
    everything: Callable[[int, int], Iterable[Any]] = outers

    def structures(self, **options: Any) -> Any:
        given = {"params": {"k": self.keys}, "max_size": MAX_SIZE, **self.build, **options}
        return pydpgen.build(self.type, given.pop("rep_ok", None), **given)

    def load(self, path: Any) -> Any:
        context = {name: given for name, given in self.build.items() if name == "context"}
        return pydpgen.load(path, self.type, changed=True, **context)

    def valid(self) -> set[str]:
        """What is valid, as text, which tells floats from each other."""
        everything = itertools.chain.from_iterable(self.everything(size, self.keys) for size in range(MAX_SIZE + 1))
        return {repr(self.seen(one)) for one in everything if self.accepts(one)}

    def accepts(self, structure: Any) -> bool:
        if self.type is not Root:
            return self.root(structure)
        parts = all((self.inner if isinstance(part, Inner) else self.outer)(part) for part in parts_of(structure))
        return parts and self.root(structure)


def all_equal(box: Any) -> bool:
    return box is None or (box.equal and all_equal(box.more))


def kept(outer: Any) -> bool:
    return outer.key == 1 or outer.more is None


def bit(inner: Any) -> bool:
    return bool(inner.bit)


def without_height(box: Any) -> Any:
    return box if box is None else dataclasses.replace(box, high=0, more=without_height(box.more))


def is_first(bound: Any, context: Any) -> bool:
    return not isinstance(bound, Bound) or bound.name == context[0]


@pydpgen.attribute
def width(term: Any, context: Any) -> int:
    return len(context)


def widths_ok(terms: list[Any], scope: tuple[str, ...]) -> bool:
    for term in terms:
        if len(scope) <= 1:
            return False
        scope = scope[1:] if isinstance(term, Bound) else scope
    return True


def in_scope(build: dict[str, Any], also: Any = lambda term, scope: True, root: Any = lambda term: True) -> Clause:
    """A clause on terms in a scope of two names."""
    scope = ("x", "z")
    return Clause(
        {"params": None, "context": scope, **build},
        type=Term,
        everything=terms,
        root=lambda term: is_scoped(term, scope, also) and root(term),
    )


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
    "fields to the left": Clause({}, type=Boxes, everything=boxes, root=is_closed_box),
    "fields to the left and rep_ok": Clause(
        {"rep_ok": lambda box: box is None or box.equal},
        type=Boxes,
        everything=boxes,
        root=lambda box: is_closed_box(box) and all_equal(box),
    ),
    "symbolic fields and fields to the left": Clause(
        {"fields": "symbolic"}, type=Boxes, everything=boxes, root=is_closed_box, seen=without_height
    ),
    "contexts": in_scope({}),
    "contexts and rep_ok": in_scope({"rep_ok": {Bound: is_first}}, is_first),
    "contexts and root_ok": in_scope(
        {"root_ok": lambda term, context: len(context) == 2 and isinstance(term, Binder)},
        root=lambda term: isinstance(term, Binder),
    ),
    "contexts and an attribute": in_scope(
        {"rep_ok": {Block: lambda block: all(width(term) > 1 for term in block.terms)}},
        lambda term, scope: not isinstance(term, Block) or widths_ok(term.terms, scope),
    ),
    "contexts and opaque": in_scope(
        {"rep_ok": pydpgen.opaque(lambda term: not isinstance(term, Binder) or term.again)},
        lambda term, scope: not isinstance(term, Binder) or term.again,
    ),
}
