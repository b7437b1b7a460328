"""The functions that can be tests: methods of unittest, coroutines, and what is refused beside Hypothesis."""

from __future__ import annotations

import re
import sys

import pytest
from pytest_runs import run_here
from trees import Tree, is_search_tree

import pydpgen
from pydpgen import _case_progress


def test_methods_of_unittest(pytester):
    body = """
    import unittest

    class TestTrees(unittest.TestCase):
        @pydpgen.exhaustive(trees, max_size=3, expect=9)
        def test_all(self, tree):
            self.assertLess(size(tree), 4)

        @pydpgen.exhaustive(trees, max_size=3)
        def test_some(self, tree):
            with self.subTest(tree=tree):
                self.assertIsInstance(self, TestTrees)
            if size(tree) == 1:
                self.skipTest("not this")
            self.assertLess(size(tree), 3)

        @pydpgen.exhaustive(trees, max_size=2)
        def test_none(self, tree):
            self.skipTest("none")

    class TestLoop(unittest.IsolatedAsyncioTestCase):
        @pydpgen.exhaustive(trees, max_size=2)
        async def test_coroutine(self, tree):
            self.assertLess(size(tree), 2)
    """
    result = run_here(pytester, body, "-v", "-W", "ignore")
    result.assert_outcomes(passed=1, failed=2, skipped=1)
    text = result.stdout.str()
    assert "TestTrees::test_all: all 9 cases of size ≤ 3 in" in text
    assert "replay: DPGEN_REPLAY=test_some@3:0 pytest 'test_it.py::TestTrees::test_some'" in text
    assert "replay: DPGEN_REPLAY=test_coroutine@2:0 pytest 'test_it.py::TestLoop::test_coroutine'" in text
    assert "all 4 cases: none" in run_here(pytester, body, "-rs", "-W", "ignore").stdout.str()
    # Without pytest, too.
    found = pytester.runpython(pytester.makepyfile(alone="from test_it import *\nunittest.main()")).stderr.str()
    assert "FAILED (failures=2, skipped=1)" in found and "replay: DPGEN_REPLAY=test_some@3:0" in found


def test_a_coroutine_runs_in_a_loop_of_its_own(pytester):
    body = """
    import asyncio, contextlib
    import pytest

    loops = []

    @pydpgen.exhaustive(trees, max_size=3, key=range(2))
    async def test_all(tree, key, tmp_path_factory):
        loops.append(asyncio.get_running_loop())
        asyncio.create_task(asyncio.sleep(60))
        pydpgen.event(await asyncio.sleep(0, f"key {key}"))
        pydpgen.assume(tree is not None)

    def test_loops():
        assert len(loops) == 18 and all(loop.is_closed() for loop in loops)

    @pydpgen.exhaustive(trees, max_size=3)
    async def test_fails(tree):
        await asyncio.sleep(0)
        assert size(tree) < 2

    @pydpgen.exhaustive(trees, max_size=3, case_time="100ms")
    async def test_hangs(tree):
        with contextlib.suppress(Exception):
            await asyncio.sleep(60 * (size(tree) == 2))

    class TestMethods:
        @pydpgen.exhaustive(trees, max_size=3)
        async def test_method(self, tree):
            await asyncio.sleep(0)
    """
    result = run_here(pytester, body, "-v")
    result.assert_outcomes(passed=3, failed=2)
    text = result.stdout.str()
    assert "test_all: all 18 cases of size ≤ 3, 2 assumed away, in" in text and "  9 (50 %): key 1\n" in text
    assert "replay: DPGEN_REPLAY=test_fails@2:0" in text
    assert "TimeoutError: the case ran longer than 0.1 s" in text and "replay: DPGEN_REPLAY=test_hangs@2:0" in text


def test_marks_of_other_plugins_have_no_effect(pytester):
    body = """
    import pytest

    @pytest.mark.{mark}
    @pydpgen.exhaustive(trees, max_size=3)
    async def test_all(tree): ...

    @pytest.mark.{mark}
    @pydpgen.exhaustive(trees, max_size=3)
    def test_plain(tree): ...
    """
    for mark in ("asyncio", "anyio", "trio"):
        result = run_here(pytester, body.format(mark=mark), "-o", f"markers={mark}")
        result.assert_outcomes(passed=2, warnings=1)
        said = f"test_all: its cases run by asyncio.run, each in a loop of its own: the mark {mark} has no effect"
        assert said in result.stdout.str()


