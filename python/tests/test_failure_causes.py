"""Failures by cause: each is reported once, with its smallest case."""

from __future__ import annotations

import time

from pytest_runs import run_here
from trees import Tree, is_search_tree

import pydpgen
from pydpgen import _case_loop, _case_reduction
from pydpgen._failure_causes import cause_of


def failures(function, max_size=5, **arguments):
    """The failures of a test of search trees, by cause."""
    trees = pydpgen.build(Tree, is_search_tree, max_size=max_size)
    test = pydpgen.exhaustive(trees, **arguments)(function)
    try:
        test()
    except (Exception, SystemExit):
        return test.__dpgen__.checked
    raise AssertionError("the test passes")


def test_each_cause_is_reported_with_its_smallest_case(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=5)
    def test_three(tree):
        if size(tree) >= 3 and tree.left is None:
            raise KeyError(size(tree))
        if size(tree) >= 2:
            assert tree.left is None
        if size(tree) == 4:
            raise KeyError("never: the two before it are first")
        if size(tree) == 0:
            pytest.fail("empty")

        """
    result = run_here(pytester, body)
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    assert "test_three fails with 3 different causes, smallest case first (3 sub-exceptions)" in text
    for case in ("0:0", "2:1", "3:0"):
        assert text.count(f"replay: DPGEN_REPLAY=test_three@{case} pytest 'test_it.py::test_three'") == 1, text
    assert text.count("replay: ") == 3 and "never: " not in text
    # Of the trees before 3:0, the one of size 1 and one of size 2 pass.
    assert "(rank 0 of 5 at that size; 2 smaller and equal-sized cases passed first)" in text
    one = run_here(pytester, body, DPGEN_REPLAY="test_three@2:1")
    assert "Exception Group" not in one.stdout.str() and "assert Node(" in one.stdout.str()


def test_how_many_causes_are_looked_for():
    def by_size(tree):
        if tree is not None:
            exec(f"raise type('Error{tree.key}', (Exception,), {{}})()")

    assert [failure.exception.__class__.__name__ for failure in failures(by_size).causes] == [f"Error{n}" for n in range(1, 6)]
    assert len(failures(by_size, max_failures=2).causes) == 2
    found = failures(by_size, max_failures=1)
    assert len(found.causes) == 1 and found.cases == 2 and found.failure is found.causes[0]


def test_a_failing_test_takes_at_most_about_twice_as_long(monkeypatch):
    def fails(tree):
        assert tree is None

    found = failures(fails)
    assert found.cases == sum(found.counts) == 188 and found.covered == 5
    monkeypatch.setattr(_case_loop, "MIN_FURTHER_CASES", 10)
    assert failures(fails).cases == 2 + 10

    def fails_later(tree):
        assert tree is None or tree.left is None or tree.right is None or tree.key != 3

    first = failures(fails_later, max_failures=1).cases
    assert first > 10 and failures(fails_later).cases == 2 * first

    monkeypatch.setattr(_case_loop, "MIN_FURTHER_SECONDS", 0.05)

    def fails_slowly(tree):
        time.sleep(0.02)
        raise ValueError

    monkeypatch.setattr(_case_loop, "MIN_FURTHER_CASES", 1000)
    assert 2 <= failures(fails_slowly).cases <= 5

    # After a case that hangs, others would hang, too.
    assert failures(lambda tree: time.sleep(60 * (tree is not None)), case_time="50ms").cases == 2


def test_causes():
    def raised(function):
        try:
            function()
        except BaseException as error:
            return error

    def forever():
        return forever()

    def divide(number):
        return 1 // number

    def first():
        divide(0)

    def second():
        divide(number=0)

    def group():
        raise ExceptionGroup("several", [raised(first)])

    # The line that raised, not that of the call.
    assert cause_of(raised(first)) == cause_of(raised(second)) == cause_of(raised(group))
    assert cause_of(raised(first))[0] == "ZeroDivisionError" and "test_failure_causes.py:" in cause_of(raised(first))[1]
    assert cause_of(raised(lambda: divide("a"))) != cause_of(raised(first))
    assert cause_of(raised(forever)) == ("RecursionError", "")
    assert cause_of(TimeoutError()) == ("TimeoutError", "")


def test_an_exception_that_is_raised_again_has_the_traceback_of_its_case(monkeypatch):
    error = ValueError("made once")

    def fails(tree):
        if tree is not None and tree.key > 3:
            raise error

    def functions(traceback):
        return [] if traceback is None else [traceback.tb_frame.f_code.co_name, *functions(traceback.tb_next)]

    # The last cases that a reduction runs pass.
    monkeypatch.setattr(_case_reduction, "CASES_PER_SIZE", 0)
    for arguments in ({}, {"sample": 4}, {"sample": 5}):
        found = failures(fails, **arguments)
        assert len(found.causes) == 1 and functions(found.failure.traceback) == ["_call", "fails"]
        assert len(error.__notes__) == 1
        # pytest shows where it was raised.
        shown = functions(error.__traceback__)
        assert shown[-2:] == ["_call", "fails"] and shown.count("fails") == 1
        error.__notes__.clear()
        error.__traceback__ = None


def test_an_exit_is_a_failure(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=5)
    def test_exit(tree):
        if size(tree) == 2:
            raise SystemExit(3)
    """
    result = run_here(pytester, body)
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    assert "SystemExit: 3" in text and "replay: DPGEN_REPLAY=test_exit@2:0" in text
    # None of our functions is shown.
    assert "_case_loop" not in text and "_test_run" not in text and "_exhaustive.py" not in text


def test_a_mistake_in_a_unittest_is_a_group_too(pytester):
    body = """
    import unittest

    class TestTrees(unittest.TestCase):
        @pydpgen.exhaustive(trees, max_size=3)
        def test_two(self, tree):
            if size(tree) == 2:
                self.fail("two")
            self.assertNotEqual(size(tree), 3)
    """
    text = run_here(pytester, body).stdout.str()
    # The line that raises is that of unittest, for both: they are one cause.
    assert "replay: DPGEN_REPLAY=test_two@2:0 pytest 'test_it.py::TestTrees::test_two'" in text
