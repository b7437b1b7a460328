"""Records of cases: ``assume``, ``note``, ``event``, skips, and its output."""

from __future__ import annotations

import asyncio
import threading

import pytest
from pytest_runs import run_here
from trees import Tree, is_search_tree

import pydpgen
from pydpgen import _case_loop

# Catalan numbers, OEIS A000108: trees by their number of nodes.
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429]


def test_cases_that_are_assumed_away_are_counted(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=5, expect=65)
    def test_some(tree):
        assert pydpgen.assume(tree is not None and tree.left is None) is True
        assert tree.left is None

    @pydpgen.exhaustive(trees, max_size=5)
    def test_caught(tree):
        try:
            pydpgen.assume(size(tree) == 2)
        except Exception:
            pass
        assert size(tree) == 2

    @pydpgen.exhaustive(trees, max_size=4)
    def test_none(tree):
        pydpgen.assume(size(tree) > 4)

    @pydpgen.exhaustive(trees, max_size=4, max_cases=3)
    def test_none_of_the_first(tree):
        pydpgen.assume(size(tree) > 3)
    """
    result = run_here(pytester, body, "-v")
    result.assert_outcomes(passed=2, failed=2)
    text = result.stdout.str()
    # A tree with n nodes and no left subtree has any right one with n - 1.
    assert f"test_some: all 65 cases of size ≤ 5, {65 - sum(CATALAN[:5])} assumed away, in" in text
    assert f"test_caught: all 65 cases of size ≤ 5, {65 - 2} assumed away, in" in text
    assert "nothing was tested: of 23 cases up to size 4, 23 assumed away" in text
    assert "nothing was tested: of 3 cases up to size 2, 3 assumed away" in text
    # That hardly a case applied is said in any case.
    quiet = run_here(pytester, body).stdout.str()
    assert "test_caught" in quiet and "test_some" not in quiet


def test_a_shard_may_have_no_case_that_applies(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=4)
    def test_one(tree):
        pydpgen.assume(tree is None)
    """
    for shard in ("1/2", "2/2"):
        run_here(pytester, body, DPGEN_SHARD=shard).assert_outcomes(passed=1)


def test_notes_and_output_are_shown_of_the_failing_case_only(pytester):
    body = """
    import logging, os, sys

    @pydpgen.exhaustive(trees, max_size=5)
    def test_size(tree):
        pydpgen.note(f"it has {size(tree)} nodes,\\nwhich is a lot")
        pydpgen.note([size(tree)])
        print("printed of", size(tree))
        print("complained of", size(tree), file=sys.stderr)
        os.write(1, b"written by %d\\n" % size(tree))
        assert size(tree) < 4

    @pydpgen.exhaustive(trees, max_size=4)
    def test_log(tree, caplog):
        logging.getLogger("it").warning("logged of %d", size(tree))
        assert caplog.messages == [f"logged of {size(tree)}"]
        assert size(tree) < 3 or tree.left is None
        assert size(tree) < 2 or tree.left is not None

    @pydpgen.exhaustive(trees, max_size=4)
    def test_capsys(tree, capsys):
        print("captured")
        assert capsys.readouterr().out == "captured\\n"
    """
    result = run_here(pytester, body)
    result.assert_outcomes(passed=1, failed=2)
    text = result.stdout.str()
    # Two causes, at sizes 2 and 3.
    assert [line for line in text.splitlines() if "logged of" in line and "it:test_it.py" in line] == [
        f"WARNING  it:test_it.py:28 logged of {size}" for size in (2, 3)
    ]
    assert "output of test_log@2:0:\nWARNING" in text and "output of test_log@3:2:\nWARNING" in text
    assert "  note: it has 4 nodes,\n" in text and "        which is a lot\n" in text and "  note: [4]\n" in text
    assert "it has 3 nodes" not in text
    for line in ("printed of", "complained of", "written by"):
        assert f"{line} 4\n" in text and f"{line} 3\n" not in text and f"{line} 5\n" not in text
    assert text.count("output of test_size@4:0:\n") == 2
    assert "Captured stdout call" in text and "Captured stderr call" in text
    # Without capture, everything is shown.
    assert "printed of 3\n" in run_here(pytester, body, "-s", "-k", "size", DPGEN_PROFILE="ci").stdout.str()
    replayed = run_here(pytester, body, "-k", "size", DPGEN_REPLAY="4:0").stdout.str()
    assert "  note: [4]\n" in replayed and "printed of 4\n" in replayed


