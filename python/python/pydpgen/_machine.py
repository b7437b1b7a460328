"""``@pydpgen.machine``: a test of all sequences of calls up to a length, of a class with rules and invariants."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from ._case_fingerprint import case_fingerprint
from ._case_run import Outcome
from ._check_report import left_out_text, note_lines
from ._exhaustive import shard_of
from ._failure_causes import cause_of
from ._failure_database import RAN_FIRST, FailureDatabase
from ._machine_report import Explored
from ._machine_rules import Machine
from ._machine_search import NoSequence, explore, run_sequence
from ._machine_text import parse_replay
from ._replay import replay_command, replayed_case
from ._test_run import Surroundings
from ._test_skips import skip_test
from .settings import Profile, current_profile

__all__ = ["MachineTest", "check_machine", "machine"]

Class = TypeVar("Class", bound=type)


def machine(
    *,
    max_calls: int,
    merge: bool = True,
    expect: int | None = None,
    time: float | str | None = None,
    case_time: float | str | None = None,
) -> Callable[[Class], Class]:
    """Makes a class a test of all sequences of up to ``max_calls`` calls of its rules, shortest first. pytest collects it,
    whatever its name is.

    Methods are marked by :func:`rule`, :func:`initialize`, :func:`precondition`, :func:`invariant` and :func:`model_state`; a
    method ``teardown`` ends each sequence. Each sequence has a machine of its own, made without arguments.

    With a :func:`model_state`, of sequences that lead to equal states of the model only the first is continued. So each call is
    tried once in each state, and the search ends when there is no new state. What the system keeps and the model's state leaves out
    (a cache, a capacity) can make two sequences differ that are taken for equal: failures behind the second are missed. Put it
    into the state, or run with ``merge=False``, which continues all sequences.

    ``expect`` is the required number of calls that are tried, each at the end of a sequence; a rule whose precondition does not
    hold is none. ``time`` (seconds, or ``"2s"``, ``"5min"``) ends the test early, with a statement of what was covered; a sequence
    that runs longer than ``case_time`` fails. The test fails with a shortest failing sequence, as a program, and the command to run
    it again. The class stays a class. Where ``time`` and ``case_time`` are not given, the profile of :mod:`pydpgen.settings` has
    them, and its ``max_cases`` limits the calls that are tried. A machine ends at its first failure, and runs in one process.

    In its methods, ``pydpgen.assume`` ends a sequence, which is not continued, and ``note`` and ``event`` say something of it.

    >>> import pydpgen
    >>> @pydpgen.machine(max_calls=20, expect=16)
    ... class Level:
    ...     def __init__(self):
    ...         self.level = 0
    ...     @pydpgen.rule()
    ...     def up(self):
    ...         self.level = min(self.level + 1, 7)
    ...     @pydpgen.rule()
    ...     def down(self):
    ...         self.level = max(self.level - 1, 0)
    ...     @pydpgen.invariant()
    ...     def is_within(self):
    ...         assert 0 <= self.level <= 7
    ...     @pydpgen.model_state
    ...     def state(self):
    ...         return self.level
    >>> print(str(pydpgen.check_machine(Level, max_calls=20)).partition(" in ")[0])
    all 8 states that there are, 7 calls away at most: 16 calls pass
    """
    _check_length(max_calls)
    values = {"time": time, "case_time": case_time}
    # Wrong values are refused here, and not when the test runs.
    Profile().with_values(**values)

    def mark(cls: Class) -> Class:
        if not isinstance(cls, type):
            raise TypeError(f"machine marks a class, not {cls!r}")
        cls.__dpgen__ = MachineTest(Machine(cls), max_calls, merge, expect, values)  # type: ignore[attr-defined]
        return cls

    return mark


def check_machine(
    cls: type, *, max_calls: int, merge: bool = True, time: float | None = None, case_time: float | None = None
) -> Explored:
    """Runs all sequences of up to ``max_calls`` calls of a class with rules, until one fails: see :func:`machine`. Profiles do not
    change it.

    >>> from pydpgen import rule
    >>> class Counter:
    ...     count = 0
    ...     @rule(by=range(1, 3))
    ...     def add(self, by):
    ...         self.count += by
    ...         assert self.count < 4
    >>> print(check_machine(Counter, max_calls=5).failure.program)
    machine = Counter()
    machine.add(by=2)
    machine.add(by=2)
    """
    _check_length(max_calls)
    if not isinstance(cls, type):
        raise TypeError(f"a machine is a class, not {cls!r}")
    return explore(Machine(cls), max_calls, Profile(time=time, case_time=case_time), merge=merge)


def _check_length(max_calls: int) -> None:
    if isinstance(max_calls, bool) or not isinstance(max_calls, int):
        raise TypeError(f"max_calls is an int, not {max_calls!r}")
    if max_calls < 1:
        raise ValueError(f"max_calls={max_calls}: a sequence has at least one call")


class MachineTest:
    """A test of a machine, as pytest runs it. ``values`` are settings, before those of the profile."""

    def __init__(self, machine: Machine, max_calls: int, merge: bool, expect: int | None, values: dict[str, Any]) -> None:
        self.machine, self.max_calls, self.merge, self.expect, self.values = machine, max_calls, merge, expect, values
        self.checked: Explored | None = None
        #: The name of the test in pytest, for the command that replays a sequence.
        self.node = ""
        self.given = Surroundings()

    def as_function(self) -> Callable[[], None]:
        """The test as a function without arguments, for pytest."""

        def test() -> None:
            __tracebackhide__ = True
            self.run()

        test.__name__ = test.__qualname__ = self.machine.name
        test.__doc__, test.__module__ = self.machine.cls.__doc__, self.machine.cls.__module__
        test.__dpgen__ = self  # type: ignore[attr-defined]
        return test

    def run(self) -> None:
        """Runs the sequences; raises the exception of the first failing one, with a note."""
        __tracebackhide__ = True
        profile = current_profile()[1].with_values(**self.values)
        replay = replayed_case(self.machine.name, self.node)
        if replay is not None:
            self._replay(replay, profile)
            return
        shard = shard_of(os.environ.get("DPGEN_SHARD"))
        if shard is not None and shard[0] != 1:
            skip_test("a machine is not divided: it runs in shard 1")
        with self.given.of_run():
            found = self.checked = self._explored(profile)
        if found.failure is not None:
            replay = replay_command(self.machine.name, found.failure.replay, self.node)
            found.failure.exception.add_note(f"{found.failure}\n{replay}")
            raise found.failure.exception
        self._check_numbers(found)

    def _explored(self, profile: Profile) -> Explored:
        """What the sequences covered. One that failed in an earlier run is alone, if it fails again."""
        database = None
        if self.given.database is not None and profile.database:
            database = self.given.database(_fingerprint(self.machine))
        found = None if database is None else self._failed_again(database, profile)
        if found is None:
            found = explore(self.machine, self.max_calls, profile, merge=self.merge, output=self.given.output)
        if database is not None and found.failure is not None:
            database.keep(found.failure.replay, cause_of(found.failure.exception))
        return found

    def _failed_again(self, database: FailureDatabase, profile: Profile) -> Explored | None:
        """The first sequence that failed in an earlier run and fails now. Those before it are removed."""
        for name in sorted(database.cases(), key=lambda name: (name.count(","), name)):
            if self.given.output is not None:
                self.given.output.drop()
            try:
                calls = parse_replay(self.machine, name)
            except ValueError:
                database.remove(name)
                continue
            _, failure = run_sequence(self.machine, calls, profile.case_time)
            if failure is not None and failure.length <= self.max_calls and not isinstance(failure.exception, NoSequence):
                failure.found = RAN_FIRST
                if self.given.output is not None:
                    self.given.output.keep(f"{self.machine.name}@{failure.replay}")
                return Explored(self.machine.name, self.max_calls, False, calls=1, failure=failure)
            database.remove(name)
        return None

    def _replay(self, replay: str, profile: Profile) -> None:
        __tracebackhide__ = True
        result, failure = run_sequence(self.machine, parse_replay(self.machine, replay), profile.case_time)
        checked = self.checked = Explored(self.machine.name, self.max_calls, False, calls=1, replayed=replay)
        checked.events.update(result.record.labels)
        if failure is not None:
            failure.exception.add_note("\n".join([f"sequence {replay}", failure.program, *note_lines(failure.notes)]))
            raise failure.exception
        if result.outcome is not Outcome.PASSED:
            skip_test(f"the sequence {replay}: {result.error or 'it is assumed away'}")

    def _check_numbers(self, found: Explored) -> None:
        """Raises if the calls that were tried are not as many as were expected, or none of them applied."""
        __tracebackhide__ = True
        if self.expect is not None and found.calls != self.expect and not found.stopped:
            raise AssertionError(f"{found.calls:,} calls were tried, where {self.expect:,} are expected: {found}")
        if found.calls == 0 and not found.stopped:
            raise AssertionError(f"there is no call to try: {found}")
        if found.calls and found.calls == found.skipped:
            skip_test(f"all {found.calls:,} calls: {found.skip_reason}")
        if found.calls and not found.applied:
            left_out = left_out_text(found.assumed_away, found.skipped)
            raise AssertionError(f"nothing was tested: of {found.calls:,} calls, {left_out}")


def _fingerprint(machine: Machine) -> str:
    """A fingerprint of a machine's rules and their arguments: where it is the same, a name is that of the same sequence."""
    rules = [*machine.initializers, *machine.rules]
    text = "\n".join(f"{rule.name} {case_fingerprint(rule.cases)}" for rule in rules)
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:32]
