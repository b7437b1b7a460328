"""Runs all sequences of a machine's calls, shortest first; of sequences that lead to equal states of its model, one is continued.

The search is a breadth-first search in Python, not a build of lists of calls with the model's state as context: what follows
a call is known by making it, and calls are the user's code, so that an engine would have nothing to do but the same search.

Invariant: a state is where a shortest sequence leads, and is made again by its calls, so that a machine need not be copied. In
one run of a sequence nothing is called but what is printed of it: the calls, then the invariants; preconditions, arguments of
further calls, and the model's state are asked behind the last call, of a machine that is not used any more.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from ._case_loop import add_events
from ._case_output import CaseOutput
from ._case_run import CaseResult, Outcome, run_case
from ._exact_key import exact_key
from ._machine_report import Explored, SequenceFailure
from ._machine_rules import Call, Machine, Rule
from ._machine_text import program_of, replay_text
from ._test_cases import Key
from .settings import Profile

__all__ = ["NoSequence", "explore", "run_sequence"]

#: The number of states that are made a second time, to see that the same calls lead to the same state.
REMADE_STATES = 100

Sequence = tuple[Call, ...]


def explore(
    machine: Machine, max_calls: int, profile: Profile, *, merge: bool = True, output: CaseOutput | None = None
) -> Explored:
    """Runs all sequences of up to so many calls, until one fails or a limit of the profile is reached."""
    begun = _now()
    merged = merge and machine.model_state is not None
    explored = Explored(machine.name, max_calls, merged, extents=machine.extents)
    search = _Search(machine, explored, profile, begun, output)
    search.run()
    explored.seconds = _now() - begun
    if explored.is_complete:
        explored.uncalled = [
            rule.name for place, rule in enumerate(machine.rules, len(machine.initializers)) if place not in search.called
        ]
    return explored


class NoSequence(ValueError):
    """Calls that the machine does not allow one after the other."""


class _LimitReached(Exception):
    """A limit of a search."""


class _Search:
    """A search while it runs."""

    def __init__(
        self, machine: Machine, explored: Explored, profile: Profile, begun: float, output: CaseOutput | None
    ) -> None:
        self.machine, self.explored, self.profile, self.output = machine, explored, profile, output
        self.end = None if profile.time is None else begun + profile.time
        self.known: set[Any] = set()
        self.called: set[int] = set()
        # Equal tuples of calls are one object: most states allow the same.
        self.call_lists: dict[tuple[Call, ...], tuple[Call, ...]] = {}
        self.remade = 0

    def run(self) -> None:
        explored = self.explored
        try:
            level = [found for start in self.starts() if (found := self.reach(start, 0)) is not None]
            explored.covered = 0
            for length in range(1, explored.max_calls + 1):
                following = []
                for sequence, calls in level:
                    for call in calls:
                        self.check_limits()
                        explored.calls += 1
                        self.called.add(call[0])
                        if (found := self.reach((*sequence, call), length)) is not None:
                            following.append(found)
                level, explored.covered = following, length
                if not level:
                    break
            explored.is_closed = explored.merged and not level
        except _LimitReached:
            explored.stopped = True
        except _Failed:
            pass

    def check_limits(self) -> None:
        if self.end is not None and _now() > self.end:
            raise _LimitReached
        if self.profile.max_cases is not None and self.explored.calls >= self.profile.max_cases:
            self.explored.limit = "the limit of cases"
            raise _LimitReached

    def starts(self) -> Iterator[Sequence]:
        """The sequences of the calls that initialize, each once, in order."""
        sequences: list[Sequence] = [()]
        for place, rule in enumerate(self.machine.initializers):
            longer = []
            for sequence in sequences:
                keys = _Keys(rule)
                self.attempt(sequence, 0, keys.read, ask=False)
                longer += [(*sequence, (place, key)) for key in keys.found]
            sequences = longer
        return iter(sequences)

    def reach(self, sequence: Sequence, length: int) -> tuple[Sequence, tuple[Call, ...]] | None:
        """Runs a sequence: the sequence and the calls that can follow it, or ``None`` if its state was met before."""
        explored, found = self.explored, _Found()
        last = length >= explored.max_calls

        def ask(made: Any) -> None:
            if explored.merged:
                found.key, found.state = _state_of(self.machine, made)
            found.is_new = not explored.merged or found.key not in self.known
            if found.is_new and not last:
                found.calls = self.machine.calls(made)

        result = self.attempt(sequence, length, ask)
        self.count(result, length)
        if result.outcome is not Outcome.PASSED or not found.is_new:
            return None
        if explored.merged:
            self.known.add(found.key)
        explored.states, explored.farthest = explored.states + 1, length
        if self.remade < REMADE_STATES:
            self.remade += 1
            self.attempt(sequence, length, lambda made: self.compare(made, found, last))
        return sequence, self.call_lists.setdefault(found.calls, found.calls)

    def compare(self, made: Any, found: _Found, last: bool) -> None:
        """Raises ``RuntimeError`` if the same calls have led to another state now."""
        key, state = _state_of(self.machine, made) if self.explored.merged else (None, None)
        if key != found.key:
            raise RuntimeError(
                f"the same calls led to the model's state {found.state!r} before, and to {state!r} now: the machine depends on "
                "more than its calls (random numbers, the time, something global), or its states are compared by identity"
            )
        if not last and (calls := self.machine.calls(made)) != found.calls:
            raise RuntimeError(
                f"the same calls allowed {len(found.calls)} calls before, and others now ({len(calls)}): the machine depends on "
                "more than its calls (random numbers, the time, something global)"
            )

    def count(self, result: CaseResult, length: int) -> None:
        """Counts what a sequence said of itself."""
        explored = self.explored
        if result.outcome is Outcome.ASSUMED_AWAY:
            # Without a call, a sequence is no call that was tried.
            explored.assumed_away += length > 0
        elif result.outcome is Outcome.SKIPPED:
            explored.skipped += length > 0
            explored.skip_reason = str(result.error)
        if result.record.labels:
            add_events(explored.events, dict.fromkeys(result.record.labels, 1))

    def attempt(self, sequence: Sequence, length: int, then: Callable[[Any], None], ask: bool = True) -> CaseResult:
        """Runs a sequence, and then a function of the machine; notes a failure, and raises ``_Failed``."""
        if self.output is not None:
            self.output.drop()
        run = _Run(self.machine, sequence)
        name = self.explored.name
        try:
            result = run.result(self.profile.case_time, then, ask)
        except BaseException as stop:
            replay = replay_text(self.machine, run.tried)
            stop.add_note(f"in the sequence {name}@{replay}\n{program_of(self.machine, run.tried, run.ending)}")
            if self.output is not None:
                self.output.keep(f"{name}@{replay}")
            raise
        if result.outcome is not Outcome.FAILED or result.error is None:
            return result
        if run.step < len(sequence):
            result.error.add_note("these calls passed when they were tried before: the machine depends on more than its calls")
        failure = self.explored.failure = _failure_of(run, result, max(self.explored.calls - 1, 0))
        if self.output is not None:
            self.output.keep(f"{name}@{failure.replay}")
        raise _Failed


class _Failed(Exception):
    """A sequence failed, which ends the search."""


class _Found:
    """What was asked of a machine behind the last call of a sequence."""

    is_new = False
    key: Any = None
    state: Any = None
    calls: tuple[Call, ...] = ()


class _Keys:
    """The keys of a rule's arguments in the state that a sequence leads to."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.found: list[Key] = []

    def read(self, made: Any) -> None:
        self.found = self.rule.keys(made)


