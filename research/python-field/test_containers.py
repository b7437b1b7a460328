"""pyrsistent's deque and boltons' dict of many values: calls, against the same calls on a deque and a list."""

from collections import deque
from dataclasses import dataclass
from typing import Annotated

import pytest
from faults import fault

import pydpgen
from pydpgen import Range

pyrsistent = pytest.importorskip("pyrsistent")
dictutils = pytest.importorskip("boltons.dictutils")
setutils = pytest.importorskip("boltons.setutils")

Small = Annotated[int, Range(0, 1)]


@dataclass(frozen=True)
class Append:
    value: Small


@dataclass(frozen=True)
class AppendLeft:
    value: Small


@dataclass(frozen=True)
class Pop:
    count: Annotated[int, Range(1, 2)]


@dataclass(frozen=True)
class Rotate:
    steps: Annotated[int, Range(-2, 2)]


@dataclass(frozen=True)
class Reverse:
    __dpgen_weight__ = 1


@dataclass(frozen=True)
class Calls:
    __dpgen_weight__ = 0
    maxlen: Annotated[int, Range(0, 2)]
    calls: list[Append | AppendLeft | Pop | Rotate | Reverse]


def called(calls, maxlen):
    """A persistent deque and a deque, after the calls."""
    found, expected = pyrsistent.pdeque(maxlen=maxlen), deque(maxlen=maxlen)
    for call in calls:
        match call:
            case Append(value):
                found, _ = found.append(value), expected.append(value)
            case AppendLeft(value):
                found, _ = found.appendleft(value), expected.appendleft(value)
            case Pop(count):
                found, expected = found.pop(count), deque(list(expected)[: max(0, len(expected) - count)], maxlen)
            case Rotate(steps):
                found, _ = found.rotate(steps), expected.rotate(steps)
            case Reverse():
                found, _ = found.reverse(), expected.reverse()
    return found, expected


CALLS = pydpgen.build(Calls, max_size=3)


@pydpgen.exhaustive(CALLS, expect=5655)
def test_unbounded_deques(structure: Calls) -> None:
    found, expected = called(structure.calls, None)
    assert list(found) == list(expected) and len(found) == len(expected)


@fault("pyrsistent", CALLS, smallest="Calls(maxlen=0, calls=[Reverse()])", failed=1263)
def test_bounded_deques(structure: Calls) -> None:
    """`PDeque`: "A maximum length can be specified to create a bounded queue"."""
    found, expected = called(structure.calls, structure.maxlen)
    assert list(found) == list(expected) and found.maxlen == expected.maxlen


@dataclass(frozen=True)
class Slice:
    __dpgen_weight__ = 0
    elements: list[Small]
    start: Annotated[int, Range(-3, 3)]
    stop: Annotated[int, Range(-3, 3)]
    step: Annotated[int, Range(1, 2)]

    @property
    def indices(self) -> slice:
        return slice(self.start, self.stop, self.step)


SLICES = pydpgen.build(Slice, max_size=2)


@fault("pyrsistent", SLICES, smallest="Slice(elements=[], start=-3, stop=-3, step=1)", failed=145)
def test_slices_of_deques(cut: Slice) -> None:
    """`PDeque`: "Fully supports the Sequence and Hashable protocols including indexing and slicing"."""
    assert list(pyrsistent.pdeque(cut.elements)[cut.indices]) == cut.elements[cut.indices]


@pydpgen.exhaustive(SLICES, expect=686)
def test_slices_of_indexed_sets(cut: Slice) -> None:
    elements = list(range(len(cut.elements)))
    assert list(setutils.IndexedSet(elements)[cut.indices]) == elements[cut.indices]


@fault("boltons", pydpgen.build(list[tuple[Small, Small]], max_size=2), smallest="[(0, 0)]", failed=20)
def test_popped_items(items: list[tuple[int, int]]) -> None:
    """`popitem`: "Remove and return a (key, value) pair as a 2-tuple"."""
    multi = dictutils.OrderedMultiDict(items)
    if items:
        key, _ = multi.popitem()
        assert multi.items(multi=True) == [item for item in items if item[0] != key]
