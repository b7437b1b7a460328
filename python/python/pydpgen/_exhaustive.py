"""``@pydpgen.exhaustive``: a test of every case up to a size, smallest first."""

from __future__ import annotations

import functools
import importlib
import inspect
import os
from collections.abc import Callable
from typing import Any

from ._argument_domains import annotated_domains, argument_values
from ._case_runs import Checked, case_failure, format_arguments, run_cases
from ._deadline import seconds_of
from ._predicates import deferred_kind
from ._process_pool import CaseJob, check_processes, run_in_processes
from ._replay import replay_command, replayed_case
from ._test_cases import Cases

__all__ = ["INTERRUPTED_CASES", "SHARD_ARGUMENT", "Exhaustive", "exhaustive", "shard_of"]

#: The argument by which pytest gives a test its shard; tests have it if the plugin is loaded.
SHARD_ARGUMENT = "dpgen_shard"

#: The cases during which tests were interrupted, for the plugin to print.
INTERRUPTED_CASES: list[str] = []

_has_plugin = False


def use_plugin() -> None:
    """Notes that pytest has loaded the plugin, which gives tests their shards."""
    global _has_plugin
    _has_plugin = True


def exhaustive(
    *structures: Any,
    max_size: int | None = None,
    expect: int | None = None,
    time: float | str | None = None,
    case_time: float | str | None = None,
    processes: int = 1,
    **arguments: Any,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a function a test of all cases: combinations of arguments, by total size, then by rank.

    Positional structures are for the function's first parameters, keyword arguments for those of these names. A sequence
    such as a ``range`` adds nothing to the size. A function gives the values of an argument that depends on others:
    ``key=lambda tree: range(1, len(tree) + 1)``. So does a parameter's annotation:
    ``key: Annotated[int, pydpgen.Range(lambda tree: range(1, len(tree) + 1))]``. All other parameters are fixtures of pytest.

    ``max_size`` is the greatest total size; the default is the size of the builds. ``expect`` is the required number of
    cases; without it at least one is required. ``time`` (seconds, or ``"2s"``, ``"5min"``) ends the test early, with a
    statement of what was covered; a case that runs longer than ``case_time`` fails. The test fails with the smallest
    failing case. Its note has the command to run it again: with ``DPGEN_REPLAY`` set, only that case runs, and no other
    test of this kind. Each case has objects of its own, made or copied for it. ``DPGEN_SHARD=1/4`` runs a fourth of the
    cases, and each worker of pytest-xdist runs its share.

    With ``processes=4`` the cases run in four processes. Counts and the first failure are the same; a case that ends its
    process is a failure. What a case leaves behind, such as an entry of a list, stays in its process. Processes start by Python's
    default method or that of ``multiprocessing.set_start_method``; unless it is ``fork``, each imports the test's module, and
    fixtures are pickled.

    >>> import pydpgen
    >>> @pydpgen.exhaustive(pydpgen.Spec("binary-tree").build(max_size=6), expect=197)
    ... def test_tree(tree):
    ...     assert tree is not None
    >>> test_tree()
    """
    seconds, of_case = seconds_of(time), seconds_of(case_time)
    check_processes(processes)

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)
        annotated = annotated_domains(function, signature)
        names = [name for name in signature.parameters if name not in arguments and name not in annotated]
        if names and names[0] in ("self", "cls"):
            names.pop(0)
        if len(structures) > len(names):
            raise TypeError(f"{function.__name__} takes {len(names)} arguments, but there are {len(structures)} sources")
        for name in arguments:
            if name not in signature.parameters:
                raise TypeError(f"{function.__name__} has no argument {name!r}")
        given = dict(zip(names, structures)) | arguments
        known = [name for name in signature.parameters if name in given or name in annotated]
        for place, name in enumerate(known):
            if name not in given:
                given[name] = argument_values(name, annotated[name], known[:place], known[place:])
        if not given:
            raise TypeError("exhaustive needs structures: @pydpgen.exhaustive(trees)")
        ordered = {name: given[name] for name in signature.parameters if name in given}
        test = Exhaustive(function, Cases(ordered, max_size), expect, seconds, of_case, processes)
        return test.wrapped(signature)

    return mark


class Exhaustive:
    """A test of all cases."""

    def __init__(
        self,
        function: Callable[..., Any],
        cases: Cases,
        expect: int | None,
        seconds: float | None,
        case_time: float | None,
        processes: int = 1,
    ) -> None:
        self.function, self.cases, self.expect = function, cases, expect
        self.seconds, self.case_time, self.processes = seconds, case_time, processes
        self.checked: Checked | None = None
        #: The name of the test in pytest, for the command that replays a case.
        self.node = ""

    def wrapped(self, signature: inspect.Signature) -> Callable[..., Any]:
        """The function for pytest, without the arguments that the cases give."""
        if kind := deferred_kind(self.function):
            raise TypeError(
                f"{self.function.__name__} is {kind}, so that a call runs nothing of it: make it a plain function; of a "
                "coroutine, one that runs it with asyncio.run"
            )

        @functools.wraps(self.function)
        def test(*fixtures: Any, **named: Any) -> None:
            shard = named.pop(SHARD_ARGUMENT, None) or shard_of(os.environ.get("DPGEN_SHARD"))
            self.run(_WithFixtures(self, fixtures, named), shard)

        left = [one for one in signature.parameters.values() if one.name not in self.cases.names]
        if _has_plugin:
            left.append(inspect.Parameter(SHARD_ARGUMENT, inspect.Parameter.KEYWORD_ONLY))
        test.__signature__ = inspect.Signature(left)  # type: ignore[attr-defined]
        test.__dpgen__ = self  # type: ignore[attr-defined]
        # With it, `inspect` and pytest would take the signature of the function within.
        del test.__wrapped__
        return test

    def run(self, function: _WithFixtures, shard: tuple[int, int] | None) -> None:
        """Runs the cases; raises the exception of the first failing one, with a note."""
        replay = replayed_case(self._name, self.node)
        if replay is not None:
            self._replay(function, replay)
            return
        try:
            checked = self._run_cases(function, shard)
        except KeyboardInterrupt as stop:
            INTERRUPTED_CASES.extend(getattr(stop, "__notes__", []))
            raise
        self.checked = checked
        if checked.failure is not None:
            failure = checked.failure
            failure.exception.add_note(f"{failure}\n{replay_command(self._name, failure.replay, self.node)}")
            raise failure.exception
        if shard is None and not checked.stopped:
            if self.expect is not None and checked.cases != self.expect:
                raise AssertionError(f"there are {checked.cases:,} cases, where {self.expect:,} are expected")
            if checked.cases == 0:
                raise AssertionError(
                    f"there is no case of size up to {self.cases.max_size}: the predicate accepts nothing there, or an "
                    "argument has no values"
                )
        elif shard is not None and self.expect is not None and self.cases.has_exact_counts and self.cases.total() != self.expect:
            raise AssertionError(f"there are {self.cases.total():,} cases, where {self.expect:,} are expected")

    def _run_cases(self, function: _WithFixtures, shard: tuple[int, int] | None) -> Checked:
        if self.processes > 1:
            job = _TestJob(self.cases, function, False, self.case_time, shard)
            return run_in_processes(job, self._name, self.processes, self.seconds)
        limits = {"time": self.seconds, "case_time": self.case_time}
        return run_cases(self.cases, function, self._name, shard=shard, must_hold=False, **limits)

    def __reduce__(self) -> Any:
        """The test by its name: its function has none, as this stands in its place."""
        return _test_named, (self.function.__module__, self.function.__qualname__)

    @property
    def _name(self) -> str:
        return self.function.__name__

    def _replay(self, function: Callable[..., Any], case: str) -> None:
        try:
            key = tuple(int(part) for part in case.split(":"))
            if not 2 <= len(key) <= 3:
                raise ValueError
        except ValueError:
            raise ValueError(f"DPGEN_REPLAY={case}: a case is named by test@size:rank, such as {self._name}@4:17") from None
        arguments = self.cases.case(key)
        self.checked = Checked(self._name, self.cases.max_size, cases=1, replayed=case)
        error = case_failure(function, arguments, False, self.case_time)
        if error is not None:
            error.add_note(f"case {case}\n{format_arguments(self.cases.again(key, arguments))}")
            raise error


class _WithFixtures:
    """The function of a test, with its fixtures."""

    def __init__(self, test: Exhaustive, fixtures: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.test, self.fixtures, self.named = test, fixtures, named

    def __call__(self, **arguments: Any) -> object:
        __tracebackhide__ = True
        return self.test.function(*self.fixtures, **self.named, **arguments)


class _TestJob(CaseJob):
    """The cases of a test. They are not pickled, as functions that give arguments have no names: each process has the test's."""

    def __reduce__(self) -> Any:
        return _test_job, (self.function, self.case_time, self.shard)


def _test_job(function: _WithFixtures, case_time: float | None, shard: tuple[int, int] | None) -> _TestJob:
    return _TestJob(function.test.cases, function, False, case_time, shard)


def _test_named(module: str, name: str) -> Exhaustive:
    """The test with this name, in a process that imports its module."""
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    test: Exhaustive = found.__dpgen__
    return test


def shard_of(text: str | None) -> tuple[int, int] | None:
    """The number of a shard and how many there are, of a text such as ``1/4``; ``None`` without one."""
    if not text:
        return None
    index, _, of = text.partition("/")
    if index.isdigit() and of.isdigit() and 1 <= int(index) <= int(of):
        return int(index), int(of)
    raise ValueError(f"DPGEN_SHARD={text}: a shard is named by its number and how many there are, such as 1/4")
