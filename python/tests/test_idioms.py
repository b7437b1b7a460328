"""An operation on a view gives the result of a real instance, or an error with advice."""

from __future__ import annotations

import collections.abc
import copy
import dataclasses
import functools
import numbers
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import pytest
from trees import Call, Expr

import pydpgen


class Point(NamedTuple):
    x: Annotated[int, pydpgen.Range(0, 2)]
    y: bool


@dataclass
class Plain:
    """With a ``__dict__``, a field of its own making, and every kind of method."""

    key: Annotated[int, pydpgen.Range(1, 3)]
    items: list[Annotated[int, pydpgen.Range(1, 2)]]
    point: Point
    below: Plain | None = None
    double: int = dataclasses.field(init=False, default=0)

    def __post_init__(self):
        self.double = 2 * self.key

    def __eq__(self, other):
        return type(self) is type(other) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __call__(self):
        return self.key == 2

    def __iter__(self):
        yield from self.items

    def __add__(self, other):
        return self.key + other

    def kind(self):
        return type(self).__name__

    @functools.cached_property
    def triple(self):
        return 3 * self.key

    @property
    def made(self):
        return type(self)(1, [], Point(0, False))


@dataclass(frozen=True, slots=True)
class Slim:
    """Frozen, with slots, and nothing of its own."""

    key: Annotated[int, pydpgen.Range(1, 3)]
    pair: tuple[Annotated[int, pydpgen.Range(1, 3)], bool]
    bits: tuple[bool, ...]
    below: Slim | None


