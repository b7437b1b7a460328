"""What ``DPGEN_OBSERVE`` has written of a test, against the published form: the fields of each kind of line, and no others."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter

import pytest
from pytest_runs import run, run_here

from pydpgen import _observations

pytest_plugins = ["pytester"]

NUMBER, TEXT = (int, float), (str,)
#: The fields of each kind of line, with the types of their values.
TEST_CASE = {
    "type": TEXT,
    "status": TEXT,
    "status_reason": TEXT,
    "representation": TEXT,
    "arguments": (dict,),
    "how_generated": (str, type(None)),
    "features": (dict,),
    "coverage": (type(None),),
    "timing": (dict,),
    "metadata": (dict,),
    "property": TEXT,
    "run_start": NUMBER,
}
MESSAGE = {"type": TEXT, "title": TEXT, "content": (str, dict), "property": TEXT, "run_start": NUMBER}


def is_line(line):
    """Whether an object has the published form."""
    fields = TEST_CASE if line.get("type") == "test_case" else MESSAGE
    if line.keys() != fields.keys() or not all(type(line[name]) in types for name, types in fields.items()):
        return False
    if fields is MESSAGE:
        return line["type"] in ("info", "alert", "error")
    is_time = all(type(time) in NUMBER and time >= 0 for time in line["timing"].values())
    return is_time and line["status"] in ("passed", "failed", "gave_up")


class Observed:
    """The one file of a folder."""

    def __init__(self, folder):
        [path] = folder.iterdir()
        self.name, text = path.name, path.read_text("utf-8")
        assert text.endswith("\n")
        lines = [json.loads(line) for line in text.splitlines()]
        assert all(is_line(line) for line in lines), lines
        assert len({(line["property"], line["run_start"]) for line in lines}) == 1
        self.property = lines[0]["property"]
        self.cases = [line for line in lines if line["type"] == "test_case"]
        self.messages = [line for line in lines if line["type"] != "test_case"]
        self.has_end = (lines[-1]["type"], lines[-1].get("title")) == ("info", "summary")
        self.totals = lines[-1]["content"] if self.has_end else {}

    def by(self, text):
        return Counter(text(case) for case in self.cases)


def observed(pytester, body, run=run_here, **environment):
    """What a file with these tests has written, and the result."""
    folder = pytester.path / "new" / "observed"
    result = run(pytester, body, DPGEN_OBSERVE=str(folder), **environment)
    return Observed(folder), result


PASSES = """
    @pydpgen.exhaustive(trees, key=[1, 2], max_size=3)
    def test_all(tree, key):
        pydpgen.assume(size(tree) != 1)
        if size(tree) == 3:
            pydpgen.event("of three")
            pydpgen.event("size")
"""


def test_the_checker_refuses_what_does_not_fit(pytester):
    written, _ = observed(pytester, PASSES)
    for line in (written.cases[0], written.messages[0]):
        for name in line:
            assert not is_line({key: value for key, value in line.items() if key != name})
            assert not is_line(line | {name: []})
        assert not is_line(line | {"more": None})


def test_each_case_of_a_passing_test_is_a_line(pytester):
    written, result = observed(pytester, PASSES)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*dpgen studio*")
    assert written.property == "test_it.py::test_all"
    assert written.name.startswith("test_it.py.test_all-") and written.name.endswith(f"-{os.getpid()}.jsonl")
    # One tree of size 0, one of size 1, two of size 2, and five of size 3, each with two keys.
    assert written.by(lambda case: case["features"]["size"]) == {0: 2, 1: 2, 2: 4, 3: 10}
    assert written.by(lambda case: (case["status"], case["status_reason"])) == {("gave_up", "assumed away"): 2, ("passed", ""): 16}
    last = written.cases[-1]
    tree = "Node(left=Node(left=Node(left=None, right=None), right=None), right=None)"
    assert last["arguments"] == {"tree": tree, "key": "2"}
    assert last["representation"] == f"tree = {tree}\nkey = 2"
    assert last["features"] == {"size": 3, "rank": 9, "of three": True, "size (label)": True}
    assert last["metadata"] == {"origin": "in order", "replay": "3:9", "notes": []}
    totals = written.totals
    assert (totals["status"], totals["cases"], totals["written"], totals["left_out"]) == ("passed", 18, 18, 0)
    assert (totals["assumed_away"], totals["labels"]) == (2, {"of three": 10, "size": 10})
    assert totals["sizes"] == [{"size": size, "ran": ran, "of": ran, "how": "all"} for size, ran in enumerate([2, 2, 4, 10])]


FAILS = """
    @pydpgen.exhaustive(trees, max_size=7, max_failures=1, processes={processes})
    def test_small(tree):
        pydpgen.event(f"of {{size(tree)}}")
        pydpgen.note("seen")
        assert size(tree) < 5, "five"