class _Run:
    """One run of a sequence."""

    def __init__(self, machine: Machine, sequence: Sequence, is_replay: bool = False) -> None:
        self.machine, self.sequence, self.is_replay = machine, sequence, is_replay
        #: The number of calls that were begun, and a line of the program for what is running behind them.
        self.step = 0
        self.ending: str | None = None

    @property
    def tried(self) -> Sequence:
        """The calls that were begun."""
        return self.sequence[: self.step]

    def result(self, case_time: float | None, then: Callable[[Any], object], ask: bool = True) -> CaseResult:
        """How the calls, the invariants, and the function of the machine behind them went."""
        return run_case(self._run, {"then": then, "ask": ask}, False, case_time)

    def _run(self, then: Callable[[Any], object], ask: bool) -> None:
        __tracebackhide__ = True
        made = self.machine.cls()
        teardown = getattr(made, "teardown", lambda: None)
        try:
            for call in self.sequence:
                if self.is_replay and not self.machine.rule(call).is_enabled(made):
                    name = self.machine.rule(call).name
                    raise NoSequence(f"the precondition of {name} does not hold here: this is no sequence of {self.machine.name}")
                self.step += 1
                self.machine.make_call(made, call)
            if ask:
                self._ask_invariants(made)
            self.ending = f"# then {self.machine.name} is asked for its model's state, and for the calls that can follow"
            then(made)
        except BaseException:
            with contextlib.suppress(Exception):
                teardown()
            raise
        self.ending = "machine.teardown()"
        teardown()
        self.ending = None

    def _ask_invariants(self, made: Any) -> None:
        __tracebackhide__ = True
        for invariant in self.machine.invariants:
            self.ending = f"# a precondition of {invariant.name}"
            if invariant.is_enabled(made):
                self.ending = f"machine.{invariant.name}()"
                invariant.check(made)


def run_sequence(
    machine: Machine, sequence: Sequence, case_time: float | None = None
) -> tuple[CaseResult, SequenceFailure | None]:
    """Runs one sequence, as the search does: how it went, and its failure if it fails."""

    def ask(made: Any) -> None:
        if machine.model_state is not None:
            _state_of(machine, made)
        machine.calls(made)

    run = _Run(machine, sequence, is_replay=True)
    result = run.result(case_time, ask)
    return result, None if result.outcome is not Outcome.FAILED else _failure_of(run, result, 0)


def _failure_of(run: _Run, result: CaseResult, passed_before: int) -> SequenceFailure:
    """The failure of a run that failed."""
    assert result.error is not None
    machine, failed = run.machine, run.tried
    length = max(len(failed) - len(machine.initializers), 0)
    program, replay = program_of(machine, failed, run.ending), replay_text(machine, failed)
    return SequenceFailure(program, result.error, replay, length, passed_before, result.record.notes)


def _state_of(machine: Machine, made: Any) -> tuple[Any, Any]:
    """The state of the machine's model, and a key that is equal for equal states."""
    assert machine.model_state is not None
    state = getattr(made, machine.model_state)()
    try:
        return exact_key(state), state
    except TypeError as error:
        raise TypeError(
            f"the model's state {state!r} has no hash ({error}): {machine.name}.{machine.model_state} has to answer with a "
            "tuple or a frozenset of it"
        ) from error


def _now() -> float:
    return time.perf_counter()
