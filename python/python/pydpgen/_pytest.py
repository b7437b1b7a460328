"""The pytest plugin: profiles, shards for pytest-xdist, machines as tests, and what each test covered.

With ``-v`` or ``DPGEN_VERBOSE=1`` the summary has a line for each test. A test always has one if a limit ended it, if
``DPGEN_REPLAY`` ran a single case, or if hardly a case applied. After Ctrl-C the summary has the case that was running.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from . import settings
from ._case_output import CaseOutput
from ._case_progress import CaseProgress
from ._exhaustive import SHARD_ARGUMENT, Exhaustive, use_plugin
from ._failure_database import FailureDatabase
from ._machine import MachineTest
from ._shared_fixtures import shared_fixture_warning
from ._test_run import INTERRUPTED_CASES, Surroundings

use_plugin()

#: The name of the property of pytest's report that has lines about a test: each with whether it is shown without ``-v``.
LINES_PROPERTY = "pydpgen"


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("pydpgen")
    group.addoption(
        "--dpgen-profile", metavar="NAME", help="the profile of pydpgen.settings for @pydpgen.exhaustive tests: dev, ci, ..."
    )


def pytest_configure(config: Any) -> None:
    """Loads the profile, after each ``conftest.py`` beside pytest's configuration has registered its own."""
    name = config.getoption("--dpgen-profile", None) or os.environ.get(settings.PROFILE_VARIABLE)
    if name:
        config.add_cleanup(functools.partial(settings.load_profile, settings.loaded_profile()))
        try:
            settings.load_profile(name)
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None


def pytest_report_header() -> str | None:
    name = settings.current_profile()[0]
    return None if name == "default" else f"pydpgen: profile {name}"


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
def pytest_runtest_call(item: Any) -> Iterator[None]:
    test: Exhaustive | MachineTest | None = getattr(getattr(item, "obj", None), "__dpgen__", None)
    if test is None:
        return (yield)
    if isinstance(test, Exhaustive):
        _warn_of_function(item, test)
    lines: list[tuple[str, bool]] = []
    test.node, test.checked = _without_shard(item.nodeid), None
    test.given = _surroundings(item, test, lambda line: lines.append((line, True)))
    try:
        return (yield)
    finally:
        test.given = Surroundings()
        checked = test.checked
        if checked is not None and checked.failure is None:
            lines.append((checked.coverage, checked.is_partial))
            lines += [(f"  {line}", False) for line in checked.event_lines]
        item.user_properties.append((LINES_PROPERTY, lines))


def _warn_of_function(item: Any, test: Exhaustive) -> None:
    """Warns of fixtures that cases share, and of marks that have no effect."""
    if warning := shared_fixture_warning(item, test):
        item.warn(warning)
    for mark in ("asyncio", "anyio", "trio") if test.is_coroutine else ():
        if item.get_closest_marker(mark) is not None:
            name = test.function.__name__
            how = f"its cases run by asyncio.run, each in a loop of its own: the mark {mark} has no effect"
            item.warn(pytest.PytestWarning(f"{name}: {how}"))


def _surroundings(item: Any, test: Exhaustive | MachineTest, warn: Callable[[str], object]) -> Surroundings:
    config = item.config

    def database(fingerprint: str) -> FailureDatabase:
        return FailureDatabase(config.rootpath, test.node, fingerprint, warn)

    capture = config.pluginmanager.getplugin("capturemanager")
    captures = capture is not None and config.getoption("capture") != "no"
    logging = config.pluginmanager.getplugin("logging-plugin")
    handlers = [getattr(logging, name, None) for name in ("report_handler", "caplog_handler")]
    logs = [handler for handler in handlers if hasattr(handler, "records") and hasattr(handler, "clear")]
    output = CaseOutput(capture.read_global_capture if captures else None, logs)
    reporter = config.pluginmanager.getplugin("terminalreporter")
    watch = None
    if reporter is not None and reporter.verbosity > 0 and isinstance(test, Exhaustive):
        watch = CaseProgress(test.cases, functools.partial(_write_line, reporter, capture))
    return Surroundings(database, output, watch, warn)


def _without_shard(node: str) -> str:
    """The name of a test without the shard that it runs."""
    return re.sub(r"\[shard \d+ of \d+\]$|-shard \d+ of \d+(?=[-\]])|(?<=\[)shard \d+ of \d+-", "", node)


def _write_line(reporter: Any, capture: Any, line: str) -> None:
    """Writes a line to the terminal while a test runs."""
    if capture is None:
        reporter.ensure_newline()
        reporter.write_line(line)
        return
    with capture.global_and_fixture_disabled():
        reporter.ensure_newline()
        reporter.write_line(line)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    verbose = terminalreporter.verbosity > 0 or os.environ.get("DPGEN_VERBOSE")
    shown = []
    for outcome in ("passed", "failed", "skipped", "xfailed"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, lines in getattr(report, "user_properties", []):
                if name == LINES_PROPERTY and report.when == "call":
                    shown += [_line_of(report.nodeid, line) for line, always in lines if verbose or always]
    shown += [f"interrupted {note}" for note in INTERRUPTED_CASES]
    if shown:
        terminalreporter.section("pydpgen")
        for line in shown:
            terminalreporter.write_line(line)


def _line_of(node: str, line: str) -> str:
    return line if line.startswith(" ") else f"{node}: {line}"
