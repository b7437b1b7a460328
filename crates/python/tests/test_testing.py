"""Tests of every case: under pytest, in shards, replayed; and as a strategy for Hypothesis."""

from __future__ import annotations

import re

import pytest
from trees import Node, Tree, is_search_tree

import pydpgen

HEAD = """
    from dataclasses import dataclass
    import pydpgen

    @dataclass(frozen=True)
    class Node:
        left: "Tree"
        right: "Tree"

    Tree = Node | None
    trees = pydpgen.build(Tree, max_size=7)

    def size(tree):
        return 0 if tree is None else size(tree.left) + 1 + size(tree.right)
"""


def run(pytester, body, *options, **environment):
    pytester.makepyfile(test_it=HEAD + body)
    for name, value in environment.items():
        pytester._monkeypatch.setenv(name, value)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)


def test_a_failure_is_the_smallest_and_says_how_to_run_it_again(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=6)
    def test_size(tree):
        assert tree is None or tree.left is None or size(tree) < 4
    """
    result = run(pytester, body)
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    # Catalan numbers: 1 + 1 + 2 + 5 pass before.
    found = re.search(r"counterexample of size 4 \(rank (\d+) of 14 at that size; (\d+) smaller and equal-sized cases", text)
    assert found and int(found[2]) == 1 + 1 + 2 + 5 + int(found[1])
    assert "tree = Node(" in text
    replay = re.search(r"replay: DPGEN_REPLAY=(4:\d+) pytest 'test_it.py::test_size'", text)
    assert replay
    again = run(pytester, body, DPGEN_REPLAY=replay[1])
    again.assert_outcomes(failed=1)
    assert f"case {replay[1]}" in again.stdout.str()
    run(pytester, body, DPGEN_REPLAY="3:0").assert_outcomes(passed=1)
    wrong = run(pytester, body, DPGEN_REPLAY="4-1")
    assert "a case is named by size:rank" in wrong.stdout.str()


def test_several_arguments_by_their_total_size(pytester):
    body = """
    seen = []

    @pydpgen.exhaustive(trees, other=trees, key=range(3), max_size=3, expect=3 * (1 + 2 + 5 + 14))
    def test_pairs(tree, other, key, tmp_path):
        seen.append((size(tree) + size(other), tree, other, key))
        assert tmp_path.exists()

    def test_all_of_them():
        assert len(set(seen)) == len(seen) and seen == sorted(seen, key=lambda case: case[0])

    @pydpgen.exhaustive(trees, key=lambda tree: range(size(tree)), max_size=4)
    def test_dependent(tree, key):
        assert not (key == 2 and tree.left is not None)
    """
    result = run(pytester, body)
    result.assert_outcomes(passed=2, failed=1)
    text = result.stdout.str()
    replay = re.search(r"DPGEN_REPLAY=(3:\d+:2) pytest", text)
    assert replay
    assert "key = 2" in text
    pytester.makepyfile(test_it=HEAD + body)
    pytester._monkeypatch.setenv("DPGEN_REPLAY", replay[1])
    pytester.runpytest_subprocess("-k", "dependent").assert_outcomes(failed=1)


def test_what_is_expected_and_what_is_covered(pytester):
    body = """
    import time

    @pydpgen.exhaustive(trees, max_size=4, expect=24)
    def test_wrong_number(tree): ...

    @pydpgen.exhaustive(trees.of_size(2), max_size=1)
    def test_nothing(tree): ...

    @pydpgen.exhaustive(trees, time="30ms")
    def test_slow(tree):
        time.sleep(0.005)

    class TestMethod:
        @pydpgen.exhaustive(trees, max_size=5)
        def test_all(self, tree): ...
    """
    result = run(pytester, body, "-v")
    result.assert_outcomes(passed=2, failed=2)
    text = result.stdout.str()
    assert "there are 23 cases, where 24 are expected" in text
    assert "there is no case of size up to 1" in text
    assert re.search(r"test_slow: \d+ cases in 0\.\d s, when the time was over: all of size ≤ \d", text)
    assert re.search(r"test_all: all 65 cases of size ≤ 5 in", text)
    assert "all 65 cases" not in run(pytester, body).stdout.str()


def test_shards_under_xdist(pytester):
    pytest.importorskip("xdist")
    body = """
    @pydpgen.exhaustive(trees, expect=626)
    def test_all(tree):
        with open("seen", "a") as file:
            file.write(f"{trees.rank(tree)}\\n")
    """
    result = run(pytester, body, "-n", "3")
    result.assert_outcomes(passed=3)
    seen = [int(line) for line in (pytester.path / "seen").read_text().split()]
    assert sorted(seen) == list(range(626))
    (pytester.path / "seen").unlink()
    run(pytester, body, DPGEN_SHARD="2/4").assert_outcomes(passed=1)
    assert 130 < len((pytester.path / "seen").read_text().split()) < 180
    assert "such as 1/4" in run(pytester, body, DPGEN_SHARD="5/4").stdout.str()


def test_wrong_uses_of_exhaustive():
    trees = pydpgen.build(Tree, is_search_tree, max_size=3)

    def takes(tree, key):
        pass

    for arguments, named, message in [
        ((), {}, "needs structures"),
        ((trees, trees, trees), {}, "takes 2 arguments"),
        ((trees,), {"other": range(3)}, "no argument 'other'"),
        ((trees,), {"max_size": 4}, "complete up to size 3"),
        ((trees,), {"time": "soon"}, "write seconds"),
        ((trees,), {"key": "abc"}, "comes from structures"),
        ((trees,), {"key": lambda other: []}, "depends on 'other'"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            pydpgen.exhaustive(*arguments, **named)(takes)


def test_check():
    trees = pydpgen.build(Tree, is_search_tree, max_size=6)
    assert pydpgen.check(trees, lambda tree: None).passed
    found = pydpgen.check(trees, lambda tree: tree is None or tree.key < 3)
    assert found.failure.arguments == {"structure": Node(None, 3, None)} and found.failure.key == (1, 2)
    assert "counterexample of size 1 (rank 2 of 6 at that size; 3 smaller" in str(found)


def test_hypothesis_draws_evenly_and_shrinks():
    hypothesis = pytest.importorskip("hypothesis")
    from pydpgen import strategies

    trees = pydpgen.build(Tree, is_search_tree, max_size=5)
    settings = hypothesis.settings(max_examples=300, database=None, derandomize=True, deadline=None)
    drawn = []

    @settings
    @hypothesis.given(strategies.structures(trees))
    def collect(tree):
        drawn.append(trees.place(tree)[0])

    collect()
    # Uniform by structure: the share of a size is that of its structures.
    for size in [3, 4, 5]:
        share = trees.count(size) / trees.total
        assert abs(drawn.count(size) / len(drawn) - share) < 0.12

    failing = []

    @settings
    @hypothesis.given(strategies.structures(trees))
    def fails(tree):
        if tree is not None and (tree.left is not None or tree.right is not None):
            failing.append(trees.rank(tree))
            raise AssertionError

    with pytest.raises(AssertionError):
        fails()
    assert failing[-1] == min(failing)
    assert trees.place(trees[failing[-1]])[0] == 2

    sizes = set()

    @settings
    @hypothesis.given(strategies.structures(trees, by_size=True))
    def by_size(tree):
        sizes.add(trees.place(tree)[0])

    by_size()
    assert sizes == set(range(6))
    with pytest.raises(ValueError, match="nothing to draw"):
        strategies.structures(pydpgen.build(Tree, lambda tree: False, max_size=2))
