"""Exhaustive tests under pytest, in shards and replayed; and the strategy for Hypothesis."""

from __future__ import annotations

import re
import sys
import time

import pytest
from pytest_runs import HEAD, run
from trees import Node, Tree, is_search_tree

import pydpgen


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
    replay = re.search(r"replay: DPGEN_REPLAY=(test_size@4:\d+) pytest 'test_it.py::test_size'", text)
    assert replay
    again = run(pytester, body, DPGEN_REPLAY=replay[1])
    again.assert_outcomes(failed=1)
    assert f"case {replay[1].removeprefix('test_size@')}" in again.stdout.str()
    run(pytester, body, DPGEN_REPLAY="3:0").assert_outcomes(passed=1)
    wrong = run(pytester, body, DPGEN_REPLAY="4-1")
    assert "a case is named by test@size:rank" in wrong.stdout.str()


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
    replay = re.search(r"DPGEN_REPLAY=(test_dependent@3:\d+:2) pytest", text)
    assert replay
    assert "key = 2" in text
    pytester.makepyfile(test_it=HEAD + body)
    pytester._monkeypatch.setenv("DPGEN_REPLAY", replay[1])
    pytester.runpytest_subprocess().assert_outcomes(failed=1, skipped=1, passed=1)


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


def test_a_part_of_a_build_is_said():
    trees = pydpgen.build(Tree, max_size=3, params={"n": 2})
    assert trees.counts() == [1, 2, 8, 40]
    for part, expected in [
        (trees, None),
        (trees.part(0, trees.total), None),
        (trees.of_size(2), "size 2"),
        (trees.up_to(2), "sizes 0, 1, 2"),
        (trees.shard(1, 2), "25 of 51 structures"),
        (trees.part(1, 2), "1 of 51 structures"),
        (trees.part(0, 0), "sizes none"),
    ]:
        text = str(pydpgen.check(part, lambda tree: True))
        within = "" if expected is None else f", within a part of the build (structure: {expected})"
        assert text.startswith(f"all {part.total} cases of size ≤ 3{within} in "), text
    # Up to a size that the part has all of, it is all.
    assert "part" not in str(pydpgen.check(trees.up_to(2), lambda tree: True, max_size=2))
    assert "(structure: size 2)" in str(pydpgen.check(trees.of_size(2), lambda tree: time.sleep(0.01), time=0.001))

    test = pydpgen.exhaustive(trees, other=trees.of_size(1))(lambda tree, other: None)
    test()
    assert ", within a part of the build (other: size 1) in " in str(test.__dpgen__.checked)


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
    for number in range(1, 5):
        run(pytester, body, DPGEN_SHARD=f"{number}/4").assert_outcomes(passed=1)
    seen = [int(line) for line in (pytester.path / "seen").read_text().split()]
    # Each case is in one shard, and a shard has its share.
    assert sorted(seen) == list(range(626)) and seen != sorted(seen)
    assert "such as 1/4" in run(pytester, body, DPGEN_SHARD="5/4").stdout.str()


def test_each_case_has_objects_of_its_own(pytester):
    body = """
    @dataclass
    class Item:
        first: bool
        rest: "Item | None"

    items = pydpgen.build(Item, max_size=4)

    def parts(item):
        return [] if item is None else [item, *parts(item.rest)]

    def spoil(*given):
        for part in [part for item in given for part in parts(item)]:
            assert not hasattr(part, "spoilt"), "another case was here"
            part.spoilt, part.first = True, not part.first

    @pydpgen.exhaustive(items)
    def test_structures(item):
        spoil(item)

    @pydpgen.exhaustive(items, other=items, max_size=3)
    def test_several(item, other):
        spoil(item, other)

    @pydpgen.exhaustive(items, number=range(3))
    def test_a_range(item, number):
        spoil(item)

    @pydpgen.exhaustive(items, number=lambda item: range(3))
    def test_replayed(item, number):
        spoil(item)

    @pydpgen.exhaustive(items, number=lambda item: iter([1, 2, 3]))
    def test_a_generator(item, number):
        spoil(item)

    @pydpgen.exhaustive(items, part=lambda item: parts(item))
    def test_parts(item, part):
        assert any(one is part for one in parts(item))
        spoil(item)

    @pydpgen.exhaustive(items, a=lambda item: range(2), b=lambda item, a: range(2))
    def test_two_functions(item, a, b):
        spoil(item)

    @pydpgen.exhaustive(items, a=lambda: [Item(False, None)], b=lambda a: range(3))
    def test_a_function_of_a_value(item, a, b):
        spoil(item, a)

    @pydpgen.exhaustive(items, more=[[], [1]])
    def test_a_list_of_lists(item, more):
        assert more in ([], [1])
        more.append(2)
        spoil(item)

    @pydpgen.exhaustive(items, more=({key: []} for key in "ab"))
    def test_an_iterator(item, more):
        assert list(more.values()) == [[]]
        more["a"] = 1
        spoil(item)

    def test_checked():
        assert pydpgen.check(items, spoil).passed
    """
    run(pytester, body).assert_outcomes(passed=11)
    run(pytester, body, "-k", "replayed", DPGEN_REPLAY="4:1:2").assert_outcomes(passed=1, deselected=10)