"""


@pytest.mark.parametrize("processes", [1, 2])
def test_a_failing_test_names_the_command_that_shows_it(pytester, processes):
    written, result = observed(pytester, FAILS.format(processes=processes), run)
    folder = pytester.path / "new" / "observed"
    command = f"observed: dpgen studio {folder}"
    result.stdout.fnmatch_lines(["*replay: DPGEN_REPLAY=test_small@5:0 pytest *", f"*{command}"])
    # 1 + 1 + 2 + 5 + 14 trees, and one of five.
    assert written.by(lambda case: case["status"]) == {"passed": 23, "failed": 1}
    assert [case["metadata"]["replay"] for case in written.cases[-3:]] == ["4:12", "4:13", "5:0"]
    last = written.cases[-1]
    assert last["status_reason"].startswith("AssertionError: five") and last["metadata"]["notes"] == ["seen"]
    [error, _] = written.messages
    assert (error["type"], error["title"]) == ("error", "counterexample")
    assert error["content"].endswith(command) and "AssertionError: five" in error["content"]
    totals = written.totals
    assert (totals["status"], totals["counterexample"], totals["cases"], totals["failed"]) == ("failed", "5:0", 24, 1)
    assert [row["how"] for row in totals["sizes"]] == ["all"] * 5 + ["part"]
    assert totals["labels"] == {"of 0": 1, "of 1": 1, "of 2": 2, "of 3": 5, "of 4": 14, "of 5": 1}


def test_an_argument_is_shown_as_it_came(pytester):
    body = """
    @pydpgen.exhaustive(pydpgen.build(list[bool], max_size=2))
    def test_cleared(bits):
        bits.clear()
    """
    written, _ = observed(pytester, body)
    assert written.cases[-1]["arguments"] == {"bits": "[True, True]"}


def test_passing_cases_are_bounded_and_failures_and_totals_are_not(pytester, monkeypatch):
    monkeypatch.setattr(_observations, "MAX_CASES_OF_SEARCH", 10)
    body = """
    @pydpgen.exhaustive(trees, max_size=4)
    def test_late(tree):
        assert size(tree) < 4 or tree.right is not None or tree.left.right is not None
    """
    written, _ = observed(pytester, body)
    # Of 23 trees, two of size 4 fail, which come last.
    assert written.by(lambda case: case["status"]) == {"passed": 10, "failed": 2}
    totals = written.totals
    assert (totals["cases"], totals["written"], totals["left_out"], totals["failed"]) == (23, 12, 11, 2)
    assert sum(row["ran"] for row in written.totals["sizes"]) == 23


def test_bytes_are_bounded(pytester, monkeypatch):
    monkeypatch.setattr(_observations, "MAX_BYTES", 1500)
    written, _ = observed(pytester, PASSES)
    assert 1 < len(written.cases) < 5
    assert written.totals["left_out"] == 18 - len(written.cases)


def test_samples_and_the_way_to_a_smaller_failure_are_written(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=2, sample=40, max_failures=1)
    def test_drawn(tree):
        assert size(tree) < 6
    """
    written, _ = observed(pytester, body)
    origins = written.by(lambda case: case["metadata"]["origin"])
    assert origins["in order"] == 4 and origins["drawn"] > 0 and origins["made smaller"] > 0
    assert written.totals["sizes"][3]["how"] == "samples"
    replays = [case["metadata"]["replay"] for case in written.cases if case["status"] == "failed"]
    assert written.totals["counterexample"] in replays


def test_replays_and_shards_are_told_as_such(pytester):
    written, result = observed(pytester, PASSES, DPGEN_REPLAY="test_all@3:9")
    result.assert_outcomes(passed=1)
    assert [case["how_generated"] for case in written.cases] == ["replayed"]
    assert written.totals["status"] == "passed" and written.totals["sizes"] == [{"size": 3, "ran": 1, "of": 10, "how": "others"}]


def test_a_shard_covers_a_part(pytester):
    written, _ = observed(pytester, PASSES, DPGEN_SHARD="1/2")
    assert (len(written.cases), written.totals["shard"]) == (9, "1/2")
    assert ".1-of-2-" in written.name and {row["how"] for row in written.totals["sizes"]} == {"part"}


def test_a_remembered_case_is_told_as_such(pytester):
    body = FAILS.format(processes=1)
    run_here(pytester, body, plugins=())
    written, _ = observed(pytester, body)
    [case] = written.cases
    assert (case["metadata"]["origin"], case["status"], written.totals["cases"]) == ("remembered", "failed", 1)


def test_a_test_that_fails_outside_of_its_cases_says_so(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=2, expect=5)
    def test_number(tree):
        pass
    """
    written, result = observed(pytester, body)
    result.assert_outcomes(failed=1)
    assert written.messages[0]["content"] == "AssertionError: there are 4 cases, where 5 are expected"
    assert (written.messages[0]["type"], written.totals["status"]) == ("error", "failed")


def test_a_limit_is_an_alert(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=4, max_cases=7)
    def test_some(tree):
        pass
    """
    written, _ = observed(pytester, body)
    assert written.messages[0]["type"] == "alert" and "the limit of cases" in written.messages[0]["content"]
    assert (written.totals["cases"], written.totals["stopped"]) == (7, "the limit of cases")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_process_that_dies_leaves_whole_lines(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=4)
    def test_dies(tree):
        if size(tree) == 4:
            import os
            os.kill(os.getpid(), 9)
    """
    written, _ = observed(pytester, body, run)
    assert (len(written.cases), written.messages) == (9, [])


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_case_that_ends_its_process_is_written(pytester):
    body = """
    @pydpgen.exhaustive(trees, max_size=4, processes=2)
    def test_dies(tree):
        if size(tree) == 4:
            import os
            os._exit(3)
    """
    written, _ = observed(pytester, body, run)
    assert written.cases[-1]["status"] == "failed" and written.cases[-1]["metadata"]["replay"] == "4:0"
    assert written.by(lambda case: case["status"]) == {"passed": 9, "failed": 1}


def test_a_folder_that_can_not_be_written_fails_no_test(pytester):
    file = pytester.makefile(".txt", "a file")
    result = run_here(pytester, PASSES, DPGEN_OBSERVE=str(file / "folder"))
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*can not be written, and test_it.py::test_all is not observed: *"])


@pytest.mark.parametrize("environment", [{}, {"DPGEN_OBSERVE": ""}])
def test_nothing_is_written_unless_it_is_asked_for(pytester, environment):
    result = run_here(pytester, FAILS.format(processes=1), **environment)
    result.stdout.no_fnmatch_line("*dpgen studio*")
    assert not list(pytester.path.rglob("*.jsonl"))
