"""One run of a test: the cases that failed in an earlier run, then all up to a size, then those that are drawn."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ._case_fingerprint import case_fingerprint
from ._case_job import CaseJob
from ._case_loop import CaseLoop
from ._case_output import CaseOutput
from ._case_reduction import reduced
from ._case_run import Outcome
from ._check_report import Checked, case_key, case_name
from ._failure_causes import cause_of
from ._failure_database import RAN_FIRST, FailureDatabase
from ._sampled_cases import sampled_keys
from ._structures import portion
from ._test_cases import Key
from ._test_skips import skip_test

# pytest leaves the functions of this module out of what it shows.
__tracebackhide__ = True

__all__ = ["INTERRUPTED_CASES", "Surroundings", "check_numbers", "run_cases"]

#: The cases during which tests were interrupted, for the plugin to print.
INTERRUPTED_CASES: list[str] = []

#: The shard of a test: its number, from 1 on, and how many there are; ``None`` if all cases are one's own.
Shard = tuple[int, int] | None


@dataclass(eq=False, repr=False)
class Surroundings:
    """What pytest gives to a run of a test."""

    database: Callable[[str], FailureDatabase] | None = None
    output: CaseOutput | None = None
    watch: Callable[[Checked], object] | None = None
    #: Shows a line about the test in pytest's summary.
    say: Callable[[str], object] | None = None

    @contextmanager
    def of_run(self) -> Iterator[None]:
        """Notes during which case the run within is interrupted, and writes the output that was kept."""
        __tracebackhide__ = True
        try:
            yield
        except KeyboardInterrupt as stop:
            INTERRUPTED_CASES.extend(getattr(stop, "__notes__", []))
            raise
        finally:
            if self.output is not None:
                self.output.write_kept()


def run_cases(
    loop: CaseLoop, given: Surroundings, shard: Shard, sample: int | None, job: CaseJob | None = None, processes: int = 1
) -> None:
    """Runs the cases of a test, or those of a shard, in several processes if there is a job for them. What failed in an earlier run
    is alone, if it fails again."""
    database = given.database(case_fingerprint(loop.cases)) if given.database is not None and loop.profile.database else None
    if database is not None:
        _run_kept(loop, database, shard, job, processes)
    if loop.checked.failure is None:
        loop.restart()
        if job is None:
            loop.run_all(shard)
        else:
            from ._process_pool import run_in_processes

            run_in_processes(loop, job, processes)
        if sample is not None and loop.checked.failure is None and not loop.checked.stopped:
            _run_drawn(loop, shard, sample)
    if database is not None:
        for failure in loop.checked.causes:
            database.keep(failure.replay, cause_of(failure.exception))


def _run_kept(loop: CaseLoop, database: FailureDatabase, shard: Shard, job: CaseJob | None, processes: int) -> None:
    """Runs the cases that failed in an earlier run. Those that do not fail now are removed."""
    keys = []
    for name in database.cases():
        try:
            key = case_key(name)
            loop.cases.case(key)
        except (LookupError, ValueError):
            database.remove(name)
            continue
        first, last = (0, None) if shard is None else portion(loop.cases.count(key[0]), *shard)
        if first <= key[1] and (last is None or key[1] < last):
            keys.append(key)
    keys.sort()
    if job is not None:
        if keys:
            _run_in_processes(loop, database, keys, job, processes)
        return
    for key in keys:
        if loop.run(key, loop.cases.case(key), RAN_FIRST).outcome is not Outcome.FAILED:
            database.remove(case_name(key))


def _run_in_processes(loop: CaseLoop, database: FailureDatabase, keys: list[Key], job: CaseJob, processes: int) -> None:
    """Runs the cases that failed in an earlier run in processes, which can be killed by them; with each, those of its rank."""
    from ._process_pool import run_in_processes

    ranks = tuple(dict.fromkeys((key[0], key[1]) for key in keys))
    run_in_processes(loop, dataclasses.replace(job, only=ranks), processes, RAN_FIRST)
    failure = loop.checked.failure
    for key in keys:
        if failure is None or key < failure.key:
            database.remove(case_name(key))


def _run_drawn(loop: CaseLoop, shard: Shard, sample: int) -> None:
    """Runs the cases that are drawn, or the part of a shard, and reduces those that fail."""
    import random

    cases, checked = loop.cases, loop.checked
    seed = random.getrandbits(32) if loop.profile.seed is None else loop.profile.seed
    sizes = f"sizes {cases.max_size + 1} to {cases.max_key_size}"
    of_seed = f" (seed {seed})" if loop.profile.seed is None else ""
    if cases.max_size < cases.max_key_size:
        keys = sampled_keys(cases, sample, seed)
        loop.run_drawn(keys if shard is None else itertools.islice(keys, shard[0] - 1, None, shard[1]), sizes + of_seed)
    if checked.failure is not None:
        checked.causes = sorted((reduced(loop, failure) for failure in checked.causes), key=lambda failure: failure.key)
        checked.failure = checked.causes[0]


def check_numbers(loop: CaseLoop, shard: Shard, expect: int | None) -> None:
    """Raises if the cases that ran are not as many as were expected, or none of them applied."""
    cases, checked = loop.cases, loop.checked
    if shard is not None:
        if expect is not None and cases.has_exact_counts and cases.total() != expect:
            raise AssertionError(f"there are {cases.total():,} cases, where {expect:,} are expected")
        return
    if expect is not None and checked.enumerated != expect and not checked.stopped:
        raise AssertionError(f"there are {checked.enumerated:,} cases, where {expect:,} are expected")
    if checked.cases == 0 and not checked.stopped:
        raise AssertionError(
            f"there is no case of size up to {cases.max_size}: the predicate accepts nothing there, or an argument has no values"
        )
    if checked.cases and checked.cases == checked.skipped:
        skip_test(f"all {checked.cases:,} cases: {loop.skip_reason}")
    if checked.cases and not checked.applied:
        raise AssertionError(
            f"nothing was tested: of {checked.cases:,} cases up to size {checked.last_size}, {checked.left_out}. Give larger "
            "structures, or a condition that some of these meet"
        )
