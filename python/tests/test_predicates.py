"""Builds by Python predicates give the valid structures, or an error: never a wrong set."""

from __future__ import annotations

import copy
import dataclasses
import decimal
import functools
import itertools
import math
import os
import pickle
import random
import signal
import struct
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from typing import Annotated

import pytest
import random_predicates
from trees import Call, Expr, Item, Node, Num, Tree, greatest, is_search_tree, least

import pydpgen


def parts(tree):
    if tree is not None:
        yield from parts(tree.left)
        yield from parts(tree.right)
        yield tree


@pytest.mark.parametrize("seed", range(200))
def test_random_predicates_mean_the_same_everywhere(seed):
    program = random_predicates.Program(seed)
    expected = random_predicates.brute_force(program.python(random_predicates.plain), 3)
    ours = pydpgen.build(random_predicates.Tree, program.python(pydpgen.attribute), max_size=3)
    assert ours.counts() == [len(trees) for trees in expected], program.condition
    assert set(ours) == {tree for trees in expected for tree in trees}
    spec = pydpgen.Spec.parse(program.spec()).build(max_size=3)
    assert spec.counts() == ours.counts(), program.spec_condition
    assert {str(one).replace("Nil()", "None") for one in spec} == {str(one) for one in ours}


@pytest.mark.skipif(not os.environ.get("DPGEN_LONG"), reason="DPGEN_LONG is not set")
def test_fresh_random_predicates():
    begin = random.randrange(10**9)
    print(f"seeds from {begin} on")
    for seed in range(begin, begin + 1000):
        test_random_predicates_mean_the_same_everywhere(seed)


#: Conditions on one node, which read it in all ways that Python has.
WAYS = [
    lambda tree: tree.key == 2,
    lambda tree: tree.key != 2 and not tree.key == 3,
    lambda tree: 1 < tree.key <= 3,
    lambda tree: tree.key in (1, 3),
    lambda tree: tree.key in {1, 4},
    lambda tree: tree.key in range(2, 4),
    lambda tree: tree.key % 2 == 0,
    lambda tree: tree.key // 2 == 1 and divmod(tree.key, 2)[1] == 1,
    lambda tree: 3 - tree.key > 0 or -tree.key == -4,
    lambda tree: tree.key * tree.key < 10,
    lambda tree: tree.key**2 == 9,
    lambda tree: 2**tree.key > 5,
    lambda tree: tree.key / 2 == 1.5,
    lambda tree: tree.key > 2.5,
    lambda tree: tree.key & 1,
    lambda tree: ~tree.key == -3,
    lambda tree: 1 << tree.key == 8,
    lambda tree: abs(tree.key - 3) <= 1,
    lambda tree: min(tree.key, 2) == 2,
    lambda tree: max(tree.key, 2, 3) == 3,
    lambda tree: sum([tree.key, 1]) == 4,
    lambda tree: [10, 20, 30, 40, 50][tree.key] == 30,
    lambda tree: f"{tree.key:03d}" == "002",
    lambda tree: str(tree.key) == "2" or repr(tree.key) == "3",
    lambda tree: {1: True, 3: True}.get(tree.key, False),
    lambda tree: tree.key.bit_length() == 2,
    lambda tree: isinstance(tree.key, int) and isinstance(tree, Node),
    lambda tree: tree.key == "2" or tree.key is None or tree.key == 3,
    lambda tree: round(tree.key) == 3 and int(tree.key) == 3 and float(tree.key) == 3.0,
    lambda tree: tree.left == tree.right,
    lambda tree: tree.left != tree.right,
    lambda tree: tree.left == Node(None, 2, None),
    lambda tree: tree in [Node(None, 2, None), Node(None, 3, Node(None, 2, None))],
    lambda tree: tree in {Node(None, 2, None), Node(None, 3, Node(None, 2, None))} or bool(tree.right),
    lambda tree: bool(tree.left) == bool(tree.right),
    lambda tree: len(str(tree)) < 40,
    lambda tree: repr(tree).count("Node") != 2,
    lambda tree: dataclasses.replace(copy.copy(tree), key=2) == tree,
    lambda tree: dataclasses.astuple(copy.deepcopy(tree))[1] == 2,
    lambda tree: {"left": tree.left is None}["left"],
    lambda tree: tree.key > getattr(tree, "other", 1),
    lambda tree: any(part is None for part in (tree.left, tree.right)),
    lambda tree: all(part is None or part.key < tree.key for part in (tree.left, tree.right)),
    lambda tree: sorted([tree.key, 2]) == [2, tree.key],
    lambda tree: tree.key > 10**30 or (tree.key > -(10**30) and tree.key < 10**20),
]