def test_events_are_counted_by_case(pytester, monkeypatch):
    body = """
    @pydpgen.exhaustive(trees, max_size=3)
    def test_kinds(tree):
        for _ in range(3):
            pydpgen.event("is empty" if tree is None else f"left {size(tree.left)}")
    """
    result = run_here(pytester, body, "-v")
    text = result.stdout.str()
    # With n nodes, of which k are left: the product of the numbers of trees with k and n - 1 - k.
    for line in ("4 (44 %): left 0", "2 (22 %): left 1", "2 (22 %): left 2", "1 (11 %): is empty"):
        assert f"  {line}\n" in text
    assert "left 0" not in run_here(pytester, body).stdout.str()
    trees = pydpgen.build(Tree, is_search_tree, max_size=5)
    many = pydpgen.check(trees, lambda tree: pydpgen.event(trees.rank(tree)))
    assert len(many.event_lines) == 21 and many.event_lines[-1] == f"and {len(many.events) - 20:,} more labels"
    monkeypatch.setattr(_case_loop, "MAX_LABELS", 50)
    few = pydpgen.check(trees, lambda tree: pydpgen.event(trees.rank(tree))).events
    assert len(few) == 51 and few["other labels"] == trees.total - 50


def test_a_skip_is_of_a_case(pytester):
    body = """
    import pytest, unittest

    @pydpgen.exhaustive(trees, max_size=4)
    def test_some(tree):
        if size(tree) == 3:
            pytest.skip("not these")
        if tree is None:
            raise unittest.SkipTest("nor this")

    @pydpgen.exhaustive(trees, max_size=4)
    def test_all(tree):
        pytest.skip("not on this machine")

    @pydpgen.exhaustive(trees, max_size=3)
    def test_some_and_some(tree):
        pydpgen.assume(tree is None)
        pytest.skip("never")

    @pydpgen.exhaustive(trees, max_size=3)
    def test_expected(tree):
        pytest.xfail("known")

    @pydpgen.exhaustive(trees, max_size=3)
    def test_failed(tree):
        if size(tree) == 2:
            pytest.fail("said so")
    """
    result = run_here(pytester, body, "-v", "-rs")
    result.assert_outcomes(passed=1, skipped=1, failed=2, xfailed=1)
    text = result.stdout.str()
    assert "test_some: all 23 cases of size ≤ 4, 6 skipped, in" in text
    assert "all 23 cases: not on this machine" in text
    assert "Failed: said so" in text and "replay: DPGEN_REPLAY=test_failed@2:0" in text
    assert "of 9 cases up to size 3, 8 assumed away and 1 skipped" in text


def test_check_has_them_too():
    trees = pydpgen.build(Tree, is_search_tree, max_size=2)

    def odd(tree):
        pydpgen.assume(tree is not None)
        pydpgen.event(tree.key)
        pydpgen.note("seen")
        assert tree.left is None

    found = pydpgen.check(trees, odd)
    assert found.assumed_away == 1 and found.events["1"] > 1 and found.failure.notes == ["seen"]
    assert str(found).endswith("\n  note: seen")
    assert not pydpgen.check(trees, lambda tree: pydpgen.assume(False)).passed

    async def inner(tree):
        pydpgen.assume(tree is not None)

    assert pydpgen.check(trees, lambda tree: asyncio.run(inner(tree))).assumed_away == 1


@pytest.mark.parametrize("function", [pydpgen.assume, pydpgen.note, pydpgen.event])
def test_they_belong_to_a_case(function):
    with pytest.raises(RuntimeError, match="where no case runs"):
        function("x")
    trees = pydpgen.build(Tree, is_search_tree, max_size=1)
    raised = []

    def in_thread(tree):
        def call():
            try:
                function("x")
            except RuntimeError as error:
                raised.append(error)

        thread = threading.Thread(target=call)
        thread.start()
        thread.join()

    assert pydpgen.check(trees, in_thread).passed and len(raised) == trees.total
