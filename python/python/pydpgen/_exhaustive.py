"""``@pydpgen.exhaustive``: a test of every case up to a size, smallest first."""

from __future__ import annotations

import functools
import importlib
import inspect
import os
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ._argument_domains import annotated_domains, argument_values
from ._case_job import CaseJob
from ._case_loop import CaseLoop
from ._case_run import Outcome, run_case
from ._check_report import Checked, case_key, format_arguments, note_lines
from ._failure_report import failure_exception
from ._process_settings import check_processes, profile_in_processes
from ._replay import replayed_case
from ._sampled_cases import allow_drawn
from ._test_cases import Cases
from ._test_decorators import DecoratorOfOne, DecoratorOfTwo
from ._test_functions import check_not_in_hypothesis, check_testable, runs_at_once
from ._test_run import Surroundings, check_numbers, run_cases
from ._test_skips import skip_test
from .settings import Profile, current_profile

if TYPE_CHECKING:
    from ._observations import Observation

__all__ = ["SHARD_ARGUMENT", "Exhaustive", "exhaustive", "shard_of"]

#: The argument by which pytest gives a test its shard; tests have it if the plugin is loaded.
SHARD_ARGUMENT = "dpgen_shard"

_has_plugin = False


def use_plugin() -> None:
    """Notes that pytest has loaded the plugin, which gives tests their shards."""
    global _has_plugin
    _has_plugin = True


A = TypeVar("A")
B = TypeVar("B")
Time = float | str | None


# Parameters that are given by name, or by an annotation, stay in the type of the test: only the first ones can be taken away.
@overload
def exhaustive(
    first: Iterable[A],
    /,
    *,
    max_size: int | None = None,
    expect: int | None = None,
    time: Time = None,
    case_time: Time = None,
    max_failures: int | None = None,
    max_cases: int | None = None,
    sample: int | None = None,
    processes: int = 1,
    **arguments: Any,
) -> DecoratorOfOne[A]: ...
@overload
def exhaustive(
    first: Iterable[A],
    second: Iterable[B] | Callable[..., Iterable[B]],
    /,
    *,
    max_size: int | None = None,
    expect: int | None = None,
    time: Time = None,
    case_time: Time = None,
    max_failures: int | None = None,
    max_cases: int | None = None,
    sample: int | None = None,
    processes: int = 1,
    **arguments: Any,
) -> DecoratorOfTwo[A, B]: ...
@overload
def exhaustive(
    first: Any,
    second: Any,
    third: Any,
    /,
    *more: Any,
    max_size: int | None = None,
    expect: int | None = None,
    time: Time = None,
    case_time: Time = None,
    max_failures: int | None = None,
    max_cases: int | None = None,
    sample: int | None = None,
    processes: int = 1,
    **arguments: Any,
) -> Callable[[Callable[..., object]], Callable[..., None]]: ...
@overload
def exhaustive(
    *,
    max_size: int | None = None,
    expect: int | None = None,
    time: Time = None,
    case_time: Time = None,
    max_failures: int | None = None,
    max_cases: int | None = None,
    sample: int | None = None,
    processes: int = 1,
    **arguments: Any,
) -> Callable[[Callable[..., object]], Callable[..., None]]: ...
def exhaustive(
    *structures: Any,
    max_size: int | None = None,
    expect: int | None = None,
    time: Time = None,
    case_time: Time = None,
    max_failures: int | None = None,
    max_cases: int | None = None,
    sample: int | None = None,
    processes: int = 1,
    **arguments: Any,
) -> Callable[[Callable[..., object]], Callable[..., None]]:
    """Makes a function a test of all cases: combinations of arguments, by total size, then by rank.

    Positional structures are for the function's first parameters, keyword arguments for those of these names. A sequence
    such as a ``range`` adds nothing to the size. A function gives the values of an argument that depends on others:
    ``key=lambda tree: range(1, len(tree) + 1)``. So does a parameter's annotation:
    ``key: Annotated[int, pydpgen.Range(lambda tree: range(1, len(tree) + 1))]``. All other parameters are fixtures of pytest.

    ``max_size`` is the greatest total size; the default is the size of the builds. ``expect`` is the required number of
    cases; without it at least one is required. ``time`` (seconds, or ``"2s"``, ``"5min"``) ends the test early, with a
    statement of what was covered, and so does the number ``max_cases``; a case that runs longer than ``case_time`` fails.
    Where these are not given, the profile of :mod:`pydpgen.settings` has them. The test fails with the smallest failing case of
    each cause (the type of the exception and the line that raised it), up to ``max_failures`` causes. A note has the command
    to run a case again: with ``DPGEN_REPLAY`` set, only that case runs, and no other test of this kind. Each case has objects
    of its own, made or copied for it. ``DPGEN_SHARD=1/4`` runs a fourth of the cases, and each worker of pytest-xdist runs its
    share. ``sample=1000`` also runs so many cases of the sizes beyond ``max_size``, which are drawn; without a ``max_size``, all
    sizes with at most so many cases together run whole. A failing one is reduced to a smaller one. The cases of an
    ``async def`` run by ``asyncio.run``, each in an event loop of its own.

    With ``processes=4`` the cases run in four processes. Counts and the first failure are the same, and the test ends there, also
    if a profile asks for more; a case that ends its process is a failure. What a case leaves behind, such as an entry of a list,
    stays in its process. Processes start by Python's default method or that of ``multiprocessing.set_start_method``; unless it is
    ``fork``, each imports the test's module, and fixtures are pickled. ``sample`` and ``max_failures`` are for one process.

    >>> import pydpgen
    >>> @pydpgen.exhaustive(pydpgen.Spec("binary-tree").build(max_size=6), expect=197)
    ... def test_tree(tree):
    ...     assert tree is not None
    >>> test_tree()
    """
    values = {"time": time, "case_time": case_time, "max_failures": max_failures, "max_cases": max_cases}
    # Wrong values are refused here, and not when the test runs.
    Profile().with_values(**values)
    check_processes(processes, sample=sample, max_failures=max_failures)

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        check_testable(function)
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
        cases = Cases(ordered, max_size)
        if sample is not None:
            allow_drawn(cases, sample, max_size is None)
        if processes > 1:
            profile_in_processes(Profile().with_values(**values), cases)
        return Exhaustive(function, cases, expect, sample, values, processes).wrapped(signature)

    return mark