@pytest.mark.parametrize("way", range(len(WAYS)))
@pytest.mark.parametrize("algorithm", ["quotient", "lazy-dp"])
def test_views_read_like_values(way, algorithm):
    holds = WAYS[way]
    everything = pydpgen.build(Tree, max_size=3, params={"n": 4})
    expected = {tree for tree in everything if all(holds(part) for part in parts(tree))}
    found = pydpgen.build(
        Tree, lambda tree: tree is None or holds(tree), max_size=3, params={"n": 4}, algorithm=algorithm
    )
    assert set(found) == expected
    assert found.total == len(expected)


def test_patterns():
    def rep_ok(tree):
        match tree:
            case None:
                return True
            case Node(None, key, None):
                return key > 1
            case Node(left=Node(key=below), key=above):
                return below < above
            case Node(right=Node() as right):
                return right.key == 3

    def plain(tree):
        return all(rep_ok(part) for part in parts(tree))

    everything = pydpgen.build(Tree, max_size=3)
    assert set(pydpgen.build(Tree, rep_ok, max_size=3)) == {tree for tree in everything if plain(tree)}


LISTS = [
    lambda xs: len(xs) < 3,
    lambda xs: len(xs) == 0 or xs[0] == 1,
    lambda xs: not xs or xs[-1] == 2,
    lambda xs: 2 in xs,
    lambda xs: xs == [1, 2] or xs == [],
    lambda xs: list(xs) == sorted(xs),
    lambda xs: sum(xs) == 3,
    lambda xs: all(a < b for a, b in zip(xs, xs[1:])),
    lambda xs: xs[1:] == [2],
    lambda xs: xs[:2] == [1, 1],
    lambda xs: xs[::-1] == [*reversed(xs)],
    lambda xs: xs + [1] != [1] + xs,
    lambda xs: xs < [1, 2],
    lambda xs: xs.count(1) == 1,
    lambda xs: max(xs, default=0) == 2,
    lambda xs: isinstance(xs, list) and len(set(xs)) == len(xs),
    lambda xs: (lambda *all_of: len(all_of) == 2)(*xs),
    lambda xs: [x for x in xs if x > 1] == [],
]


@pytest.mark.parametrize("way", range(len(LISTS)))
def test_lists_read_like_lists(way):
    @dataclass(frozen=True)
    class Holder:
        items: list[Annotated[int, pydpgen.Range(1, 2)]]

    def holds(holder):
        return LISTS[way](holder.items)

    everything = list(pydpgen.build(Holder, max_size=5))
    found = list(pydpgen.build(Holder, holds, max_size=5))
    assert sorted(map(repr, found)) == sorted(repr(one) for one in everything if holds(one))


def test_list_patterns_and_rests_are_parts():
    @pydpgen.attribute
    def ascends(xs):
        match xs:
            case [] | [_]:
                return True
            case [first, second, *_]:
                return first < second and ascends(xs[1:])

    @dataclass(frozen=True)
    class Holder:
        items: list[Annotated[int, pydpgen.Range(1, 9)]]

    found = pydpgen.build(Holder, lambda holder: ascends(holder.items), max_size=8)
    # Subsets of nine.
    assert found.counts() == [0, 1, 9, 36, 84, 126, 126, 84, 36]


def test_lists_in_lists_read_like_lists():
    def rep_ok(expr):
        match expr:
            case Call("f", [only]):
                return isinstance(only, Num)
            case Call("g", arguments):
                return len(arguments) == 2
            case Call():
                return False
            case _:
                return True

    def whole(expr):
        below = [*getattr(expr, "arguments", [])]
        below += [getattr(expr, name) for name in ("left", "right") if hasattr(expr, name)]
        return rep_ok(expr) and all(map(whole, below))

    everything = pydpgen.build(Expr, max_size=4)
    found = list(pydpgen.build(Expr, rep_ok, max_size=4))
    assert sorted(map(repr, found)) == sorted(repr(one) for one in everything if whole(one))


