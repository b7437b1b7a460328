"""Tests whose cases run in several processes: all is as in one process, also when processes die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import process_tests
import pytest

import pydpgen
from pydpgen._case_job import CaseJob
from pydpgen._case_loop import CaseLoop
from pydpgen._process_pool import run_in_processes
from pydpgen.settings import Profile

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

METHODS = multiprocessing.get_all_start_methods()


@pytest.fixture
def start(request):
    """Sets the start method of processes."""
    before = multiprocessing.get_start_method(allow_none=True)
    multiprocessing.set_start_method(request.param, force=True)
    yield request.param
    multiprocessing.set_start_method(before, force=True)


def covered(checked):
    """What has to be the same in each number of processes."""
    return checked.cases, checked.covered, checked.counts, checked.stopped, failure_of(checked)


def failure_of(checked):
    failure = checked.failure
    if failure is None:
        return None
    arguments, error = repr(failure.arguments), failure.exception
    return failure.key, arguments, failure.of_size, failure.passed_before, type(error), str(error)


def run(test, processes, time=None):
    """Runs the cases of a test in processes; the answer ``False`` is a failure."""
    loop = CaseLoop(test.cases, test.function, "name", Profile(time=time, max_failures=1), must_hold=True)
    run_in_processes(loop, CaseJob(test.cases, test.function, True, None), processes)
    return loop.checked


CHECKS = [
    process_tests.passes,
    process_tests.fails_at_the_first,
    process_tests.fails_late,
    process_tests.fails_at_the_last,
    process_tests.answers_false,
]
TESTS = [process_tests.pairs, process_tests.dependent, process_tests.dependent_passes]


@pytest.mark.parametrize("start", METHODS, indirect=True)
@pytest.mark.parametrize("function", CHECKS, ids=lambda function: function.__name__)
def test_a_check_is_the_same_in_several_processes(start, function):
    one = pydpgen.check(process_tests.trees, function)
    for processes in (2, 3) if start == "fork" else (2,):
        assert covered(pydpgen.check(process_tests.trees, function, processes=processes)) == covered(one)


@pytest.mark.parametrize(
    "seconds",
    [
        # By rank, of three workers whose first ranges are 0 to 69, 70 to 131, and 132 to 186: how long a case takes.
        {40: 0.6, 100: 0, 150: 0.3},
        {40: 0.6, 100: 0.3, 150: 0},
        {100: 0, 150: 0.3, 20: 0.6},
        {100: 0.3, 150: 0, 20: 0.6},
    ],
)
@pytest.mark.parametrize("failing", [{40, 100, 150}, {100, 150}, {150}])
def test_the_smallest_failure_counts_whichever_comes_first(seconds, failing):
    def property(tree):
        rank = process_tests.trees.rank(tree)
        time.sleep(seconds.get(rank, 0))
        return rank not in failing

    found = pydpgen.check(process_tests.trees, property, processes=3)
    one = pydpgen.check(process_tests.trees, lambda tree: process_tests.trees.rank(tree) not in failing)
    assert covered(found) == covered(one)


@pytest.mark.parametrize("start", METHODS, indirect=True)
@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
@pytest.mark.parametrize("shard", [None, (2, 3)])
def test_a_test_is_the_same_in_several_processes(start, test, shard, monkeypatch):
    found = []
    monkeypatch.setenv("DPGEN_SHARD", "" if shard is None else "{}/{}".format(*shard))
    for processes in (1, 2):
        monkeypatch.setattr(test.__dpgen__, "processes", processes)
        # Several processes end at the first failure.
        monkeypatch.setattr(test.__dpgen__, "values", {"max_failures": 1})
        try:
            test()
        except AssertionError as error:
            assert "counterexample of size" in error.__notes__[0]
        found.append(test.__dpgen__.checked)
    assert covered(found[0]) == covered(found[1])
    assert found[1].processes == 2 and found[1].shard == shard


@pytest.mark.parametrize("start", METHODS, indirect=True)
def test_a_case_that_kills_its_process_is_a_failure(start):
    found = pydpgen.check(process_tests.trees, process_tests.kills, processes=2)
    killing = pydpgen.check(process_tests.trees, lambda tree: not process_tests.is_deadly(tree))
    assert covered(found)[:3] == covered(killing)[:3] and found.failure.key == killing.failure.key
    assert str(found.failure.exception) == "the process that ran this case ended by the signal SIGKILL, 2 times"


def test_processes_that_end_otherwise():
    found = pydpgen.check(process_tests.trees, process_tests.ends, processes=2)
    assert found.failure.key == (0, 0) and found.cases == 1 and "ended with the exit code 3" in str(found.failure.exception)
    # Of a tree of size 4, two cases pass before the third one.
    found = run(process_tests.dependent_kills.__dpgen__, 2)
    assert found.failure.key == (4, 0, 2) and found.failure.passed_before == 1 + 4 + 15 + 2
    # `sys.exit` ends the case and not the process.
    found = pydpgen.check(process_tests.trees, process_tests.leaves, processes=2)
    assert found.failure.key == (4, 0) and type(found.failure.exception) is SystemExit


def test_a_worker_that_is_killed_loses_nothing(tmp_path):
    def kills_each_once(tree):
        # One worker after the other, at cases of several sizes; the second time the case passes.
        if process_tests.size(tree) >= 4 and process_tests.depth(tree) == process_tests.size(tree) and tree.left is None:
            try:
                os.close(os.open(tmp_path / str(process_tests.trees.rank(tree)), os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return
            os.kill(os.getpid(), signal.SIGKILL)

    found = pydpgen.check(process_tests.trees, kills_each_once, processes=2)
    assert found.passed and found.counts == process_tests.trees.counts() and found.covered == 7
    # Those of size n with one way down that begins to the right: 2^(n - 2).
    assert len(os.listdir(tmp_path)) == 4 + 8 + 16 + 32


def test_a_failure_that_only_another_process_has():
    found = pydpgen.check(process_tests.trees, process_tests.fails_elsewhere, processes=2)
    assert found.failure.key == (3, 0)
    assert "passes in this one" in str(found.failure.exception) and "not at home" in found.failure.exception.__notes__[0]


def test_time_limits():
    found = pydpgen.check(process_tests.trees, process_tests.is_slow, processes=2, time=0.5)
    assert found.stopped and found.passed and found.seconds < 10
    assert found.cases == sum(found.counts) < 626 and 0 <= found.covered < 7
    counts = process_tests.trees.counts()
    assert found.counts[: found.covered + 1] == counts[: found.covered + 1]
    assert found.counts[found.covered + 1] < counts[found.covered + 1]
    assert "by 2 processes, when the time was over" in str(found)
    # A rank is not left between two of its numbers: there are as many as the size.
    found = run(process_tests.dependent_is_slow.__dpgen__, 2, time=0.5)
    assert found.stopped and sum(found.counts) == found.cases > 0
    assert all(count % size == 0 for size, count in enumerate(found.counts) if size > 0)
    late = pydpgen.check(process_tests.trees, process_tests.is_late, processes=2, case_time=1)
    assert late.failure.key == (5, 0) and "ran longer than 1 s" in str(late.failure.exception)
    # Not even an exception reaches it.
    hanging = pydpgen.check(process_tests.trees, process_tests.hangs_deep_in_c, processes=2, case_time=0.5)
    assert hanging.failure.key == (3, 0) and hanging.failure.passed_before == 4
    assert "could not be interrupted" in str(hanging.failure.exception) and type(hanging.failure.exception) is TimeoutError


@pytest.mark.parametrize("start", ["spawn"], indirect=True)
def test_what_can_not_be_sent_is_told(start, monkeypatch):
    with pytest.raises(TypeError, match="can not be sent to other processes.*importable"):
        pydpgen.check(process_tests.trees, lambda tree: True, processes=2)
    monkeypatch.setattr(process_tests.passes, "__module__", "gone")
    monkeypatch.setitem(sys.modules, "gone", process_tests)
    with pytest.raises(RuntimeError, match=r"can not start(.|\n)*No module named 'gone'"):
        pydpgen.check(process_tests.trees, process_tests.passes, processes=2)


def test_wrong_uses():
    for processes, error in [(0, ValueError), (-1, ValueError), ("2", TypeError), (True, TypeError), (2.0, TypeError)]:
        with pytest.raises(error, match="process"):
            pydpgen.check(process_tests.trees, process_tests.passes, processes=processes)
        with pytest.raises(error, match="process"):
            pydpgen.exhaustive(process_tests.trees, processes=processes)


BODY = """
import multiprocessing, os, signal, time
import pydpgen, pytest