def test_the_number_of_dependent_cases_does_not_depend_on_what_a_test_does(pytester):
    body = """
    @dataclass
    class Item:
        rest: "Item | None"

    items = pydpgen.build(Item, max_size=4)

    def parts(item):
        return [] if item is None else [item, *parts(item.rest)]

    # By size: 1, 2, 3 and 4 pairs of an item and one of its parts; and of these, pairs with a number below 2.
    @pydpgen.exhaustive(items, part=lambda item: (part for part in parts(item)), number=lambda part: range(2), expect=20)
    def test_all(item, part, number):
        item.rest = None

    seen = []

    @pydpgen.exhaustive(trees, word={"b", "a"}, few=lambda tree: {3, 1, 2}, max_size=1, expect=2 * 2 * 3)
    def test_sets_are_in_order(tree, word, few):
        seen.append((word, few))

    def test_order():
        assert seen == [(word, few) for word in "ab" for few in (1, 2, 3)] * 2
    """
    run(pytester, body).assert_outcomes(passed=3)


def test_what_can_not_be_copied_is_refused(pytester):
    body = """
    import threading
    NAMED = object()

    @pydpgen.exhaustive(trees, lock=[threading.Lock()], max_size=1)
    def test_lock(tree, lock): ...

    @pydpgen.exhaustive(trees, lock=lambda: [threading.Lock()], max_size=1)
    def test_made(tree, lock):
        assert lock.acquire(blocking=False)

    @pydpgen.exhaustive(trees, mark=[NAMED], max_size=1)
    def test_named(tree, mark):
        assert mark is NAMED

    @pydpgen.exhaustive(trees, mixed=lambda: {1, "a"}, max_size=1)
    def test_mixed(tree, mixed): ...
    """
    result = run(pytester, body)
    result.assert_outcomes(passed=2, failed=2)
    assert "can not be copied" in result.stdout.str() and "lock=lambda: [...]" in result.stdout.str()
    assert "a set without an order" in result.stdout.str()


def test_the_counterexample_is_what_the_test_received(pytester):
    body = """
    @dataclass
    class Item:
        first: bool
        rest: "Item | None"

    items = pydpgen.build(Item, max_size=3)

    def fails(item):
        before, rest = repr(item), item.rest
        item.rest, item.first = item, "spoilt"
        assert rest is None, "it was " + before

    @pydpgen.exhaustive(items)
    def test_alone(item):
        fails(item)

    @pydpgen.exhaustive(items, number=lambda item: range(2))
    def test_dependent(item, number):
        fails(item)

    @pydpgen.exhaustive(items, keys=[[1]])
    def test_value(item, keys):
        keys.append("spoilt")
        fails(item)

    def test_check():
        assert pydpgen.check(items, fails).failure.arguments == {"structure": Item(False, Item(False, None))}
    """
    first = "Item(first=False, rest=Item(first=False, rest=None))"
    result = run(pytester, body)
    result.assert_outcomes(passed=1, failed=3)
    text = result.stdout.str()
    assert text.count(f"  item = {first}\n") == 3 and "  keys = [1]\n" in text and f"it was {first}" in text
    again = run(pytester, body, DPGEN_REPLAY="test_value@2:0")
    again.assert_outcomes(passed=1, failed=1, skipped=2)
    assert f"  item = {first}\n" in again.stdout.str() and "  keys = [1]\n" in again.stdout.str()