class Loose:
    """Answers to every name."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return len(name)


@dataclass(eq=False)
class Open(Loose):
    key: Annotated[int, pydpgen.Range(1, 3)]


def described(node):
    match node:
        case Plain(key=1):
            return True
        case Plain(below=Plain(key=int(key))):
            return key == 2
        case Plain(point=(x, y)):
            return x == 1 and y
    return False


def tallies(it):
    of = collections.abc
    kinds = (int, list, tuple, Point, Plain, Slim, of.Iterable, of.Hashable, of.Callable, of.Sequence, of.Sized, numbers.Integral)
    return [cls.__name__ for cls in kinds if isinstance(it, cls)]


IDIOMS = {
    Plain: [
        lambda it: dataclasses.is_dataclass(it) and it.key == 1,
        lambda it: next(field.name for field in dataclasses.fields(it)) == "key" and it.key < 3,
        lambda it: dataclasses.asdict(it)["items"] == [1],
        lambda it: dataclasses.astuple(it)[0] == 2,
        lambda it: dataclasses.replace(it, key=3).double == 6 and it.key == 1,
        lambda it: getattr(copy, "replace", dataclasses.replace)(it, key=3).double == 6 and it.key == 2,
        lambda it: vars(it)["double"] == 4,
        lambda it: sorted(vars(it))[0] == "below" and it.__dict__["key"] == 3,
        lambda it: it.double == 2 and "double" in dir(it),
        lambda it: it.triple == 6,
        lambda it: it.kind() == "Plain" and it.key == 1,
        lambda it: it == Plain(2, [], Point(0, False)),
        lambda it: it != Plain(2, [], Point(0, False)),
        lambda it: it() and callable(it),
        lambda it: it + 1 == 3,
        lambda it: list(it) == [2],
        lambda it: it.made.key == it.key,
        lambda it: described(it),
        lambda it: it.__class__ is Plain and it.__class__.__name__ == "Plain" and it.key == 3,
        lambda it: tallies(it) == ["Plain", "Iterable", "Hashable", "Callable"] and it.key == 1,
        lambda it: tallies(it.key) == ["int", "Hashable", "Integral"] and it.key == 1,
        lambda it: tallies(it.items) == ["list", "Iterable", "Sequence", "Sized"] and it.key == 1,
        lambda it: tallies(it.point) == tallies(Point(0, True)) and it.key == 1,
        lambda it: it.point == (1, True) and (1, True) == it.point,
        lambda it: it.point == Point(1, True) and it.point != Point(2, True),
        lambda it: it.point[0] + len(it.point) == 3 and it.point[-1],
        lambda it: [*it.point] == [2, False] and it.point._asdict() == {"x": 2, "y": False},
        lambda it: it.point._replace(x=0) == Point(0, it.point.y) and it.point.count(1) == 1,
        lambda it: hash(it.point) == hash(Point(1, False)) and it.point in {Point(1, False)},
        lambda it: it.point < (1, True),
        lambda it: sorted([it.point, Point(1, False)])[0] == Point(0, True),
        lambda it: 2 * it.items == [1, 1] and it.items.index(1) == 0,
        lambda it: copy.copy(it).key == 2 and it == copy.deepcopy(it) and copy.copy(it.items) == [1],
        lambda it: {int: it.key > 1}[it.key.__class__] and isinstance(it.items, list),
        lambda it: functools.singledispatch(lambda other: other.key == 1)(it),
        lambda it: getattr(it, "other", None) is None and not hasattr(it, "__len__") and it.key == 2,
        lambda it: f"{it}" == repr(it) and "key=3" in repr(it),
        lambda it: bool(it) and it.key == 2,
        lambda it: it.below is None or it.below.key == 2,
    ],
    Slim: [
        lambda it: dataclasses.is_dataclass(it) and it.key == 1,
        lambda it: hasattr(it, "__dict__") or it.key == 2,
        lambda it: it == Slim(1, (1, True), (), None) or it.key == 3,
        lambda it: hash(it) == hash(Slim(1, (1, True), (), None)),
        lambda it: it in {Slim(2, (1, True), (), None)} or it.pair == (2, False),
        lambda it: it.pair in [(1, True), (2, False)] and it.pair.__class__ is tuple,
        lambda it: isinstance(it.bits, tuple) and it.bits == (True,) and hash(it.bits) == hash((True,)),
        lambda it: it.bits + (False,) == (True, False) and it.bits[0],
        lambda it: tallies(it) == ["Slim", "Hashable"] and it.key == 1,
        lambda it: not callable(it) and not isinstance(it, collections.abc.Iterable) and it.key == 2,
    ],
    Open: [
        lambda it: it.abc == it.key,
        lambda it: getattr(it, "ab", 0) == it.key and not hasattr(it, "_none"),
        lambda it: it == it and it.key > 1,
        lambda it: vars(it) == {"key": 2},
    ],
}


@pytest.mark.parametrize(("cls", "way"), [(cls, way) for cls, ways in IDIOMS.items() for way in range(len(ways))])
def test_an_idiom_reads_a_view_like_an_instance(cls, way):
    holds = IDIOMS[cls][way]
    size = 4 if cls is Plain else 2
    everything = list(pydpgen.build(cls, max_size=size))
    expected = [it for it in everything if holds(it)]
    # Each idiom tells some instances from others.
    assert 0 < len(expected) < len(everything)
    found = list(pydpgen.build(cls, root_ok=holds, max_size=size, rechecked=0))
    # Those of `Open` are equal to themselves alone.
    texts = [[vars(one)["key"] if cls is Open else repr(one) for one in some] for some in (found, expected)]
    assert sorted(texts[0]) == sorted(texts[1])


@pytest.mark.parametrize("module", ["attrs", "pydantic"])
def test_instances_of_other_libraries(module):
    library = pytest.importorskip(module)
    if module == "attrs":

        @library.frozen
        class Link:
            bit: bool
            rest: Link | None
    else:

        class Link(library.BaseModel, frozen=True):
            bit: bool
            rest: Link | None

    one = Link(bit=True, rest=None)
    for holds in [
        lambda it: it == one,
        lambda it: one == it,
        lambda it: it in {one},
        lambda it: hash(it) == hash(one),
        lambda it: vars(it)["bit"] if module == "pydantic" else it.bit,
        lambda it: repr(it).count("Link") == 2 or it.bit,
        lambda it: isinstance(it, Link) and it.__class__ is Link and not it.bit,
        lambda it: library.asdict(it)["rest"] is None if module == "attrs" else it.model_copy(update={"bit": True}) == one,
    ]:
        everything = list(pydpgen.build(Link, max_size=2))
        expected = [it for it in everything if holds(it)]
        assert 0 < len(expected) < len(everything)
        assert list(pydpgen.build(Link, root_ok=holds, max_size=2)) == expected


def test_dictionaries_of_nested_instances():
    def holds(it):
        return it.__class__ is Call and dataclasses.asdict(it)["arguments"] == [{"value": 1}]

    everything = list(pydpgen.build(Expr, max_size=2))
    expected = [it for it in everything if holds(it)]
    assert 0 < len(expected) < len(everything)
    # On instances and on views: each version of Python has its own way to take lists apart.
    assert list(pydpgen.build(Expr, root_ok=holds, max_size=2)) == expected
    assert list(pydpgen.build(Expr, root_ok=lambda it: holds(copy.deepcopy(it)), max_size=2)) == expected


def helper(it):
    return type(it) is Slim


class Called:
    def __call__(self, it):
        return helper(it)


REFUSED = [
    (lambda it: type(it) is Slim, "uses type.*write `it.__class__`"),
    (lambda it: type(it.key) is int, "uses type.*write `it.__class__`"),
    (lambda it: type(it) == Slim,  # noqa: E721
     "uses type.*write `it.__class__`"),
    (lambda it: type(it) in (Slim, Plain), "uses type.*write `it.__class__`"),
    (lambda it: issubclass(type(it), Slim), "uses type.*write `it.__class__`"),
    (lambda it: {Slim: True}.get(type(it), False), "uses type.*write `it.__class__`"),
    (lambda it: any(type(part) is bool for part in it.bits), "uses type.*write `it.__class__`"),
    (lambda it: helper(it), "helper .*uses type.*write `it.__class__`"),
    (functools.partial(helper), "helper .*uses type.*write `it.__class__`"),
    (Called(), "helper .*uses type.*write `it.__class__`"),
    (pydpgen.attribute(helper), "helper .*uses type.*write `it.__class__`"),
    (lambda it: Slim.__dict__["key"].__get__(it) == 1, "descriptor 'key' for 'Slim'"),
    (lambda it: setattr(it, "key", 1), "can not change 'key'"),
    (lambda it: it.bits.append(True), "no attribute 'append'|can not change the list"),
]


@pytest.mark.parametrize("way", range(len(REFUSED)))
def test_what_a_view_can_not_do_is_an_error(way):
    function, message = REFUSED[way]
    with pytest.raises((TypeError, AttributeError), match=message):
        pydpgen.build(Slim, function, max_size=2, rechecked=0)


def test_a_difference_that_shows_nowhere_else_is_found_afterwards():
    # In code that is out of reach: made by a call.
    disguised = eval("lambda it: kind(it) is Slim", {"kind": type, "Slim": Slim})
    with pytest.raises(pydpgen.BuildFailure, match="rejected Slim.*but the predicate accepts it as an instance.*it.__class__"):
        pydpgen.build(Slim, disguised, max_size=2)
    with pytest.raises(pydpgen.BuildFailure, match="accepted Slim.*but the predicate rejects it as an instance"):
        pydpgen.build(Slim, lambda it: not disguised(it), max_size=2)
    assert pydpgen.build(Slim, disguised, max_size=2, rechecked=0).total == 0
    # An own `type`, and methods, which get instances, are as good as any.
    own = eval("lambda it: type(it)", {"type": lambda it: it.key == 1})
    assert pydpgen.build(Slim, own, max_size=1).total > 0


def test_a_mixed_up_class_is_refused():
    @dataclass
    class Own:
        bit: bool

        def __getattribute__(self, name):
            return object.__getattribute__(self, name)

    with pytest.raises(TypeError, match="__getattribute__"):
        pydpgen.build(Own, max_size=1)
