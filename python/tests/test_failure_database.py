"""Failing cases that are kept in ``.pydpgen``, and run first."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Sequence

import pytest
from pytest_runs import run_here

import pydpgen
from pydpgen import _failure_database
from pydpgen._case_fingerprint import case_fingerprint
from pydpgen._failure_database import FailureDatabase
from pydpgen._test_cases import Cases

BODY = """
    import os
    seen = []

    @pydpgen.exhaustive(trees, max_size=5)
    def test_all(tree):
        with open("seen", "a") as file:
            file.write(f"{size(tree)}\\n")
        assert size(tree) < 3 or os.path.exists("mended")
"""


def cases_that_ran(pytester):
    """The sizes of the cases since the last call."""
    path = pytester.path / "seen"
    text = path.read_text() if path.exists() else ""
    path.unlink(missing_ok=True)
    return [int(line) for line in text.split()]


def kept(pytester):
    return sorted((pytester.path / ".pydpgen").glob("failures/*/*.json"))


def test_a_failing_case_runs_first_until_it_passes(pytester):
    run_here(pytester, BODY).assert_outcomes(failed=1)
    assert len(cases_that_ran(pytester)) == 65
    [path] = kept(pytester)
    entry = json.loads(path.read_text())
    assert entry["test"] == "test_it.py::test_all" and entry["case"] == "3:0" and entry["cause"].startswith("AssertionError at ")
    assert (pytester.path / ".pydpgen/.gitignore").read_text() == "*\n"
    assert "can be removed" in (pytester.path / ".pydpgen/README.md").read_text()

    again = run_here(pytester, BODY)
    assert "size 3 (rank 0 of 5 at that size; it failed in an earlier run, and ran first)" in again.stdout.str()
    assert cases_that_ran(pytester) == [3] and kept(pytester) == [path]

    (pytester.path / "mended").touch()
    run_here(pytester, BODY, "-v").stdout.fnmatch_lines(["*test_all: all 65 cases*"])
    assert cases_that_ran(pytester)[:2] == [3, 0] and kept(pytester) == []
    run_here(pytester, BODY).assert_outcomes(passed=1)
    assert cases_that_ran(pytester)[0] == 0


def test_it_works_with_last_failed(pytester):
    body = BODY + "    def test_other(): ...\n"
    run_here(pytester, body, plugins=()).assert_outcomes(failed=1, passed=1)
    cases_that_ran(pytester)
    run_here(pytester, body, "--lf", plugins=()).assert_outcomes(failed=1)
    assert cases_that_ran(pytester) == [3]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pydpgen.build(Tree, max_size=7)", "pydpgen.build(Tree, lambda tree: True, max_size=7)"),
        ("    right: ", "    colour: bool\n        right: "),
        ("    right: ", "    other: "),
        ("(trees, max_size=5)", "(trees.shard(2, 2), max_size=5)"),
    ],
)
def test_another_type_or_predicate_makes_it_stale(pytester, monkeypatch, old, new):
    import pytest_runs

    run_here(pytester, BODY)
    assert len(kept(pytester)) == 1
    cases_that_ran(pytester)
    (pytester.path / "mended").touch()
    monkeypatch.setattr(pytest_runs, "HEAD", pytest_runs.HEAD.replace(old, new).replace("tree.right)", "tree.left)"))
    body = BODY.replace(old, new)
    assert old in BODY or new in pytest_runs.HEAD
    run_here(pytester, body).assert_outcomes(passed=1)
    assert cases_that_ran(pytester)[0] == 0 and kept(pytester) == []


def test_damaged_files_are_left_out_with_a_line(pytester):
    run_here(pytester, BODY)
    [path] = kept(pytester)
    for text in ["", "[]", "{}", '{"case": "3:0"}', '{"case": 3, "fingerprint": ""}', '{"case": "3", "fingerprint": ""}', "\x80"]:
        path.write_text(text, encoding="latin-1")
        cases_that_ran(pytester)
        result = run_here(pytester, BODY)
        result.stdout.fnmatch_lines([f"test_it.py::test_all: {path} is damaged, and was left out (*): it can be removed"])
        assert cases_that_ran(pytester)[0] == 0


def test_a_folder_that_can_not_be_written_is_no_error(pytester):
    (pytester.path / ".pydpgen").write_text("a file")
    result = run_here(pytester, BODY)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["test_it.py::test_all: the failing case is not kept in *"])
    assert "assert (3 < 3" in result.stdout.str()


def test_the_number_of_files_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(_failure_database, "MAX_CASES_OF_TEST", 3)
    monkeypatch.setattr(_failure_database, "MAX_CASES", 5)
    for number, test in enumerate("aabaababcc"):
        database = FailureDatabase(tmp_path, test, "print", pytest.fail)
        database.keep(f"1:{number}", ("Error", ""))
        path = database._path(f"1:{number}")
        os.utime(path, (number, number))
        files = list(tmp_path.glob(".pydpgen/failures/*/*.json"))
        assert len(files) == min(number + 1, 5) or len(files) < 5
    # The oldest are gone.
    found = {test: sorted(FailureDatabase(tmp_path, test, "print", pytest.fail).cases()) for test in "abc"}
    assert found == {"a": ["1:6"], "b": ["1:5", "1:7"], "c": ["1:8", "1:9"]}


def test_who_keeps_nothing(pytester):
    run_here(pytester, BODY, "--dpgen-profile", "ci").assert_outcomes(failed=1)
    assert not (pytester.path / ".pydpgen").exists()
    # Without pytest, there is no name of the test.
    test = pydpgen.exhaustive(pydpgen.Spec("binary-tree").build(max_size=3))(lambda tree: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        test()
    assert not (pytester.path / ".pydpgen").exists()


def test_shards_keep_their_own_cases(pytester):
    body = BODY.replace("size(tree) < 3", "trees.rank(tree) != 53")
    for shard, failed in (("1/2", 0), ("2/2", 1), ("1/2", 0), ("2/2", 1)):
        run_here(pytester, body, DPGEN_SHARD=shard).assert_outcomes(failed=failed, passed=1 - failed)
        assert len(kept(pytester)) == (shard == "2/2") or failed == 0


def test_workers_of_xdist_keep_their_own_cases(pytester):
    pytest.importorskip("xdist")
    # The ranks 11 and 53 are in different halves.
    body = BODY.replace("size(tree) < 3", "trees.rank(tree) not in (11, 53)")
    for found in (2, 2):
        run_here(pytester, body, "-n", "2").assert_outcomes(failed=2)
        assert len(kept(pytester)) == found
        ran = cases_that_ran(pytester)
    assert sorted(ran) == [4, 5]
    # The file is that of the test, whoever ran it.
    assert {json.loads(path.read_text())["test"] for path in kept(pytester)} == {"test_it.py::test_all"}
    run_here(pytester, body).assert_outcomes(failed=1)
    assert cases_that_ran(pytester) == [4, 5]


class NoText:
    def __repr__(self):
        raise ValueError


class ManyValues(Sequence):
    def __len__(self):
        return 10**15

    def __getitem__(self, place):
        return place


class ManyFunctions:
    def __call__(self, tree):
        return [1]


def test_fingerprints_of_cases():
    trees, lists = pydpgen.Spec("binary-tree").build(max_size=3), pydpgen.build(list[bool], max_size=3)
    prints = [
        case_fingerprint(Cases(arguments, None))
        for arguments in [
            {"tree": trees},
            {"tree": pydpgen.Spec("binary-tree").build(max_size=3)},
            {"tree": lists},
            {"tree": trees.of_size(3)},
            {"tree": trees.part(4, 5)},
            {"tree": trees.part(5, 6)},
            {"other": trees},
            {"tree": trees, "key": range(3)},
            {"tree": trees, "key": range(4)},
            {"tree": trees, "key": [1, 2]},
            {"tree": trees, "key": [object()]},
            {"tree": trees, "key": [object()]},
            {"tree": trees, "key": [1, 3]},
            {"tree": trees, "key": [NoText()]},
            {"tree": trees, "key": ManyValues()},
            {"tree": trees, "key": ManyFunctions()},
            {"tree": trees, "key": functools.partial(lambda start, tree: range(start), 3)},
            {"tree": trees, "key": lambda tree: [1]},
            {"tree": trees, "key": lambda tree: [2]},
        ]
    ]
    assert prints[0] == prints[1] and prints[10] == prints[11] and len(set(prints)) == len(prints) - 2