{head}
trees = pydpgen.Spec("binary-tree").build(max_size=7)

class TestMethod:
    @pydpgen.exhaustive(trees, processes=2)
    def test_all(self, tree, tmp_path):
        assert tmp_path.exists()

@pydpgen.exhaustive(trees, processes=2, key=lambda tree: range(2))
def test_fails(tree, key):
    large = trees.place(tree)[0] > 3
    assert not large or key == 0

@pydpgen.exhaustive(trees, processes=2)
def test_skips(tree):
    pytest.skip("not here")
"""


@pytest.mark.parametrize("method", METHODS)
def test_pytest_runs_cases_in_processes(pytester, method):
    pytester.makepyfile(test_it=BODY.format(head=f"multiprocessing.set_start_method({method!r}, force=True)"))
    result = pytester.runpytest_subprocess("-v", "-rs", "-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    result.assert_outcomes(passed=1, failed=1, skipped=1)
    text = result.stdout.str()
    assert "test_all: all 626 cases of size ≤ 7 in " in text and " s by 2 processes" in text
    # pytest shows what was compared.
    assert "assert (not True or 1 == 0)" in text and "key = 1" in text
    assert "replay: DPGEN_REPLAY=test_fails@4:0:1 pytest 'test_it.py::test_fails'" in text
    assert "_process_pool.py" not in text


HANGS = """
import os, pathlib, signal, time
import pydpgen

