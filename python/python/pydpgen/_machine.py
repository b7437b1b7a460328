"""``@pydpgen.machine``: a test of all sequences of calls up to a length, of a class with rules and invariants."""

from __future__ import annotations

import os
import unittest
from collections.abc import Callable
from typing import TypeVar

from ._deadline import seconds_of
from ._exhaustive import INTERRUPTED_CASES, shard_of
from ._machine_report import Explored
from ._machine_rules import Machine
from ._machine_search import explore, run_sequence
from ._machine_text import parse_replay
from ._replay import replay_command, replayed_case

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
    it again. The class stays a class.

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
    limits = {"time": seconds_of(time), "case_time": seconds_of(case_time)}

    def mark(cls: Class) -> Class:
        if not isinstance(cls, type):
            raise TypeError(f"machine marks a class, not {cls!r}")
        cls.__dpgen__ = MachineTest(Machine(cls), max_calls, merge, expect, limits)  # type: ignore[attr-defined]
        return cls

    return mark


def check_machine(
    cls: type, *, max_calls: int, merge: bool = True, time: float | None = None, case_time: float | None = None
) -> Explored:
    """Runs all sequences of up to ``max_calls`` calls of a class with rules, until one fails: see :func:`machine`.

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
    return explore(Machine(cls), max_calls, merge=merge, time=time, case_time=case_time)


def _check_length(max_calls: int) -> None:
    if isinstance(max_calls, bool) or not isinstance(max_calls, int):
        raise TypeError(f"max_calls is an int, not {max_calls!r}")
    if max_calls < 1:
        raise ValueError(f"max_calls={max_calls}: a sequence has at least one call")


class MachineTest:
    """A test of a machine, as pytest runs it."""

    def __init__(self, machine: Machine, max_calls: int, merge: bool, expect: int | None, limits: dict[str, float | None]) -> None:
        self.machine, self.max_calls, self.merge, self.expect, self.limits = machine, max_calls, merge, expect, limits
        self.checked: Explored | None = None
        #: The name of the test in pytest, for the command that replays a sequence.
        self.node = ""

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
        machine, name = self.machine, self.machine.name
        replay = replayed_case(name, self.node)
        if replay is not None:
            self.checked = Explored(name, self.max_calls, False, calls=1, replayed=replay)
            error, program = run_sequence(machine, parse_replay(machine, replay), self.limits["case_time"])
            if error is not None:
                error.add_note(f"sequence {replay}\n{program}")
                raise error
            return
        shard = shard_of(os.environ.get("DPGEN_SHARD"))
        if shard is not None and shard[0] != 1:
            raise unittest.SkipTest("a machine is not divided: it runs in shard 1")
        try:
            found = explore(machine, self.max_calls, merge=self.merge, **self.limits)
        except KeyboardInterrupt as stop:
            INTERRUPTED_CASES.extend(getattr(stop, "__notes__", []))
            raise
        self.checked = found
        if found.failure is not None:
            found.failure.exception.add_note(f"{found.failure}\n{replay_command(name, found.failure.replay, self.node)}")
            raise found.failure.exception
        if not found.stopped:
            if self.expect is not None and found.calls != self.expect:
                raise AssertionError(f"{found.calls:,} calls were tried, where {self.expect:,} are expected: {found}")
            if found.calls == 0:
                raise AssertionError(f"there is no call to try: {found}")
