"""State machines: the sequences of calls that run, those that are merged, and the one that fails."""

from __future__ import annotations

import enum
import itertools
import math
import random
from dataclasses import dataclass
from typing import Annotated

import pytest
from machines import Stack

import pydpgen
from pydpgen import Range, initialize, invariant, model_state, precondition, rule


class DepthStack(Stack):
    @model_state
    def depth(self):
        return len(self.items)


class Permutation:
    """A word of four letters, and the swaps of neighbours."""

    def __init__(self):
        self.word = [1, 2, 3, 4]

    @rule(place=range(3))
    def swap(self, place):
        self.word[place], self.word[place + 1] = self.word[place + 1], self.word[place]

    @model_state
    def state(self):
        return tuple(self.word)


class Subsets:
    def __init__(self):
        self.held = set()

    @rule(key=range(4))
    def insert(self, key):
        self.held.add(key)

    @rule(key=range(4))
    def remove(self, key):
        self.held.discard(key)

    @model_state
    def state(self):
        return frozenset(self.held)


class Jugs:
    """Die Hard's jugs of 3 and 5 gallons, which come to hold 4 in six steps, and no fewer (Lamport, Specifying Systems)."""

    def __init__(self):
        self.small = self.big = 0

    @rule()
    def fill_small(self):
        self.small = 3

    @rule()
    def fill_big(self):
        self.big = 5

    @rule()
    def empty_small(self):
        self.small = 0

    @rule()
    def empty_big(self):
        self.big = 0

    @rule()
    def small_to_big(self):
        poured = min(self.small, 5 - self.big)
        self.small, self.big = self.small - poured, self.big + poured

    @rule()
    def big_to_small(self):
        poured = min(self.big, 3 - self.small)
        self.small, self.big = self.small + poured, self.big - poured

    @invariant()
    def not_four(self):
        assert self.big != 4

    @model_state
    def state(self):
        return self.small, self.big


#: The permutations of four letters by their inversions: OEIS A008302.
MAHONIAN = [1, 3, 5, 6, 5, 3, 1]


