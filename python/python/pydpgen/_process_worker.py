"""A process that runs ranges of cases for another one, and what that one holds of it: see ``_process_pool.py``.

A worker gets its job once, and then ranges of ranks. It writes the place of each case before it runs it into memory that both
processes have, so that the case which kills a worker is known.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
import threading
import time
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any

from ._case_job import CaseIndex, CaseJob
from ._case_loop import add_events
from ._case_run import CaseResult, Outcome, run_case
from ._range_ledger import Ranks
from ._test_cases import Key

__all__ = ["RangeResult", "StartFailure", "Worker"]


@dataclass
class RangeResult:
    """The result for a range."""

    #: The end of the ranks that were tried.
    stop: int
    seconds: float = 0.0
    #: The number of cases that ran, by size.
    counts: dict[int, int] = field(default_factory=dict)
    #: The numbers of cases that were assumed away or skipped, the reason of the last skip, and the numbers by label of ``event``.
    assumed_away: int = 0
    skipped: int = 0
    skip_reason: str = ""
    events: Counter[str] = field(default_factory=Counter)
    #: The cases before it that are to be written, each with its result and the seconds that it took.
    observed: list[tuple[Key, CaseResult, float]] = field(default_factory=list)
    #: The case that failed or left the test, which is the last one, and its traceback.
    failed: Key | None = None
    text: str = ""


@dataclass
class StartFailure:
    """The traceback of a worker that can not start."""

    text: str


class Worker:
    """A worker, and the range that it runs."""

    def __init__(self, context: Any, job: CaseJob | bytes) -> None:
        self.connection, inner = context.Pipe()
        self.place = context.RawArray("q", [-1, 0])
        arguments = (inner, self.place, job)
        self.process = context.Process(target=_serve_ranges, args=arguments, name="pydpgen worker", daemon=True)
        with warnings.catch_warnings():
            if threading.active_count() == 1:
                # The other threads are those of the engine, which a forked process starts anew.
                warnings.filterwarnings("ignore", message=".* is multi-threaded", category=DeprecationWarning)
            self.process.start()
        # The worker has it: at its end, this process reads the end of the file.
        inner.close()
        self.is_ready = False
        self.ranks: Ranks | None = None
        #: Where it was, when it was last seen at another place, and whether it is killed for that.
        self.last_place: tuple[Any, ...] = ()
        self.last_step = time.perf_counter()
        self.is_late = False

    def give(self, ranks: Ranks, seconds: float, observed: bool = False) -> None:
        self.ranks = ranks
        self.place[0], self.place[1] = -1, 0
        self.connection.send((ranks, seconds, observed))

    @property
    def ending(self) -> str:
        """How the process ended, in words."""
        code = self.process.exitcode
        if code is not None and code < 0:
            try:
                return f"by the signal {signal.Signals(-code).name}"
            except ValueError:
                return f"by the signal {-code}"
        return f"with the exit code {code}"


def _serve_ranges(inner: Any, place: Any, job: CaseJob | bytes) -> None:
    """Runs the ranges that come, until ``None`` comes or the parent is gone. ``place`` is the shared memory."""
    # Ctrl-C reaches all processes of a terminal; the parent ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        ready = pickle.loads(job) if isinstance(job, bytes) else job
        index = CaseIndex(ready)
    except BaseException:
        inner.send(StartFailure(traceback.format_exc()))
        return
    inner.send(index.total)
    parent = multiprocessing.parent_process()
    assert parent is not None
    # A forked worker holds both ends of its connection, and so does not read the end of the file when its parent dies.
    while inner in connection.wait([inner, parent.sentinel]):
        try:
            message = inner.recv()
        except EOFError:
            return
        if message is None:
            return
        ranks, seconds, observed = message
        inner.send(_run_range(ready, index, ranks, seconds, place, observed))


def _run_range(job: CaseJob, index: CaseIndex, ranks: Ranks, seconds: float, place: Any, observed: bool) -> RangeResult:
    """Runs the cases of a range, for so many seconds, but at least those of one rank, up to the first failure."""
    begun = time.perf_counter()
    result = RangeResult(ranks[1])
    for size, first, last, start in index.parts(*ranks):
        result.counts.setdefault(size, 0)
        at = first
        for key, arguments in job.cases.between(size, first, last):
            if key[1] != at:
                at = key[1]
                if time.perf_counter() - begun > seconds:
                    result.stop = start + at - first
                    return _after(result, begun)
            place[0], place[1] = start + at - first - ranks[0], key[2] if len(key) > 2 else 0
            result.counts[size] += 1
            case_begun = time.perf_counter() if observed else 0.0
            try:
                ran = run_case(job.function, arguments, job.must_hold, job.case_time)
                error = ran.error if ran.outcome is Outcome.FAILED else None
            except BaseException as stop:
                # It ends the test, as an outcome of pytest can: the parent runs this case again.
                error = stop
            if error is not None:
                result.stop, result.failed = start + at - first + 1, key
                result.text = "".join(traceback.format_exception(error))
                return _after(result, begun)
            if observed:
                result.observed.append((key, _without_error(ran), time.perf_counter() - case_begun))
            if ran.outcome is Outcome.ASSUMED_AWAY:
                result.assumed_away += 1
            elif ran.outcome is Outcome.SKIPPED:
                result.skipped += 1
                result.skip_reason = str(ran.error)
            if ran.record.labels:
                add_events(result.events, dict.fromkeys(ran.record.labels, 1))
    return _after(result, begun)


def _without_error(result: CaseResult) -> CaseResult:
    """A result that can be sent: the exception of a skip may be one that can not be pickled."""
    error = None if result.error is None else RuntimeError(str(result.error))
    return CaseResult(result.outcome, error, result.record)


def _after(result: RangeResult, begun: float) -> RangeResult:
    result.seconds = time.perf_counter() - begun
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    return result
