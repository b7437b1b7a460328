"""Runs the cases of a test in several processes: the same cases, counts and first failure as in one.

This process hands out ranges of ranks, one at a time to each worker; ``_range_ledger`` says why each rank counts once. A range
whose worker died is handed out again, to a new worker. A case that kills two workers is a failure; it is known by the memory that
a worker shares. A case that failed in a worker runs again in this process, for the exception that it has without workers.

Processes start by Python's default method, or the one that ``multiprocessing.set_start_method`` has set. With ``fork`` they have
what this process has; otherwise the job is pickled, and modules are imported in each.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from multiprocessing import connection
from multiprocessing.reduction import ForkingPickler
from typing import TYPE_CHECKING

from ._case_job import CaseIndex, CaseJob
from ._case_loop import CaseLoop, add_events
from ._case_record import CaseRecord
from ._case_run import CaseResult, Outcome
from ._failure_database import RAN_FIRST
from ._process_worker import RangeResult, StartFailure, Worker
from ._range_ledger import RangeLedger, Ranks
from ._range_length import RangeLengths
from ._test_cases import Key

if TYPE_CHECKING:
    from ._observations import Observation

# pytest leaves the functions of this module out of what it shows.
__tracebackhide__ = True

__all__ = ["run_in_processes"]

#: The number of workers that a case has to kill before it is a failure.
DEATHS_OF_FAILURE = 2
#: The number of workers that may die, by no case in particular, before the check gives up.
MAX_DEATHS = 20
#: The seconds that this process waits for a result before it looks at the time.
POLL_SECONDS = 0.2
#: The seconds that a worker has to end by itself.
END_SECONDS = 1.0


def run_in_processes(loop: CaseLoop, job: CaseJob, processes: int, found: str = "") -> None:
    """Runs the cases of a job until one fails or a limit ends it, and counts them in the loop. ``found`` says how these cases were
    found, if not by size and rank.

    Raises ``TypeError`` for a job that can not be sent, ``RuntimeError`` for processes that can not start or always die.
    """
    pool = _Pool(loop, job, processes)
    try:
        pool.run(loop.profile.time)
    except KeyboardInterrupt as stop:
        for worker in pool.workers:
            if worker.ranks is not None and (key := pool.key_of(worker)) is not None:
                loop.note_case(stop, key, {})
        raise
    finally:
        pool.end()
    pool.count()
    pool.count_failure(found)
    loop.checked.seconds = _now() - loop.begun


class _Pool:
    """A run of a job in several processes."""

    def __init__(self, loop: CaseLoop, job: CaseJob, processes: int) -> None:
        self.loop, self.job = loop, job
        self.index = CaseIndex(job)
        #: The number of ranks that are to run.
        self.total = self.index.total
        if job.only is None and loop.profile.max_cases is not None:
            self.total = min(self.total, loop.profile.max_cases)
        self.processes = max(1, min(processes, self.total))
        self.context = multiprocessing.get_context()
        self.sent = job if self.context.get_start_method() == "fork" else _pickled(job)
        self.ledger, self.lengths = RangeLedger(self.total), RangeLengths()
        self.workers: list[Worker] = []
        #: The results of the ranges that are done, by their first rank.
        self.results: dict[int, RangeResult] = {}
        #: The case that failed, and the text of its exception; or an exception for the death of its process.
        self.failed: tuple[Key, str | BaseException] | None = None
        #: The first rank whose cases were not handed to the observation.
        self.observed = 0
        self.deaths: Counter[Key] = Counter()
        self.other_deaths = 0
        self.stopped = False

    def run(self, seconds: float | None) -> None:
        """Runs until all is tried or the time is over."""
        end = float("inf") if seconds is None else self.loop.begun + seconds
        while not self.ledger.is_over:
            if _now() >= end and all(worker.ranks is None for worker in self.workers):
                self.stopped = True
                return
            if _now() < end:
                while len(self.workers) < self.processes:
                    self.workers.append(Worker(self.context, self.sent))
                self.give_ranges(end)
            self.receive()
            self.kill_late()

    def give_ranges(self, end: float) -> None:
        observation = self.loop.observation
        for worker in self.workers:
            if not worker.is_ready or worker.ranks is not None:
                continue
            ranks = self.ledger.take(self.lengths.next_length(self.ledger.left, self.processes))
            if ranks is None:
                return
            try:
                seconds = min(2 * self.lengths.target_seconds(self.processes), max(0.0, end - _now()))
                worker.give(ranks, seconds, observation is not None and observation.has_room("in order"))
            except OSError:
                # It has died; its end is received like any other.
                pass

    def receive(self) -> None:
        """Receives the messages that are there; waits a short time for the first one."""
        connections = {worker.connection: worker for worker in self.workers}
        for ready in connection.wait(list(connections), POLL_SECONDS):
            worker = connections[ready]
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                self.bury(worker)
                continue
            if isinstance(message, StartFailure):
                raise RuntimeError(
                    f"a process that is to run cases can not start:\n{message.text}It imports the module of the test by its name. "
                    "Where that can not be, as in a notebook, processes are to be forked: multiprocessing.set_start_method('fork')"
                )
            if not isinstance(message, RangeResult):
                self.begin(worker, message)
            elif worker.ranks is not None:
                self.note(worker.ranks, message)
                worker.ranks = None

    def begin(self, worker: Worker, total: int) -> None:
        if total != self.index.total:
            raise RuntimeError(
                f"there are {self.index.total:,} ranks of cases in this process, and {total:,} in another one: the build depends "
                "on more than its type and predicate"
            )
        worker.is_ready = True

    def note(self, ranks: Ranks, result: RangeResult) -> None:
        cases = sum(result.counts.values())
        self.lengths.observe(result.stop - ranks[0], result.seconds)
        if self.ledger.mark_done(ranks, result.stop, cases, last=result.failed is not None):
            self.results[ranks[0]] = result
            if result.failed is not None and result.stop == self.ledger.limit:
                self.failed = result.failed, result.text
            if self.loop.observation is not None:
                self.observe(self.loop.observation)
            if self.loop.watch is not None:
                self.loop.checked.cases, self.loop.checked.last_size = self.ledger.cases, self.index.at(result.stop - 1)[0]
                self.loop.watch(self.loop.checked)

    def observe(self, observation: Observation) -> None:
        """Hands the cases of the ranges that are done to the observation, up to the first range that is not."""
        found = "" if self.job.only is None else RAN_FIRST
        while self.observed < self.ledger.limit and (result := self.results.get(self.observed)) is not None:
            for key, ran, seconds in result.observed:
                observation.add_result(key, {}, ran, found, seconds)
            self.observed, result.observed = result.stop, []

    def key_of(self, worker: Worker) -> Key | None:
        """The case that a worker runs; ``None`` if it has not begun."""
        if worker.ranks is None or worker.place[0] < 0:
            return None
        size, rank = self.index.at(worker.ranks[0] + worker.place[0])
        return (size, rank, worker.place[1]) if self.job.cases.dependent else (size, rank)

    def bury(self, worker: Worker) -> None:
        """Gives back the range of a worker that has died, or notes the case that killed it."""
        worker.process.join()
        self.workers.remove(worker)
        worker.connection.close()
        if not worker.is_ready:
            raise RuntimeError(
                f"a process that is to run cases ended {worker.ending} before it began. A script that starts processes does so "
                "below `if __name__ == '__main__':`, as they import it"
            )
        key, ranks = self.key_of(worker), worker.ranks
        if key is None or ranks is None:
            self.other_deaths += 1
            if self.other_deaths > MAX_DEATHS:
                raise RuntimeError(f"the processes that run the cases die, the last one {worker.ending}")
            if ranks is not None:
                self.ledger.give_back(ranks)
            return
        self.deaths[key] += 1
        at = ranks[0] + worker.place[0]
        if self.deaths[key] < DEATHS_OF_FAILURE or ranks != (at, at + 1):
            # The next time its rank is a range of its own, so that the number of cases before it is known.
            self.ledger.give_back(ranks, cuts=[at, at + 1])
        elif self.ledger.mark_done(ranks, at + 1, worker.place[1] + 1, last=True):
            # What the cases before it with this rank have said died with the worker.
            self.results[at] = RangeResult(at + 1, counts={key[0]: worker.place[1] + 1})
            self.failed = key, self.killing(worker)

    def killing(self, worker: Worker) -> BaseException:
        """The exception for a case that ended its worker."""
        if worker.is_late:
            return TimeoutError(f"the case ran longer than {self.job.case_time:g} s, its limit, and could not be interrupted")
        return RuntimeError(f"the process that ran this case ended {worker.ending}, {DEATHS_OF_FAILURE} times")

    def kill_late(self) -> None:
        """Kills workers whose case runs on long after its time limit, as in code that is not Python's."""
        if self.job.case_time is None:
            return
        for worker in self.workers:
            place = (worker.ranks, *worker.place)
            if place != worker.last_place:
                worker.last_place, worker.last_step = place, _now()
            elif worker.ranks is not None and _now() - worker.last_step > 2 * self.job.case_time + END_SECONDS:
                worker.is_late = True
                worker.process.kill()

    def end(self) -> None:
        """Ends all workers."""
        for worker in self.workers:
            if worker.ranks is None and worker.is_ready:
                try:
                    worker.connection.send(None)
                except OSError:
                    pass
            else:
                worker.process.terminate()
        until = _now() + END_SECONDS
        for worker in self.workers:
            worker.process.join(max(0.0, until - _now()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()

    def count(self) -> None:
        """Counts the cases that ran in the loop, but for the one that failed."""
        loop, checked, max_size = self.loop, self.loop.checked, self.job.cases.max_size
        checked.shard, checked.processes = self.job.shard, self.processes
        checked.cases = self.ledger.cases - (self.failed is not None)
        counts = [0] * (max_size + 1)
        for start, result in sorted(self.results.items()):
            if start >= self.ledger.limit:
                continue
            for size, count in result.counts.items():
                counts[size] += count
                checked.last_size = size
            checked.assumed_away += result.assumed_away
            checked.skipped += result.skipped
            loop.skip_reason = result.skip_reason or loop.skip_reason
            add_events(checked.events, result.events)
        loop.passed = checked.applied
        if self.stopped:
            checked.stopped = True
        elif self.failed is None and self.total < self.index.total:
            checked.stopped, checked.limit = True, "the limit of cases"
        if self.job.only is not None:
            return
        if self.failed is None:
            # What is done from the first rank on.
            done = next((stop for start, stop in self.ledger.spans() if start == 0), 0)
            checked.covered = max((size for size in range(max_size + 1) if self.index.starts[size + 1] <= done), default=-1)
            checked.counts = counts
        else:
            # As in one process, no size counts as covered from that of the failure on.
            size = self.failed[0][0]
            checked.counts, checked.covered = counts[: size + 1], size - 1

    def count_failure(self, found: str) -> None:
        """Counts the case that failed, if there is one. It runs again in this process, for the exception that it has here."""
        if self.failed is None:
            return
        key, of_worker = self.failed
        loop = self.loop
        if isinstance(of_worker, BaseException):
            loop.count(key, {}, CaseResult(Outcome.FAILED, of_worker, CaseRecord()), found)
            return
        arguments = loop.cases.case(key)
        result = loop.attempt(key, arguments)
        if result.outcome is not Outcome.FAILED:
            error = RuntimeError("the case failed in another process, and passes in this one: it depends on more than what it gets")
            error.add_note(f"in the other process:\n{of_worker}")
            result = CaseResult(Outcome.FAILED, error, result.record)
        loop.count(key, arguments, result, found)


def _pickled(job: CaseJob) -> bytes:
    """The job as bytes for workers that are not forked."""
    try:
        return bytes(ForkingPickler.dumps(job))
    except Exception as error:
        raise TypeError(
            f"the test can not be sent to other processes ({error}): functions and classes have to be importable by their names, "
            "and fixtures pickled; with multiprocessing.set_start_method('fork'), where there is one, nothing is sent"
        ) from error


def _now() -> float:
    return time.perf_counter()