def test_it_is_not_combined_with_given(pytester):
    hypothesis = pytest.importorskip("hypothesis")
    from hypothesis import strategies as st

    trees = pydpgen.build(Tree, is_search_tree, max_size=2)

    @hypothesis.given(st.integers(), st.integers())
    def drawn(tree, number):
        raise AssertionError("never")

    with pytest.raises(TypeError, match=r"drawn has @given and @exhaustive: .*@given\(structures.strategy\(\), ...\)"):
        pydpgen.exhaustive(trees)(drawn)

    body = """
    from hypothesis import given, settings, strategies as st

    @settings(database=None)
    @given(number=st.integers())
    @pydpgen.exhaustive(trees)
    def test_both(tree, number):
        raise AssertionError("never")
    """
    result = run_here(pytester, body)
    result.assert_outcomes(failed=1)
    message = "TypeError: test_both runs in a test with @given: all cases would run for each example. Use one of them: "
    assert message in result.stdout.str()


def test_the_method_strategy(monkeypatch):
    hypothesis = pytest.importorskip("hypothesis")
    trees = pydpgen.build(Tree, is_search_tree, max_size=3)
    sizes = set()

    @hypothesis.settings(database=None, derandomize=True)
    @hypothesis.given(trees.strategy(), trees.of_size(2).strategy(), trees.strategy(by_size=True))
    def drawn(tree, of_two, by_size):
        assert tree in trees and trees.place(of_two)[0] == 2
        sizes.add(trees.place(by_size)[0])

    drawn()
    assert sizes == {0, 1, 2, 3}
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "pydpgen.strategies")
    with pytest.raises(ImportError, match=r"pip install 'pydpgen\[hypothesis\]'"):
        trees.strategy()


def test_fixtures_that_the_cases_share(pytester):
    body = """
    import pytest, unittest

    @pytest.fixture
    def inner(): ...

    @pytest.fixture
    def outer(inner): ...

    @pytest.fixture(autouse=True)
    def automatic(): ...

    @pytest.fixture(scope="module")
    def shared(): ...

    @pydpgen.exhaustive(trees, max_size=2)
    def test_outer(tree, outer, tmp_path): ...

    @pytest.mark.parametrize("way", ["a"])
    @pydpgen.exhaustive(trees, max_size=2)
    def test_harmless(tree, way, shared, request, caplog, capsys, tmp_path_factory): ...

    @pytest.mark.filterwarnings("ignore::pydpgen.HealthWarning")
    @pydpgen.exhaustive(trees, max_size=2)
    def test_silenced(tree, monkeypatch): ...

    def test_other(tmp_path): ...

    class TestSet(unittest.TestCase):
        def setUp(self): ...

        @pydpgen.exhaustive(trees, max_size=2)
        def test_set_up(self, tree): ...

    class TestSetMethod:
        def setup_method(self): ...

        @pydpgen.exhaustive(trees, max_size=2)
        def test_set_method(self, tree): ...

    class TestNotSet(unittest.IsolatedAsyncioTestCase):
        @pydpgen.exhaustive(trees, max_size=2)
        def test_nothing(self, tree): ...
    """
    result = run_here(pytester, body)
    result.assert_outcomes(passed=7, warnings=3)
    text = result.stdout.str()
    assert re.search(r"test_it.py:\d+: HealthWarning", text) and "_exhaustive.py" not in text
    assert "HealthWarning: inner, outer, tmp_path: set up once for all cases of test_outer, not for each" in text
    assert "HealthWarning: setup_method: set up once for all cases of test_set_method" in text
    assert "HealthWarning: setUp: set up once for all cases of test_set_up" in text
    strict = run_here(pytester, body, "-W", "error::pydpgen.HealthWarning")
    strict.assert_outcomes(passed=4, failed=3)


def test_long_tests_show_their_progress(pytester, monkeypatch):
    monkeypatch.setattr(_case_progress, "INTERVAL_SECONDS", 0.0)
    body = """
    @pydpgen.exhaustive(trees, max_size=3)
    def test_one(tree):
        print("hidden")

    @pydpgen.exhaustive(trees, max_size=3, key=lambda tree: range(1))
    def test_dependent(tree, key): ...
    """
    text = run_here(pytester, body, "-v").stdout.str()
    for line in ("test_one: 5 of 9 cases in 0 s, at size 3", "test_dependent: 5 cases in 0 s, at size 3"):
        assert f"\n{line}\n" in text
    assert "hidden" not in text and "\ntest_it.py::test_one PASSED" in text
    assert " of 9 cases" not in run_here(pytester, body).stdout.str()


def test_the_name_of_a_test_has_no_shard():
    from pydpgen._pytest import _without_shard

    for node, plain in [
        ("t.py::test[shard 1 of 3]", "t.py::test"),
        ("t.py::test[a-shard 1 of 3]", "t.py::test[a]"),
        ("t.py::test[shard 12 of 13-a-b]", "t.py::test[a-b]"),
        ("t.py::test[a-shard 1 of 3-b]", "t.py::test[a-b]"),
        ("t.py::test[a-b]", "t.py::test[a-b]"),
        ("t.py::test[a-]", "t.py::test[a-]"),
    ]:
        assert _without_shard(node) == plain
