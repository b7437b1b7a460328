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

from ._case_runs import Checked, Failure, case_failure, note_case
from ._process_worker import CaseIndex, CaseJob, RangeResult, StartFailure, Worker
from ._range_ledger import RangeLedger, Ranks
from ._range_length import RangeLengths
from ._test_cases import Key

__all__ = ["CaseJob", "check_processes", "run_in_processes"]

#: The number of workers that a case has to kill before it is a failure.
DEATHS_OF_FAILURE = 2
#: The number of workers that may die, by no case in particular, before the check gives up.
MAX_DEATHS = 20
#: The seconds that this process waits for a result before it looks at the time.
POLL_SECONDS = 0.2
#: The seconds that a worker has to end by itself.
END_SECONDS = 1.0


def check_processes(processes: int) -> None:
    """Raises an exception for what is no number of processes."""
    if isinstance(processes, bool) or not isinstance(processes, int):
        raise TypeError(f"processes is an int, not {processes!r}: os.cpu_count() is the number of cores")
    if processes < 1:
        raise ValueError(f"processes={processes}: at least one process runs the cases")


def run_in_processes(job: CaseJob, name: str, processes: int, seconds: float | None) -> Checked:
    """Runs all cases until one fails or the time is over.

    Raises ``TypeError`` for a job that can not be sent, ``RuntimeError`` for processes that can not start or always die.
    """
    pool = _Pool(job, name, processes)
    try:
        pool.run(seconds)
    except KeyboardInterrupt as stop:
        for worker in pool.workers:
            if worker.ranks is not None and (key := pool.key_of(worker)) is not None:
                note_case(stop, name, key, job.cases.again(key, {}))
        raise
    finally:
        pool.end()
    return pool.checked()


class _Pool:
    """A run of a job in several processes."""

    def __init__(self, job: CaseJob, name: str, processes: int) -> None:
        self.job, self.name = job, name
        self.begun = _now()
        self.index = CaseIndex(job.cases, job.shard)
        self.processes = max(1, min(processes, self.index.total))
        self.context = multiprocessing.get_context()
        self.sent = job if self.context.get_start_method() == "fork" else _pickled(job)
        self.ledger, self.lengths = RangeLedger(self.index.total), RangeLengths()
        self.workers: list[Worker] = []
        #: The counts by size of the ranges that are done, by their first rank.
        self.counts: dict[int, dict[int, int]] = {}
        #: The case that failed, and the text of its exception; or an exception for the death of its process.
        self.failed: tuple[Key, str | BaseException] | None = None
        self.deaths: Counter[Key] = Counter()
        self.other_deaths = 0
        self.stopped = False

    def run(self, seconds: float | None) -> None:
        """Runs until all is tried or the time is over."""
        end = float("inf") if seconds is None else self.begun + seconds
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
        for worker in self.workers:
            if not worker.is_ready or worker.ranks is not None:
                continue
            ranks = self.ledger.take(self.lengths.next_length(self.ledger.left, self.processes))
            if ranks is None:
                return
            try:
                worker.give(ranks, min(2 * self.lengths.target_seconds(self.processes), max(0.0, end - _now())))
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
            self.counts[ranks[0]] = result.counts
            if result.failed is not None and result.stop == self.ledger.limit:
                self.failed = result.failed, result.text

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
            self.counts[at] = {key[0]: worker.place[1] + 1}
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

    def checked(self) -> Checked:
        """The result of the run."""
        job, index = self.job, self.index
        found = Checked(self.name, job.cases.max_size, shard=job.shard, extents=job.cases.extents, processes=self.processes)
        found.cases, found.stopped = self.ledger.cases, self.stopped
        found.counts = [0] * (job.cases.max_size + 1)
        for start, counts in self.counts.items():
            for size, count in counts.items() if start < self.ledger.limit else ():
                found.counts[size] += count
        # What is done from the first rank on.
        done = next((stop for start, stop in self.ledger.spans() if start == 0), 0)
        if self.failed is None:
            found.covered = max((size for size in range(job.cases.max_size + 1) if index.starts[size + 1] <= done), default=-1)
        else:
            key, of_worker = self.failed
            # As in one process, the case that failed is one of all, but none of its size.
            found.counts = found.counts[: key[0] + 1]
            found.counts[key[0]] -= 1
            found.covered = key[0] - 1
            error = of_worker if isinstance(of_worker, BaseException) else self.run_again(key, of_worker)
            of_size = job.cases.count(key[0]) if job.cases.has_exact_counts else None
            found.failure = Failure(key, job.cases.again(key, {}), error, of_size, found.cases - 1)
        found.seconds = _now() - self.begun
        return found

    def run_again(self, key: Key, text: str) -> BaseException:
        """The exception of a case that failed in a worker, from this process."""
        job = self.job
        try:
            error = case_failure(job.function, job.cases.case(key), job.must_hold, job.case_time)
        except BaseException as stop:
            note_case(stop, self.name, key, job.cases.again(key, {}))
            raise
        if error is None:
            error = RuntimeError("the case failed in another process, and passes in this one: it depends on more than what it gets")
            error.add_note(f"in the other process:\n{text}")
        return error


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
