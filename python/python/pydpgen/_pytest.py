"""The pytest plugin: shards for pytest-xdist, machines as tests, and the coverage of each exhaustive test.

With ``-v`` or ``DPGEN_VERBOSE=1`` the summary has a line for each test. A test always has one if its time limit ended it, or
if ``DPGEN_REPLAY`` ran a single case. After Ctrl-C the summary has the case that was running.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from ._exhaustive import INTERRUPTED_CASES, SHARD_ARGUMENT, use_plugin
from ._machine import MachineTest

use_plugin()

#: The name of the property of pytest's report that has a test's statement of coverage.
COVERAGE_PROPERTY = "pydpgen"


@pytest.fixture(name=SHARD_ARGUMENT)
def _shard() -> None:
    """The shard of a test that runs all cases: none."""


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: Any, name: str, obj: Any) -> Any:
    """Collects a class that ``@pydpgen.machine`` stands above; a subclass is a test if it has a mark of its own."""
    test = vars(obj).get("__dpgen__") if isinstance(obj, type) else None
    if not isinstance(test, MachineTest):
        return None
    function = test.as_function()
    # The marks of a class are those of its test.
    function.pytestmark = _marks_of(obj)  # type: ignore[attr-defined]
    return pytest.Function.from_parent(collector, name=name, callobj=function)


def _marks_of(cls: type) -> list[Any]:
    """The marks of a class, those of its bases first."""
    found: list[Any] = []
    for base in reversed(cls.__mro__):
        marks = vars(base).get("pytestmark", [])
        found += marks if isinstance(marks, list) else [marks]
    return found


def pytest_generate_tests(metafunc: Any) -> None:
    """Under pytest-xdist, splits a test into as many as there are workers, each with a shard of the cases."""
    if getattr(metafunc.function, "__dpgen__", None) is None or SHARD_ARGUMENT not in metafunc.fixturenames:
        return
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1 and not os.environ.get("DPGEN_SHARD") and not os.environ.get("DPGEN_REPLAY"):
        shards = [(number + 1, workers) for number in range(workers)]
        metafunc.parametrize(SHARD_ARGUMENT, shards, ids=[f"shard {index} of {of}" for index, of in shards])


def pytest_collection_finish(session: Any) -> None:
    """Refuses a case without the name of its test, if there are several tests."""
    replay = os.environ.get("DPGEN_REPLAY", "")
    tests = {item.obj.__dpgen__ for item in session.items if hasattr(getattr(item, "obj", None), "__dpgen__")}
    if replay and "@" not in replay and len(tests) > 1:
        raise pytest.UsageError(
            f"DPGEN_REPLAY={replay} could be a case of {len(tests)} tests: write DPGEN_REPLAY=test@{replay}, or run one test"
        )


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> Iterator[None]:
    test = getattr(pyfuncitem.obj, "__dpgen__", None)
    if test is None:
        return (yield)
    test.node, test.checked = pyfuncitem.nodeid.partition("[shard")[0], None
    try:
        return (yield)
    finally:
        if test.checked is not None and test.checked.failure is None:
            partial = test.checked.stopped or test.checked.replayed is not None
            pyfuncitem.user_properties.append((COVERAGE_PROPERTY, (str(test.checked), partial)))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    verbose = terminalreporter.verbosity > 0 or os.environ.get("DPGEN_VERBOSE")
    lines = []
    for report in terminalreporter.stats.get("passed", []):
        for name, value in getattr(report, "user_properties", []):
            if name == COVERAGE_PROPERTY and report.when == "call" and (verbose or value[1]):
                lines.append(f"{report.nodeid}: {value[0]}")
    lines += [f"interrupted {note}" for note in INTERRUPTED_CASES]
    if lines:
        terminalreporter.section("pydpgen")
        for line in lines:
            terminalreporter.write_line(line)