# A shell's background jobs begin with interrupts ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

trees = pydpgen.Spec("binary-tree").build(max_size=7)

@pydpgen.exhaustive(trees.of_size(7), processes=2)
def test_hangs(tree):
    (pathlib.Path(__file__).parent / f"worker {os.getpid()}").touch()
    while True:
        time.sleep(0.01)
"""


def running_test(tmp_path, body):
    """A test that runs for long, and its two workers."""
    (tmp_path / "test_it.py").write_text(body)
    options = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    test = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options], cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    workers = waited(lambda: found if len(found := [int(path.name[7:]) for path in tmp_path.glob("worker *")]) == 2 else None)
    return test, workers


def waited(condition):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if answer := condition():
            return answer
        time.sleep(0.05)
    raise AssertionError("it does not come")


def is_gone(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    # One that has ended, and that nobody has waited for, is a zombie.
    state = subprocess.run(["ps", "-o", "state=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    return state in ("", "Z")


def test_an_interrupt_ends_all(tmp_path):
    test, workers = running_test(tmp_path, HANGS)
    os.killpg(test.pid, signal.SIGINT)
    text = test.communicate(timeout=60)[0]
    assert test.returncode == pytest.ExitCode.INTERRUPTED
    assert text.count("interrupted in the case test_hangs@7:") == 2 and "tree = Node(" in text
    assert all(waited(lambda worker=worker: is_gone(worker)) for worker in workers)


def test_workers_end_with_their_parent(tmp_path):
    # They look for it between two ranges.
    test, workers = running_test(tmp_path, HANGS.replace("while True:\n        time.sleep(0.01)", "time.sleep(0.2)"))
    os.kill(test.pid, signal.SIGKILL)
    test.communicate(timeout=60)
    assert all(waited(lambda worker=worker: is_gone(worker)) for worker in workers)
