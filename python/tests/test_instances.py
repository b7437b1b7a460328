"""How instances are made: by a call of their class where that runs code of the user, and by setting their fields elsewhere."""

from __future__ import annotations

import dataclasses
from dataclasses import InitVar, dataclass, field
from typing import Any, ClassVar

import pytest

import pydpgen
from pydpgen._class_fields import sets_fields_only


@dataclass
class Plain:
    a: bool
    b: bool


@dataclass(frozen=True)
class Frozen:
    a: bool
    b: bool


@dataclass(frozen=True, slots=True)
class Slotted:
    a: bool
    b: bool


@dataclass(slots=True)
class SlottedOpen:
    a: bool
    b: bool


@dataclass(kw_only=True, order=True)
class Keyword:
    a: bool
    b: bool
    kind: ClassVar[str] = "keyword"


class Outer:
    @dataclass
    class Inner:
        a: bool
        b: bool


@dataclass
class Derived(Plain):
    """Its fields are those of its base."""


@dataclass
class Own:
    """Has an `__init__` of its own."""

    a: bool
    b: bool

    def __init__(self, a: bool, b: bool) -> None:
        self.a, self.b, self.called = a, b, True


@dataclass
class Post:
    a: bool
    b: bool

    def __post_init__(self) -> None:
        self.called = True


@dataclass
class New:
    a: bool
    b: bool

    def __new__(cls, *_: Any, **__: Any) -> New:
        made = super().__new__(cls)
        made.called = True  # type: ignore[attr-defined]
        return made


@dataclass
class Setting:
    a: bool
    b: bool

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        object.__setattr__(self, "called", True)


class Meta(type):
    def __call__(cls, *args: Any, **named: Any) -> Any:
        made = super().__call__(*args, **named)
        made.called = True
        return made


@dataclass
class OfMeta(metaclass=Meta):
    a: bool
    b: bool


@dataclass
class Computed:
    a: bool
    b: bool
    called: bool = field(init=False, default=True)


class Watched:
    """A field that notes when it is set."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = "_" + name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            raise AttributeError
        return instance.__dict__[self.name]

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.name] = value
        instance.__dict__["called"] = True


@dataclass
class Described:
    a: bool
    b: bool = Watched()  # type: ignore[assignment]


FIELDS_ONLY = [Plain, Frozen, Slotted, SlottedOpen, Keyword, Outer.Inner, Derived]
CODE_RUNS = [Own, Post, New, Setting, OfMeta, Computed, Described]


@pytest.mark.parametrize("cls", FIELDS_ONLY + CODE_RUNS)
def test_instances_are_what_the_class_makes(cls):
    made = pydpgen.build(cls, max_size=1)[:]
    called = [cls(a=a, b=b) for a in (False, True) for b in (False, True)]
    key = lambda one: (one.a, one.b)
    assert sorted(made, key=key) == called
    for one, other in zip(sorted(made, key=key), called):
        assert type(one) is cls and getattr(one, "called", None) == getattr(other, "called", None)
        assert getattr(one, "__dict__", None) == getattr(other, "__dict__", None)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)


def test_classes_whose_call_runs_code_are_called():
    assert [cls for cls in FIELDS_ONLY + CODE_RUNS if not sets_fields_only(cls)] == [Own, Post, New, Setting, OfMeta, Computed]

    @dataclass
    class WithInitVar:
        a: InitVar[bool]
        b: bool

    assert not sets_fields_only(WithInitVar)


@dataclass(frozen=True)
class Tree:
    left: Tree | None
    right: Tree | None


@dataclass
class Open:
    left: Open | None
    right: Open | None


def objects_of(tree):
    return [] if tree is None else [tree, *objects_of(tree.left), *objects_of(tree.right)]


def test_structures_share_parts_that_nothing_can_change():
    trees = pydpgen.build(Tree, max_size=6)[:]
    assert len(trees) == 1 + 2 + 5 + 14 + 42 + 132  # Catalan numbers
    assert len({repr(tree) for tree in trees}) == len(trees)
    made = {id(one) for tree in trees for one in objects_of(tree)}
    assert len(made) < 0.6 * sum(len(objects_of(tree)) for tree in trees)


def test_no_structure_has_an_object_twice():
    for tree in pydpgen.build(Tree, max_size=7):
        nodes = objects_of(tree)
        assert len({id(one) for one in nodes}) == len(nodes), tree


def test_parts_that_can_be_changed_are_of_one_structure():
    trees = pydpgen.build(Open, max_size=6)[:]
    assert len({id(one) for tree in trees for one in objects_of(tree)}) == sum(len(objects_of(tree)) for tree in trees)


@dataclass(frozen=True)
class Holder:
    keys: tuple[bool, ...]
    more: list[bool]
    rest: Holder | None


def test_what_holds_a_list_is_not_shared():
    holders = pydpgen.build(Holder, max_size=3)[:]
    lists = [one for holder in holders for one in parts_of(holder)]
    assert len({id(one) for one in lists}) == len(lists)


def parts_of(holder):
    return [] if holder is None else [holder.more, *parts_of(holder.rest)]


def test_parts_of_many_words_are_made():
    # Chains of 60 nodes have more words than parts that are looked up.
    chains = pydpgen.build(Tree, lambda tree: tree.left is None, max_size=60)
    assert [len(objects_of(tree)) for tree in chains[:]] == list(range(1, 61))