def test_methods_and_properties_of_the_class():
    @dataclass(frozen=True)
    class Tree2:
        left: Tree2 | None
        right: Tree2 | None

        @pydpgen.attribute
        def height(self):
            return 1 + max((part.height() for part in (self.left, self.right) if part), default=0)

        @property
        def leans(self):
            return (self.left is None) < (self.right is None)

        def __len__(self):
            return 1 + len(self.left or ()) + len(self.right or ())

        @staticmethod
        def most():
            return 3

    def rep_ok(tree):
        return tree is None or (tree.height() <= Tree2.most() and not tree.leans and len(tree) != 3)

    def whole(tree):
        return tree is None or (rep_ok(tree) and whole(tree.left) and whole(tree.right))

    everything = pydpgen.build(Tree2 | None, max_size=5)
    assert list(pydpgen.build(Tree2 | None, rep_ok, max_size=5)) == [tree for tree in everything if whole(tree)]


def test_answers_of_many_kinds():
    @pydpgen.attribute
    def profile(tree):
        if tree is None:
            return None
        return (tree.key, "even" if tree.key % 2 == 0 else 1.5, [tree.left is None, (tree.right is None,)])

    def rep_ok(tree):
        return tree is None or (profile(tree.left) is None or (profile(tree.left) < profile(tree) and profile(tree)[2][0] is False))

    def whole(tree):
        return tree is None or (rep_ok(tree) and whole(tree.left) and whole(tree.right))

    try:
        expected = [tree for tree in pydpgen.build(Tree, max_size=3) if whole(tree)]
    except TypeError:
        expected = None
    assert expected is not None
    assert set(pydpgen.build(Tree, rep_ok, max_size=3)) == set(expected)


def test_a_predicate_for_a_class_and_one_for_each_of_several_types():
    def small(num):
        return num.value == 1

    found = pydpgen.build(Expr, {Num: small, Call: lambda call: call.name == "f" and len(call.arguments) < 2}, max_size=2)
    assert found[:] == [Num(1), Call("f", []), Call("f", [Num(1)]), Call("f", [Call("f", [])])]
    with pytest.raises(ValueError, match="is no type of these structures"):
        pydpgen.build(Expr, {Item: small}, max_size=2)


def test_opaque():
    @pydpgen.opaque
    def rep_ok(tree):
        assert tree is None or type(tree) is Node
        return is_search_tree(tree)

    found = pydpgen.build(Tree, rep_ok, max_size=4)
    assert found.counts() == pydpgen.build(Tree, is_search_tree, max_size=4).counts()
    with pytest.raises(ValueError, match="dp or top-down"):
        pydpgen.build(Tree, rep_ok, max_size=4, algorithm="quotient")


def test_root_conditions():
    found = pydpgen.build(Tree, is_search_tree, root_ok=lambda tree: tree is not None and tree.key == 2, max_size=3)
    assert all(tree.key == 2 for tree in found) and found.counts() == [0, 1, 2, 1]


def test_what_the_predicate_raises_ends_the_build():
    def rep_ok(tree):
        if tree is not None and tree.key == 3 and tree.left is not None:
            return {}["missing"]
        return True

    with pytest.raises(KeyError, match="missing") as raised:
        pydpgen.build(Tree, rep_ok, max_size=4)
    assert "rep_ok" in "".join(traceback.format_tb(raised.value.__traceback__))
    assert "Node { left: _, key: 3, right: _ }" in raised.value.__notes__[0]


def test_what_an_attribute_raises_matters_where_it_is_read():
    # `least` and `greatest` raise for None, which nobody asks.
    assert pydpgen.build(Tree, is_search_tree, max_size=2).counts() == [1, 2, 2]
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'left'") as raised:
        pydpgen.build(Tree, lambda tree: tree is None or least(tree.left) < 3, max_size=2)
    assert "least" in "".join(traceback.format_tb(raised.value.__traceback__))

    @pydpgen.attribute
    def picky(tree):
        if tree.key == 2:
            raise LookupError("two")
        return tree.key

    def catches(tree):
        try:
            return tree is None or picky(tree) > 0
        except LookupError:
            return False

    found = pydpgen.build(Tree, catches, max_size=2)
    assert {tree.key for tree in found.of_size(1)} == {1}


async def coroutine(tree):
    return True


def generator(tree):
    yield True


async def both(tree):
    yield True