def test_a_replay_speaks_of_no_other_test(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=3)
    def test_one(tree): ...

    @pydpgen.exhaustive(trees, max_size=4)
    def test_other(tree): ...

    class TestMethod:
        @pydpgen.exhaustive(trees, max_size=4)
        def test_one(self, tree): ...
    """
    result = run(pytester, body, "-rs", DPGEN_REPLAY="test_other@4:7")
    result.assert_outcomes(passed=1, skipped=2)
    text = result.stdout.str()
    assert "DPGEN_REPLAY=test_other@4:7 names another test" in text
    assert "test_other: only the case 4:7, by DPGEN_REPLAY: no size is covered" in text and "all " not in text
    run(pytester, body, DPGEN_REPLAY="test_it.py::TestMethod::test_one@4:7").assert_outcomes(passed=1, skipped=2)
    # A name can be that of several tests; one has no such case.
    run(pytester, body, DPGEN_REPLAY="test_one@4:7").assert_outcomes(passed=1, failed=1, skipped=1)
    run(pytester, body, DPGEN_REPLAY="test_all@4:7").assert_outcomes(skipped=3)
    unclear = run(pytester, body, DPGEN_REPLAY="4:7")
    assert "could be a case of 3 tests: write DPGEN_REPLAY=test@4:7" in unclear.stderr.str() + unclear.stdout.str()
    run(pytester, body, "-k", "other", DPGEN_REPLAY="4:7").assert_outcomes(passed=1, deselected=2)


def test_a_test_that_runs_nothing_is_no_test():
    trees = pydpgen.build(Tree, max_size=2)

    async def coroutine(tree):
        raise AssertionError

    def generator(tree):
        yield tree
        raise AssertionError

    async def both(tree):
        yield tree

    for function in (coroutine, generator, both):
        if function is not coroutine:
            with pytest.raises(TypeError, match="runs nothing of it"):
                pydpgen.exhaustive(trees)(function)
        for hidden in (function, lambda tree, function=function: function(tree)):
            found = pydpgen.check(trees, hidden)
            assert not found.passed and "nothing was checked" in str(found.failure.exception)
    assert "is it to be called?" in str(pydpgen.check(trees, lambda tree: coroutine).failure.exception)

    @pydpgen.exhaustive(trees)
    def hidden(tree):
        return coroutine(tree)

    with pytest.raises(TypeError, match="nothing was checked"):
        hidden()


def test_a_case_that_hangs_is_a_failure(pytester):
    body = """
    import threading, time

    def hang(tree):
        if size(tree) == 2:
            while True:
                try:
                    time.sleep(0.01)
                except Exception:
                    pass

    @pydpgen.exhaustive(trees, case_time="2000ms")
    def test_hangs(tree):
        hang(tree)

    @pydpgen.exhaustive(trees, case_time=2)
    def test_sleeps(tree):
        time.sleep(60 * (size(tree) == 2))

    @pydpgen.exhaustive(trees, max_size=4, case_time="60s")
    def test_fast(tree): ...

    def test_other_thread():
        found = []
        thread = threading.Thread(target=lambda: found.append(pydpgen.check(trees, hang, case_time=2)))
        thread.start()
        thread.join(60)
        assert found[0].failure.key == (2, 0) and found[0].cases == 3
    """
    result = run(pytester, body)
    result.assert_outcomes(passed=2, failed=2)
    text = result.stdout.str()
    assert text.count("TimeoutError: the case ran longer than 2 s") >= 2
    assert "replay: DPGEN_REPLAY=test_hangs@2:0" in text


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_names_the_case(pytester):
    body = """
    import os, signal

    signal.signal(signal.SIGINT, signal.default_int_handler)

    @pydpgen.exhaustive(trees)
    def test_hangs(tree):
        if size(tree) == 3:
            os.kill(os.getpid(), signal.SIGINT)
            while True:
                pass
    """
    result = run(pytester, body)
    text = result.stdout.str()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert "interrupted in the case test_hangs@3:0" in text and "tree = Node(left=None, right=Node(" in text


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
