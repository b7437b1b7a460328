"""Settings of tests in one process and in two: the same, or refused."""

from __future__ import annotations

import process_tests
import pytest
from pytest_runs import run_here

import pydpgen

SETTINGS = [
    ({}, None),
    ({"max_size": 4}, None),
    ({"expect": 626}, None),
    ({"time": 60}, None),
    ({"case_time": 60}, None),
    ({"max_failures": 1}, None),
    ({"max_cases": 100}, None),
    ({"max_cases": 626}, None),
    ({"max_cases": 10**6}, None),
    ({"max_failures": 2}, "max_failures=2 and processes=2: several processes end at the first failure"),
    ({"sample": 9}, "sample=9 and processes=2: cases are drawn and reduced in one process"),
    ({"max_cases": 9, "at": lambda tree: range(2)}, "max_cases=9 and several processes: the arguments at depend on others"),
]


def says(tree, **others):
    if tree is None:
        pytest.skip("no tree")
    pydpgen.assume(process_tests.depth(tree) < 5)
    pydpgen.event(f"depth {process_tests.depth(tree)}")


@pytest.mark.parametrize(("values", "refusal"), SETTINGS, ids=lambda value: " ".join(value) if isinstance(value, dict) else "")
def test_a_setting_is_the_same_in_two_processes_or_refused(values, refusal):
    def mark(processes):
        names = {name: value for name, value in values.items() if name != "at"}
        dependent = {name: value for name, value in values.items() if name == "at"}
        function = (lambda tree, at: says(tree)) if dependent else (lambda tree: says(tree))
        return pydpgen.exhaustive(process_tests.trees, processes=processes, **names, **dependent)(function)

    if refusal is not None:
        with pytest.raises(ValueError, match=refusal):
            mark(2)
        return
    found = []
    for processes in (1, 2):
        test = mark(processes)
        test()
        checked = test.__dpgen__.checked
        assert checked.processes == processes
        found.append((checked.cases, checked.assumed_away, checked.skipped, checked.events, checked.stopped, checked.covered))
    assert found[0] == found[1] and found[0][2] == 1 and sum(found[0][3].values()) > 0


def test_a_test_that_assumes_everything_away_fails_in_processes():
    with pytest.raises(AssertionError, match="nothing was tested: of 626 cases"):
        pydpgen.exhaustive(process_tests.trees, processes=2)(lambda tree: pydpgen.assume(False))()


KEPT = """
    import os

    @pydpgen.exhaustive(trees, max_size=5, processes=2)
    def test_all(tree):
        if size(tree) == 3 and not os.path.exists("mended"):
            HOW
"""


@pytest.mark.parametrize("how", ["assert False", "os._exit(3)"])
def test_kept_failures_run_first_in_processes(pytester, how):
    body = KEPT.replace("HOW", how)
    run_here(pytester, body).assert_outcomes(failed=1)
    assert len(list(pytester.path.glob(".pydpgen/failures/*/*.json"))) == 1
    again = run_here(pytester, body)
    assert "it failed in an earlier run, and ran first" in again.stdout.str()
    (pytester.path / "mended").touch()
    run_here(pytester, body).assert_outcomes(passed=1)
    assert not list(pytester.path.glob(".pydpgen/failures/*/*.json"))


MACHINE = """
    import os
    from pydpgen import rule

    @pydpgen.machine(max_calls=4)
    class Level:
        level = 0

        @rule()
        def up(self):
            pydpgen.assume(self.level < 2)
            self.level += 1
            pydpgen.note(f"level {self.level}")
            pydpgen.event("up")
            assert self.level < 2 or os.path.exists("mended")
"""


def test_machines_have_what_tests_have(pytester):
    result = run_here(pytester, MACHINE)
    result.assert_outcomes(failed=1)
    assert "note: level 2" in result.stdout.str()
    assert len(list(pytester.path.glob(".pydpgen/failures/*/*.json"))) == 1
    assert "it failed in an earlier run, and ran first" in run_here(pytester, MACHINE).stdout.str()
    (pytester.path / "mended").touch()
    result = run_here(pytester, MACHINE, "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*Level: all 3 sequences of up to 4 calls, 1 assumed away, in *", "*3 (100 %): up"])
    assert not list(pytester.path.glob(".pydpgen/failures/*/*.json"))