#: Predicates with an answer that has no truth value, and the message for it.
SILENT = {
    "nothing": (lambda tree: None, "answers None: it has to answer True or False; is there a `return`"),
    "not on every way": (lambda tree: True if tree is None else None, "answers None"),
    "not implemented": (lambda tree: NotImplemented, "answers NotImplemented"),
    "a coroutine": (coroutine, r"its answer is a coroutine \(`async def`\)"),
    "a generator": (generator, r"its answer is a generator \(it has a `yield`\)"),
    "an asynchronous generator": (both, "its answer is a generator"),
    "a coroutine of another": (lambda tree: coroutine(tree), "its answer is an object of coroutine"),
    "an iterator": (lambda tree: map(bool, [tree]), "its answer is an object of map"),
    "a function": (lambda tree: coroutine, "is it to be called"),
    "a method": (lambda tree: tree is None or tree.__repr__, "is it to be called|answer is"),
    "a class": (lambda tree: Node, "is it to be called"),
    "an attribute": (lambda tree: least, "is it to be called"),
    "a partial": (lambda tree: functools.partial(least, tree), "is it to be called"),
}


@pytest.mark.parametrize("of", ["rep_ok", "root_ok", "opaque", "opaque root_ok", "a class"])
@pytest.mark.parametrize("way", SILENT)
@pytest.mark.filterwarnings("error")
def test_an_answer_that_says_nothing_is_an_error(way, of):
    predicate, message = SILENT[way]
    predicate = pydpgen.opaque(predicate) if "opaque" in of else predicate
    given = {"root_ok": predicate} if "root" in of else {"rep_ok": {Node: predicate} if of == "a class" else predicate}
    algorithm = "dp" if "opaque" in of else "quotient"
    with pytest.raises(TypeError, match=message):
        pydpgen.build(Tree, max_size=2, algorithm=algorithm, rechecked=0, **given)


def test_an_attribute_that_says_nothing_is_an_error():
    for function, message in [(coroutine, "is a coroutine"), (generator, "is a generator"), (both, "is a generator")]:
        with pytest.raises(TypeError, match=f"answers at once, but {function.__name__} {message}"):
            pydpgen.attribute(function)
        hidden = pydpgen.attribute(lambda tree, function=function: function(tree))
        with pytest.raises(TypeError, match="says nothing by itself"):
            pydpgen.build(Tree, lambda tree, hidden=hidden: hidden(tree) is not None, max_size=1)


ZEROS = pydpgen.Values(
    *(0.0, -0.0, math.nan, -math.nan, 0, False, 1, True, 1.0, 0j, -0j, (0.0,), (-0.0,), (0,), (False,), "0", b"0", None),
    *(frozenset({0.0}), frozenset({-0.0}), decimal.Decimal("0"), decimal.Decimal("0.0"), decimal.Decimal("-0")),
)


@dataclass(frozen=True)
class Exact:
    value: Annotated[object, ZEROS]


def test_values_are_told_apart_by_their_bits():
    values = ZEROS.values
    found = pydpgen.build(Exact, max_size=1)
    assert found.counts() == [0, len(values)] == [0, 23]
    for place, one in enumerate(found):
        assert one.value is values[place] and found.rank(one) == place
        # Another object with the same bits is the same value.
        assert found.rank(copy.deepcopy(one)) == place
    for value in [float("-0.0"), struct.unpack("<d", struct.pack("<d", -math.nan))[0], (float("-0.0"),)]:
        assert found[found.rank(Exact(value))].value.__class__ is value.__class__
        assert repr(found[found.rank(Exact(value))].value) == repr(value)
    assert Exact(2) not in found and Exact([0]) not in found and Exact(1.5) not in found
    # Attributes answer with what they were given.
    text = pydpgen.attribute(lambda exact: exact.value)
    for value in values:
        bits = pickle.dumps(value)
        same = lambda exact, bits=bits: pickle.dumps(text(exact)) == bits
        assert [one.value is value for one in pydpgen.build(Exact, same, max_size=1)] == [True]
    with pytest.raises(ValueError, match="the value -0.0 is there twice"):
        pydpgen.build(Annotated[float, pydpgen.Values(0.0, -0.0, -0.0)], max_size=1)
    with pytest.raises(ValueError, match="the value nan is there twice"):
        pydpgen.build(Annotated[float, pydpgen.Values(math.nan, float("nan"))], max_size=1)
    with pytest.raises(TypeError, match=r"the value \[1\] can be changed"):
        pydpgen.build(Annotated[list, pydpgen.Values([1])], max_size=1)


