"""Builds with contexts in files, pickles and other processes, and the domains of a test's arguments."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
from typing import Annotated

import pytest
from languages import CLOSED_TERMS, Interval, Lambda, Reader, thing

import pydpgen
from pydpgen import Give, Range, Values


def test_a_saved_build_is_one_of_its_context(tmp_path):
    path = tmp_path / "terms"
    pydpgen.build(Lambda, max_size=4, context=1).save(path)
    terms = pydpgen.load(path, Lambda, context=1)
    assert list(terms) == list(pydpgen.build(Lambda, max_size=4, context=1)) and terms.check_hereditary(2)
    with pytest.raises(ValueError, match="the predicates, the context, or the functions of fields are not those"):
        pydpgen.load(path, Lambda, context=2)
    with pytest.raises(TypeError, match="pass that of whole structures"):
        pydpgen.load(path, Lambda)


def test_a_saved_build_is_one_of_its_functions(tmp_path):
    first, other = [thing(lo=bool, hi=Annotated[bool, Values(rule)]) for rule in (lambda lo: [lo], lambda lo: [not lo])]
    pydpgen.build(first, max_size=1).save(tmp_path / "saved")
    assert pydpgen.load(tmp_path / "saved", first).total == 2
    with pytest.raises(ValueError, match="functions of fields"):
        pydpgen.load(tmp_path / "saved", other)
    constants = [thing(n=Annotated[Reader, Give(given)]) for given in (("a",), ("b",))]
    pydpgen.build(constants[0], max_size=2).save(tmp_path / "saved")
    with pytest.raises(ValueError, match="functions of fields"):
        pydpgen.load(tmp_path / "saved", constants[1])


#: Saves a build whose contexts are sets of names, which each process goes through in another order.
SAVES = """
import dataclasses, sys
from typing import Annotated, Literal
import pydpgen
NAMES = ["a", "b", "c", "d", "e"]
Some = Literal["a", "b", "c", "d", "e"]
Leaf = dataclasses.make_dataclass("Leaf", [("name", Annotated[Some, pydpgen.Values(lambda scope: scope)])], frozen=True)
Node = dataclasses.make_dataclass("Node", [
    ("name", Annotated[Some, pydpgen.Values(lambda scope: [one for one in NAMES if one not in scope])]),
    ("leaf", Annotated[Leaf, pydpgen.Give(lambda scope, name: scope | {name})]),
    ("more", Annotated["Node | None", pydpgen.Give(lambda scope, name: scope | {name})]),
], frozen=True)
built = pydpgen.build(Node, max_size=5, context=frozenset(["c", "d", "e"]))
built.save(sys.argv[1])
print(built.total, [repr(one) for one in built])
"""


def test_a_saved_build_is_the_same_in_each_process(tmp_path):
    files, texts = [], []
    for seed in ("1", "2", "77"):
        path = tmp_path / seed
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", SAVES, path], env=environment, capture_output=True, text=True, check=True)
        files.append(path.read_bytes())
        texts.append(done.stdout)
    assert int(texts[0].split()[0]) > 5 and len(set(texts)) == 1
    # But for the seconds that it took, which the report has.
    loaded = [pydpgen._pydpgen.saved_origin(file) for file in files]
    assert len(set(map(repr, loaded))) == 1


def test_pickles_have_functions_that_can_be_imported():
    intervals = pydpgen.build(Interval, max_size=1)
    again = pickle.loads(pickle.dumps(intervals))
    assert list(again) == list(intervals) and again.total == 15 and again.check_hereditary(1)
    terms = pydpgen.build(Lambda, max_size=4, context=0)
    again = pickle.loads(pickle.dumps(terms))
    assert list(again) == list(terms) and all(again.rank(term) == rank for rank, term in enumerate(again))
    with pytest.raises(ValueError, match="were not saved"):
        again.check_hereditary(2)


def counts_of_terms(number):
    return pydpgen.build(Lambda, max_size=number, context=0).counts()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no os.fork")
def test_builds_in_processes():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(counts_of_terms, [4, 5, 6]).get(60) == [CLOSED_TERMS[: size + 1] for size in (4, 5, 6)]
        shards = [pydpgen.build(Lambda, max_size=5, context=0).shard(number, 3) for number in (1, 2, 3)]
        assert sum(map(len, pool.map_async(list, shards).get(60))) == sum(CLOSED_TERMS[:6])


# Arguments of tests.


def test_arguments_have_domains():
    seen = []

    @pydpgen.exhaustive(pydpgen.build(list[bool], max_size=2), expect=30)
    def test(
        xs,
        index: Annotated[int, Range(lambda xs: range(len(xs)))],
        value: Annotated[bool, Values(lambda xs, index: [xs[index], True])],
        factor: Annotated[int, Range(1, 2)],
    ):
        seen.append((tuple(xs), index, value, factor))

    test()
    lists = [(one,) for one in (False, True)] + [(one, other) for one in (False, True) for other in (False, True)]
    expected = {
        (xs, index, value, factor) for xs in lists for index in range(len(xs)) for value in {xs[index], True} for factor in (1, 2)
    }
    assert set(seen) == expected and len(seen) == len(expected)


def test_a_test_may_have_arguments_with_domains_alone():
    seen = []

    @pydpgen.exhaustive()
    def test(
        low: Annotated[int, Range(0, 2)], high: Annotated[int, Range(lambda low: range(low, 3))], few: Annotated[str, Values("a")]
    ):
        seen.append((low, high, few))

    test()
    assert seen == [(low, high, "a") for low in range(3) for high in range(low, 3)]


def test_a_later_argument_is_none_that_a_domain_reads():
    with pytest.raises(ValueError, match="the argument 'index' depends on 'scope', which is no argument before it"):

        @pydpgen.exhaustive(range(3))
        def test(number, index: Annotated[int, Range(lambda scope: range(3))]): ...

    with pytest.raises(ValueError, match="the argument 'index': its function reads 'later', which is not to the left of it"):

        @pydpgen.exhaustive(range(3))
        def test(number, index: Annotated[int, Range(lambda later: range(3))], later: Annotated[int, Range(1, 3)]): ...

    with pytest.raises(TypeError, match="the bounds of Range.* are ints"):

        @pydpgen.exhaustive(range(3))
        def test(number, index: Annotated[int, Range(1, "n")]): ...

    @pydpgen.exhaustive(range(3))
    def test(number, index: Annotated[int, Range(lambda number: [number / 2])]): ...

    with pytest.raises(TypeError, match="the argument 'index': .* 0.0, where integers are wanted"):
        test()