class Exhaustive:
    """A test of all cases. ``values`` are settings, before those of the profile."""

    def __init__(
        self,
        function: Callable[..., Any],
        cases: Cases,
        expect: int | None,
        sample: int | None,
        values: dict[str, Any],
        processes: int = 1,
    ) -> None:
        self.function, self.cases, self.expect, self.sample, self.values = function, cases, expect, sample, values
        self.processes = processes
        self.is_coroutine = inspect.iscoroutinefunction(function)
        self.checked: Checked | None = None
        #: The name of the test in pytest, for the command that replays a case.
        self.node = ""
        self.given = Surroundings()

    def wrapped(self, signature: inspect.Signature) -> Callable[..., Any]:
        """The function for pytest, without the arguments that the cases give."""

        @functools.wraps(self.function)
        def test(*fixtures: Any, **named: Any) -> None:
            __tracebackhide__ = True
            shard = named.pop(SHARD_ARGUMENT, None) or shard_of(os.environ.get("DPGEN_SHARD"))
            check_not_in_hypothesis(self._name)
            self.run(_WithFixtures(self, fixtures, named), shard)

        left = [one for one in signature.parameters.values() if one.name not in self.cases.names]
        if _has_plugin:
            left.append(inspect.Parameter(SHARD_ARGUMENT, inspect.Parameter.KEYWORD_ONLY))
        test.__signature__ = inspect.Signature(left)  # type: ignore[attr-defined]
        test.__dpgen__ = self  # type: ignore[attr-defined]
        # The place that pytest gives for the test.
        test.place_as = self.function  # type: ignore[attr-defined]
        # With it, `inspect` and pytest would take the signature of the function within.
        del test.__wrapped__
        return test

    def __reduce__(self) -> Any:
        """The test by its name: its function has none, as this stands in its place."""
        return _test_named, (self.function.__module__, self.function.__qualname__)

    def run(self, function: _WithFixtures, shard: tuple[int, int] | None) -> None:
        """Runs the cases; raises the exceptions of failing ones, with notes."""
        __tracebackhide__ = True
        profile = current_profile()[1].with_values(**self.values)
        replay = replayed_case(self._name, self.node)
        observation = self._observation(shard if replay is None else None, profile)
        with nullcontext() if observation is None else observation:
            if replay is not None:
                self._replay(function.called, replay, profile, observation)
            else:
                self._run(function, shard, profile, observation)

    def _observation(self, shard: tuple[int, int] | None, profile: Profile) -> Observation | None:
        """What writes the cases of this run, if that is asked for."""
        if not os.environ.get("DPGEN_OBSERVE"):
            return None
        from ._observations import Observation

        name = self.node or f"{self.function.__module__}.{self.function.__qualname__}"
        observation = Observation(name, self.cases, shard, profile.seed, draws=self.sample is not None, say=self.given.say)
        observation.node = self.node
        return observation

    def _run(
        self, function: _WithFixtures, shard: tuple[int, int] | None, profile: Profile, observation: Observation | None
    ) -> None:
        __tracebackhide__ = True
        job = None
        if self.processes > 1:
            profile = profile_in_processes(profile, self.cases)
            job = _TestJob(self.cases, function, False, profile.case_time, shard)
        output, watch = self.given.output, self.given.watch
        loop = CaseLoop(self.cases, function.called, self._name, profile, output=output, watch=watch, observation=observation)
        with self.given.of_run():
            try:
                run_cases(loop, self.given, shard, self.sample, job, self.processes)
            finally:
                if observation is not None:
                    observation.checked = loop.checked
        self.checked = loop.checked
        if loop.checked.failure is not None:
            raise failure_exception(loop.checked, self.node, "" if observation is None else observation.command)
        check_numbers(loop, shard, self.expect)

    @property
    def _name(self) -> str:
        return self.function.__name__

    def _replay(self, function: Callable[..., Any], case: str, profile: Profile, observation: Observation | None) -> None:
        __tracebackhide__ = True
        try:
            key = case_key(case)
        except ValueError:
            raise ValueError(f"DPGEN_REPLAY={case}: a case is named by test@size:rank, such as {self._name}@4:17") from None
        arguments = self.cases.case(key)
        if observation is not None:
            observation.case_begins()
        result = run_case(function, arguments, False, profile.case_time)
        checked = self.checked = Checked(self._name, self.cases.max_size, cases=1, replayed=case)
        checked.events.update(result.record.labels)
        if observation is not None:
            observation.checked = checked
            observation.case_ended(key, arguments, result, "replayed")
        if result.outcome is Outcome.SKIPPED or result.outcome is Outcome.ASSUMED_AWAY:
            skip_test(f"the case {case}: {result.error or 'it is assumed away'}")
        if result.error is not None:
            shown = [format_arguments(self.cases.again(key, arguments)), *note_lines(result.record.notes)]
            result.error.add_note("\n".join([f"case {case}", *shown]))
            raise result.error


class _WithFixtures:
    """The function of a test, with its fixtures. A call runs it to its end."""

    def __init__(self, test: Exhaustive, fixtures: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.test, self.fixtures, self.named = test, fixtures, named
        self.called = runs_at_once(functools.partial(test.function, *fixtures, **named), test.is_coroutine)

    def __call__(self, **arguments: Any) -> object:
        __tracebackhide__ = True
        return self.called(**arguments)

    def __reduce__(self) -> Any:
        return _WithFixtures, (self.test, self.fixtures, self.named)


class _TestJob(CaseJob):
    """The cases of a test. They are not pickled, as functions that give arguments have no names: each process has the test's."""

    def __reduce__(self) -> Any:
        return _test_job, (self.function, self.case_time, self.shard, self.only)


def _test_job(
    function: _WithFixtures, case_time: float | None, shard: tuple[int, int] | None, only: tuple[tuple[int, int], ...] | None
) -> _TestJob:
    return _TestJob(function.test.cases, function, False, case_time, shard, only)


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