def test_mistakes_with_views():
    kept = []

    def keeps(tree):
        kept.append(tree)
        return True

    pydpgen.build(Tree, keeps, max_size=1, rechecked=0)
    views = [view for view in kept if view is not None]
    with pytest.raises(RuntimeError, match="outside of the run"):
        views[0].key

    def uses_the_last(tree):
        if tree is not None and len(kept) > 8:
            return kept[-1] is None or kept[-1].key == 1
        kept.append(tree)
        return True

    with pytest.raises(RuntimeError, match="outside of the run"):
        pydpgen.build(Tree, uses_the_last, max_size=3)
    with pytest.raises(AttributeError, match="can not change 'key' of the 'Node'"):
        pydpgen.build(Tree, lambda tree: tree is None or setattr(tree, "key", 1), max_size=1)
    with pytest.raises(AttributeError, match="'Node' object has no attribute 'kye'"):
        pydpgen.build(Tree, lambda tree: tree is None or tree.kye, max_size=1)
    with pytest.raises(TypeError, match="unhashable type: 'Item'"):
        pydpgen.build(Item | None, lambda item: item is None or item in {1: 2}, max_size=1)
    with pytest.raises(TypeError, match="answers with a part"):
        pydpgen.build(Tree, lambda tree: tree is None or (pydpgen.attribute(lambda part: part.left)(tree), True)[1], max_size=2)
    with pytest.raises(TypeError, match="can not be remembered"):
        pydpgen.build(Tree, lambda tree: tree is None or pydpgen.attribute(lambda part: {1: 2})(tree), max_size=2)
    with pytest.raises(RuntimeError, match="define attributes once"):
        pydpgen.build(
            Tree, lambda tree: tree is None or pydpgen.attribute(lambda part: part is None or tree.key)(tree), max_size=4
        )
    with pytest.raises(TypeError, match="takes one structure"):
        pydpgen.attribute(lambda tree, key: True)
    with pytest.raises(pydpgen.BuildFailure, match="reads without end"):
        endless = pydpgen.attribute(lambda tree: endless(tree))
        pydpgen.build(Tree, lambda tree: tree is None or endless(tree), max_size=2)


def test_an_impure_predicate_is_noticed():
    draw = random.Random(1)
    with pytest.raises(pydpgen.BuildFailure, match="not pure"):
        pydpgen.build(
            Tree, lambda tree: tree is None or (draw.random() < 0.5 and tree.key < 2) or tree.left is None, max_size=5
        )


def impure():
    """Predicates that depend on more than their structure, by what that is."""
    calls, draw, answers = itertools.count(), random.Random(1), iter([True] * 40)
    return {
        "calls up to some": lambda tree: is_search_tree(tree) and next(calls) < 80,
        "calls from some on": lambda tree: is_search_tree(tree) or next(calls) > 40,
        "random": lambda tree: is_search_tree(tree) and draw.random() < 0.9,
        "a state": lambda tree: is_search_tree(tree) and next(answers, False),
        "the thread": lambda tree: is_search_tree(tree) and threading.current_thread() is not threading.main_thread(),
        "calls of an attribute": pydpgen.attribute(lambda tree: is_search_tree(tree) and next(calls) < 40),
    }


@pytest.mark.parametrize("way", impure())
@pytest.mark.parametrize("of", ["rep_ok", "root_ok", "opaque", "a class"])
def test_what_depends_on_more_than_its_structure_is_noticed_afterwards(way, of):
    predicate = impure()[way]
    predicate = pydpgen.opaque(predicate) if of == "opaque" else {Node: predicate} if of == "a class" else predicate
    given = {"root_ok" if of == "root_ok" else "rep_ok": predicate}
    with pytest.raises(pydpgen.BuildFailure, match="depends on more than its structure|not pure"):
        pydpgen.build(Tree, max_size=3, **given)


def test_a_pure_predicate_is_judged_again_a_bounded_number_of_times():
    for rechecked in (0, 10, 100):
        calls = []

        def counts(tree, calls=calls):
            calls.append(threading.current_thread() is threading.main_thread())
            return is_search_tree(tree)

        pydpgen.build(Tree, counts, max_size=6, rechecked=rechecked)
        # Each structure has at most 8 nodes, and a leaf more than that. Ten times as many are judged as of a predicate that
        # compares no objects and asks no library.
        assert (0 if rechecked == 0 else 1) <= sum(calls) <= 12 * (rechecked + 9) * 17
    for wrong in (-1, True, 0.5):
        with pytest.raises(ValueError, match="rechecked="):
            pydpgen.build(Tree, is_search_tree, max_size=1, rechecked=wrong)


def test_a_swallowed_ending_changes_nothing():
    def swallows(tree):
        try:
            return tree is None or (greatest(tree) < 9 and is_search_tree(tree))
        except:  # noqa: E722
            return True

    assert pydpgen.build(Tree, swallows, max_size=4).counts() == pydpgen.build(Tree, is_search_tree, max_size=4).counts()