@pytest.mark.parametrize("length", range(1, 9))
def test_all_sequences_run_without_merging(length):
    # Paths of up and down that stay at 0 or above: OEIS A001405.
    paths = [math.comb(steps, steps // 2) for steps in range(1, length + 1)]
    for machine, merge in [(Stack, True), (DepthStack, False)]:
        found = pydpgen.check_machine(machine, max_calls=length, merge=merge)
        assert found.passed and found.is_complete and not found.is_closed and found.covered == length
        assert (found.calls, found.states) == (sum(paths), 1 + sum(paths))
        assert str(found).startswith(f"all {sum(paths)} sequence")


@pytest.mark.parametrize("length", range(1, 9))
def test_equal_states_are_continued_once(length):
    found = pydpgen.check_machine(Permutation, max_calls=length)
    # Calls are tried in all states but those that are met last.
    assert found.states == sum(MAHONIAN[: length + 1])
    assert found.calls == 3 * sum(MAHONIAN[:length])
    assert (found.farthest, found.is_closed) == (min(length, 6), length > 6)
    whole = "all 24 states that there are, 6 calls away at most: 72 calls"
    assert str(found).startswith(whole if length > 6 else f"all {found.states} states within {length} call")
    assert pydpgen.check_machine(Permutation, max_calls=1, merge=False).states == 1 + 3


def test_states_end_the_search():
    # 2^4 sets, each with 4 + 4 calls.
    found = pydpgen.check_machine(Subsets, max_calls=20)
    assert (found.states, found.calls, found.farthest, found.is_closed) == (16, 16 * 8, 4, True)


@pytest.mark.parametrize("merge", [True, False])
def test_the_failure_is_a_shortest(merge):
    found = pydpgen.check_machine(Jugs, max_calls=8, merge=merge)
    assert not found.passed and found.failure.length == 6 and found.covered == 5
    # As 4 is left over when 5 fills what 1 needs.
    assert found.failure.program.splitlines() == [
        "machine = Jugs()",
        "machine.fill_big()",
        "machine.big_to_small()",
        "machine.empty_small()",
        "machine.big_to_small()",
        "machine.fill_big()",
        "machine.big_to_small()",
        "machine.not_four()",
    ]
    with pytest.raises(AssertionError):
        exec(found.failure.program, {"Jugs": Jugs})
    assert found.failure.replay == "fill_big,big_to_small,empty_small,big_to_small,fill_big,big_to_small"
    assert f"counterexample of 6 calls ({found.calls - 1:,} sequences of no more calls passed first)" in str(found)


def random_table(seed):
    """A table of where each of three letters leads from each of five places; 5 is a failure, ``None`` nowhere."""
    draw = random.Random(seed)
    return [[draw.choice([None, 0, 1, 2, 3, 4, 5]) for _ in range(3)] for _ in range(5)]


def table_machine(table):
    class Table:
        def __init__(self):
            self.at = 0

        @rule(letter=lambda self: [letter for letter in range(3) if table[self.at][letter] is not None])
        def go(self, letter):
            self.at = table[self.at][letter]
            assert self.at != 5

        @model_state
        def state(self):
            return self.at

    return Table


def ends(table):
    """Where each word of up to five letters leads, shortest first; what continues a failure leads nowhere."""
    for word in (word for length in range(1, 6) for word in itertools.product(range(3), repeat=length)):
        at = 0
        for letter in word:
            at = table[at][letter] if at not in (None, 5) else None
        if at is not None:
            yield word, at


def test_random_machines_beside_plain_enumeration():
    failures = 0
    for seed in range(60):
        table = random_table(seed)
        ended = list(ends(table))
        failing = next((place for place, (_, at) in enumerate(ended) if at == 5), None)
        plain = pydpgen.check_machine(table_machine(table), max_calls=5, merge=False)
        merged = pydpgen.check_machine(table_machine(table), max_calls=5)
        if failing is None:
            assert plain.failure is None and merged.failure is None
            assert plain.calls == len(ended)
            assert merged.states == len({0, *(at for _, at in ended)})
        else:
            failures += 1
            word = ended[failing][0]
            assert plain.failure.program.splitlines()[1:] == [f"machine.go(letter={letter})" for letter in word]
            assert plain.calls == failing + 1
            # The model holds all that matters, so that merging loses no failure, and keeps its length.
            assert merged.failure.length == len(word)
    assert 10 < failures < 55


def test_what_the_model_leaves_out_is_missed():
    class Forgetful:
        """A queue that forgets to reset its length; `clear` leads its model to a state that was met."""

        def __init__(self):
            self.length, self.model = 0, []

        @rule()
        def push(self):
            self.length += 1
            self.model.append(None)

        @rule()
        def clear(self):
            self.model.clear()

        @precondition(lambda self: not self.model)
        @rule()
        def pop_nothing(self):
            assert self.length == 0

        @model_state
        def state(self):
            return len(self.model)

    assert pydpgen.check_machine(Forgetful, max_calls=3).passed
    assert pydpgen.check_machine(Forgetful, max_calls=3, merge=False).failure.replay == "push,clear,pop_nothing"

    class Whole(Forgetful):
        @model_state
        def state(self):
            return len(self.model), self.length

    assert pydpgen.check_machine(Whole, max_calls=3).failure.replay == "push,clear,pop_nothing"


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Leaf:
    flag: bool


def test_arguments_come_from_what_exhaustive_takes():
    leaves = pydpgen.build(Leaf | None, max_size=1)
    calls = []

    class Machine:
        def __init__(self):
            self.keys = [7, 8]

        @initialize(start=range(2))
        def begin(self, start):
            self.start = start

        @initialize()
        def second(self):
            assert self.start in (0, 1)

        @rule(leaf=leaves, color=list(Color), word={"b", "a"})
        def free(self, leaf, color, word, kept=5):
            calls.append((leaf, color, word, kept))

        @rule(key=lambda self: self.keys, place=lambda self, key: range(key - 7))
        def dependent(self, key, place):
            assert self.keys[1] == key and place == 0

        @rule()
        def annotated(self, low: Annotated[int, Range(0, 1)], high: Annotated[int, Range(lambda low: range(low, 2))]):
            assert low <= high

    found = pydpgen.check_machine(Machine, max_calls=1)
    # Two starts, with 3 * 2 * 2, one, and 2 + 1 calls.
    assert found.passed and found.calls == 2 * (12 + 1 + 3) and found.states == 2 + found.calls
    assert calls[0] == (None, Color.RED, "a", 5) and len(set(calls)) == 12

    class Fails(Machine):
        @rule(leaf=leaves.of_size(1), color=list(Color))
        def free(self, leaf, color):
            assert color is Color.RED

    failure = pydpgen.check_machine(Fails, max_calls=2).failure
    assert failure.length == 1 and failure.program.splitlines()[-1] == "machine.free(leaf=Leaf(flag=False), color=Color.BLUE)"
    assert failure.replay == "begin:0:0,second,free:1:1"
    passes = type("Passes", (Machine,), {"free": rule(leaf=leaves.of_size(1))(lambda self, leaf: None)})
    assert "within a part of the build (free: leaf: size 1)" in str(pydpgen.check_machine(passes, max_calls=1))


def test_each_sequence_has_objects_of_its_own():
    class Machine:
        def __init__(self):
            self.nodes = [[], []]

        @rule(node=lambda self: self.nodes, more=[[1]])
        def extend(self, node, more):
            assert any(node is mine for mine in self.nodes) and more == [1]
            node.append(more.pop())
            assert sum(map(len, self.nodes)) < 3

    failure = pydpgen.check_machine(Machine, max_calls=3).failure
    assert failure.program.splitlines()[1:] == [
        "machine.extend(node=[], more=[1])",
        "machine.extend(node=[1], more=[1])",
        "machine.extend(node=[1, 1], more=[1])",
    ]


def test_values_are_not_shared_by_calls():
    class Machine:
        @rule(more=[[1], [1, 2]])
        def take(self, more):
            assert more in ([1], [1, 2])
            more.append("spoilt")

    assert pydpgen.check_machine(Machine, max_calls=3).calls == 2 + 4 + 8


def test_invariants_are_asked_when_all_is_initialized():
    class Machine:
        level = None

        @initialize(level=range(2))
        def first(self, level):
            self.level = level

        @initialize(more=lambda self: range(self.level + 1))
        def second(self, more):
            self.ready = True

        @rule()
        def step(self): ...

        @invariant()
        def is_ready(self):
            assert self.ready

    # 0 with one further value, and 1 with two.
    assert pydpgen.check_machine(Machine, max_calls=1).states == 3 + 3
