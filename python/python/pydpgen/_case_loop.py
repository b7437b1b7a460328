"""Runs cases one after the other, smallest first, up to a limit or to so many failures with different causes.

A first failure does not end it: a second mistake often shows a little later, and is then known without another run. The
search for others takes about as long as the way to the first, so that a failing test takes at most about twice as long.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._case_output import CaseOutput
from ._case_run import CaseResult, Outcome, run_case
from ._check_report import Checked, Failure, case_name, format_arguments
from ._failure_causes import Cause, cause_of
from ._structures import portion
from ._test_cases import Cases, Key
from .settings import Profile

if TYPE_CHECKING:
    from ._observations import Observation

# pytest leaves the functions of this module out of what it shows.
__tracebackhide__ = True

__all__ = ["CaseLoop", "add_events"]

#: The cases and the seconds that may follow a first failure, where the way to it was shorter.
MIN_FURTHER_CASES, MIN_FURTHER_SECONDS = 1000, 1.0
#: The number of labels of events that are told apart.
MAX_LABELS = 1000


class CaseLoop:
    """The cases that run in one call of a test. ``watch`` is called with the coverage after each case, and ``observation`` writes
    each case, if it is there."""

    def __init__(
        self,
        cases: Cases,
        function: Callable[..., object],
        name: str,
        profile: Profile,
        *,
        must_hold: bool = False,
        output: CaseOutput | None = None,
        watch: Callable[[Checked], object] | None = None,
        observation: Observation | None = None,
    ) -> None:
        self.cases, self.function, self.name, self.profile = cases, function, name, profile
        self.must_hold, self.output, self.watch, self.observation = must_hold, output, watch, observation
        self.restart()

    def restart(self) -> None:
        """Forgets the cases that ran."""
        self.checked = Checked(self.name, self.cases.max_size, extents=self.cases.extents)
        self.known: set[Cause] = set()
        self.passed = 0
        self.begun = _now()
        #: The number of cases and the time after which no other causes are looked for.
        self.last_case, self.last_second = float("inf"), float("inf")
        #: The reason of the last skip.
        self.skip_reason = ""

    def run_all(self, shard: tuple[int, int] | None = None) -> None:
        """Runs all cases, or those of a shard."""
        checked = self.checked
        checked.shard = shard
        for size in range(self.cases.max_size + 1):
            count = self.cases.count(size)
            first, last = (0, count) if shard is None else portion(count, *shard)
            checked.counts.append(0)
            for key, arguments in self.cases.between(size, first, last):
                if self.is_over():
                    return
                self.run(key, arguments)
                checked.counts[size] += 1
            if checked.failure is not None and self.is_over():
                return
            checked.covered = size
        checked.seconds = _now() - self.begun

    def run_drawn(self, keys: Iterable[Key], drawn_from: str) -> None:
        """Runs cases that were drawn."""
        self.checked.drawn_from = drawn_from
        for key in keys:
            if self.is_over():
                return
            self.checked.drawn += 1
            self.run(key, self.cases.case(key), "drawn")
        self.checked.seconds = _now() - self.begun

    def is_over(self) -> bool:
        """Whether no other case is to run."""
        checked, profile = self.checked, self.profile
        if checked.failure is None and profile.time is None and profile.max_cases is None:
            return False
        checked.seconds = _now() - self.begun
        if checked.failure is not None:
            return (
                len(checked.causes) >= profile.max_failures
                or checked.cases >= self.last_case
                or checked.seconds >= self.last_second
            )
        if profile.time is not None and checked.seconds > profile.time:
            checked.stopped = True
        elif profile.max_cases is not None and checked.cases >= profile.max_cases:
            checked.stopped, checked.limit = True, "the limit of cases"
        return checked.stopped

    def run(self, key: Key, arguments: dict[str, Any], found: str = "") -> CaseResult:
        """Runs a case and counts it."""
        result = self.attempt(key, arguments)
        self.count(key, arguments, result, found)
        return result

    def attempt(self, key: Key, arguments: dict[str, Any]) -> CaseResult:
        """Runs a case, without counting it."""
        if self.output is not None:
            self.output.drop()
        if self.observation is not None:
            self.observation.case_begins()
        try:
            return run_case(self.function, arguments, self.must_hold, self.profile.case_time)
        except BaseException as stop:
            self.note_case(stop, key, arguments)
            if self.output is not None:
                self.output.keep(f"{self.name}@{case_name(key)}")
            raise

    def note_case(self, stop: BaseException, key: Key, arguments: dict[str, Any]) -> None:
        """Notes with an exception that ends the test during which case it came."""
        stop.add_note(f"in the case {self.name}@{case_name(key)}\n{format_arguments(self.cases.again(key, arguments))}")

    def count(self, key: Key, arguments: dict[str, Any], result: CaseResult, found: str = "") -> None:
        """Counts a case that ran."""
        if self.observation is not None:
            self.observation.case_ended(key, arguments, result, found)
        checked = self.checked
        checked.cases += 1
        checked.last_size = key[0]
        if result.outcome is Outcome.PASSED:
            self.passed += 1
        elif result.outcome is Outcome.ASSUMED_AWAY:
            checked.assumed_away += 1
        elif result.outcome is Outcome.SKIPPED:
            checked.skipped += 1
            self.skip_reason = str(result.error)
        else:
            self._add_failure(key, arguments, result, found)
        if result.record.labels:
            add_events(checked.events, dict.fromkeys(result.record.labels, 1))
        if self.watch is not None:
            self.watch(checked)

    def failure_of(self, key: Key, arguments: dict[str, Any], result: CaseResult, found: str = "") -> Failure:
        """The failure of a case. Its arguments are made again, as the test may have changed them."""
        assert result.error is not None
        again = self.cases.again(key, arguments)
        of_size = self.cases.count(key[0]) if self.cases.has_exact_counts else None
        return Failure(
            key, again, result.error, of_size, self.passed, result.record.notes, found, result.error.__traceback__
        )

    def _add_failure(self, key: Key, arguments: dict[str, Any], result: CaseResult, found: str) -> None:
        error, checked = result.error, self.checked
        assert error is not None
        for failure in checked.causes:
            if failure.exception is error:
                # The same object was raised again, and Python has put this traceback before the other one.
                error.__traceback__ = failure.traceback
                return
        cause = cause_of(error)
        if cause in self.known:
            return
        self.known.add(cause)
        failure = self.failure_of(key, arguments, result, found)
        checked.causes.append(failure)
        if self.output is not None:
            self.output.keep(f"{self.name}@{failure.replay}")
        checked.seconds = _now() - self.begun
        if checked.failure is None:
            checked.failure = failure
            self.last_case = checked.cases + max(MIN_FURTHER_CASES, checked.cases)
            self.last_second = checked.seconds + max(MIN_FURTHER_SECONDS, checked.seconds)
        if isinstance(error, TimeoutError):
            # Others would take as long, each.
            self.last_case = 0


def add_events(events: Counter[str], numbers: Mapping[str, int]) -> None:
    """Adds numbers of cases by label; those of too many labels are counted as others."""
    for label, number in numbers.items():
        known = label in events or len(events) < MAX_LABELS
        events[label if known else "other labels"] += number


def _now() -> float:
    return time.perf_counter()