def loops(tree):
    while tree is not None:
        pass
    return True


class Callable:
    def __call__(self, tree):
        return loops(tree)

    def method(self, tree):
        return loops(tree)


@functools.wraps(is_search_tree)
def wrapped(tree):
    return loops(tree)


def catches(tree):
    while tree is not None:
        try:
            loops(tree)
        except Exception:
            pass
    return True


def within(tree):
    return tree is None or pydpgen.build(Tree, loops, max_size=2).total > 0


#: Predicates that do not come to an end, each in a different kind of function.
ENDLESS = {
    "a function": loops,
    "a lambda": lambda tree: loops(tree),
    "an object": Callable(),
    "a method": Callable().method,
    "a partial": functools.partial(loops),
    "a wrapper": wrapped,
    "an attribute": pydpgen.attribute(loops),
    "in an attribute": lambda tree: pydpgen.attribute(loops)(tree),
    "opaque": pydpgen.opaque(loops),
    "for a class": {Node: loops},
    "catches exceptions": catches,
    "a build within": within,
}


@pytest.mark.parametrize("way", ENDLESS)
@pytest.mark.parametrize("of", ["rep_ok", "root_ok"])
def test_a_time_limit_reaches_a_predicate_without_end(way, of):
    given = ENDLESS[way]
    if of == "root_ok":
        if isinstance(given, dict):
            return
        given = {"root_ok": given, "algorithm": "dp" if way == "opaque" else None}
    else:
        given = {"rep_ok": given}
    begun = time.monotonic()
    found = pydpgen.build(Tree, max_size=3, time=0.2, **given)
    assert found.stop_reason is not None and time.monotonic() - begun < 20


def hoards(tree):
    """Allocates without end; up to a gigabyte, where no limit is heard."""
    held = []
    while tree is not None and len(held) < 1 << 14:
        held.append(bytearray(b"x" * (1 << 16)))
    return True


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system tells what is held on Linux")
@pytest.mark.parametrize("of", ["rep_ok", "root_ok"])
def test_a_memory_limit_reaches_a_predicate_that_allocates_without_end(of):
    found = pydpgen.build(Tree, max_size=3, memory=64 << 20, **{of: hoards})
    assert found.stop_reason == "the limit on memory"
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    assert peak < 1 << 20


def test_time_limits_elsewhere():
    slow = pydpgen.build(Tree, lambda tree: time.sleep(0.01) or True, max_size=9, algorithm="dp", time=0.2)
    assert slow.stop_reason is not None and slow.complete_sizes < 10
    # A predicate that changes after the build, so that a check of it does not come to an end.
    state = {"ends": True}
    trees = pydpgen.build(Tree, lambda tree: state["ends"] or loops(tree), max_size=2)
    state["ends"] = False
    begun = time.monotonic()
    assert trees.check_hereditary(2, time=0.2).stop is not None and time.monotonic() - begun < 20


def test_a_predicate_that_hears_nothing_is_left_behind():
    begun = time.monotonic()
    with pytest.raises(pydpgen.BuildFailure, match="its thread is left behind"):
        pydpgen.build(Tree, lambda tree: time.sleep(30) or True, max_size=2, time=0.2)
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("way", ["ends", *ENDLESS])
def test_interrupted(way):
    rep_ok = ENDLESS.get(way, lambda tree: time.sleep(0.01) or True)

    # A shell has its jobs in the background ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            pydpgen.build(Tree, rep_ok, max_size=9, algorithm="dp")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_progress(capsys):
    seen = []

    def slowly(tree):
        time.sleep(0.02)
        return True

    pydpgen.build(Tree, slowly, max_size=3, progress=lambda *figures: seen.append(figures))
    assert seen and seen == sorted(seen)
    pydpgen.build(Tree, slowly, max_size=3, progress=True)
    assert capsys.readouterr().out == ""

    def refuses(*figures):
        raise OSError("no place to show it")

    with pytest.raises(OSError, match="no place"):
        pydpgen.build(Tree, slowly, max_size=3, progress=refuses)


def test_builds_within_builds():
    def rep_ok(tree):
        inner = pydpgen.build(bool, lambda bit: bit, max_size=0)
        return inner.total == 1 and is_search_tree(tree)

    assert pydpgen.build(Tree, rep_ok, max_size=2).counts() == [1, 2, 2]
