"""Checks a property of all structures on a cluster.

This process submits ranges of ranks and receives the results; ``_range_ledger`` says why each rank counts once. A range whose
node is lost is submitted again. A range whose process died may have killed it: the second time it is submitted as two
halves, so that a case which kills its process is found, and is a failure.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .._check_report import Checked, Failure
from .._range_ledger import RangeLedger, Ranks
from .._range_length import RangeLengths
from .._structures import Structures
from ._certificate import Certificate, sizes_of
from ._cluster import TaskSlots, as_task, cancel_all, is_crash, is_loss
from ._fingerprints import build_fingerprint, property_fingerprint
from ._object_store import StoredValue, without_predicates
from ._progress import Progress, watcher
from ._range_task import CaseFailure, CheckJob, RangeResult, run_range
from ._ray_import import import_ray

__all__ = ["ClusterChecked", "check"]

#: The number of times that a case has to kill its process before it is a failure.
CRASHES_OF_FAILURE = 3
#: The number of times that a range may be lost with its node before the check gives up.
MAX_LOSSES_PER_RANGE = 20
#: The seconds that this process waits for a result before it checks the time.
POLL_SECONDS = 0.2
#: The seconds that results may arrive after the time limit.
TIME_LIMIT_GRACE_SECONDS = 0.5


@dataclass
class ClusterChecked(Checked):
    """The coverage of a check on a cluster, and its smallest failure."""

    certificate: Certificate = field(kw_only=True)
    #: The numbers of nodes and of processes that took part.
    nodes: int = 0
    processes: int = 0
    #: The number of times that a process loaded the structures.
    loads: int = 0
    #: The number of times that a range was submitted again, as its node or process was lost.
    restarts: int = 0

    @property
    def failures(self) -> int:
        """The number of structures that failed, of those that were tried."""
        return self.certificate.failures

    def __str__(self) -> str:
        text = f"{self.certificate.statement}, in {self.seconds:.1f} s"
        return text if self.failure is None else f"{text}\n{self.failure}"


def check(
    structures: Structures[Any],
    property: Callable[[Any], object],
    *,
    max_size: int | None = None,
    stop_early: bool = False,
    time: float | None = None,
    case_time: float | None = None,
    progress: Progress = False,
    concurrency: int | None = None,
    **options: Any,
) -> ClusterChecked:
    """Calls a property with every structure, on all machines of a cluster: it fails if it raises or answers ``False``.

    The check tries all structures and reports the smallest failure; with ``stop_early`` it does not try those after it.
    ``time`` ends the check after so many seconds; a structure on which the property runs longer than ``case_time`` seconds
    fails. ``concurrency`` is the greatest number of ranges that run at once; ``options`` are Ray's for tasks: ``num_cpus``
    (1 by default), ``resources``, ``runtime_env``, … ``progress=True`` shows a bar on a terminal; a function is called with
    (tried, all).

    A property runs in other processes, and its side effects stay there. A case that kills its process each time is a
    failure.

    Raises the exceptions of the cluster, such as when a node can not import the property's module; ``ImportError`` without
    Ray.

    >>> import pydpgen, pydpgen.ray
    >>> trees = pydpgen.Spec("binary-tree").build(max_size=5)
    >>> pydpgen.ray.check(trees, lambda tree: tree is not None).cases  # doctest: +SKIP
    65
    """
    import_ray("pydpgen.ray.check")
    part = structures if max_size is None else structures.up_to(max_size)
    run = _ClusterCheck(part, property, stop_early, case_time, TaskSlots(options.get("num_cpus", 1), concurrency), options)
    with watcher(progress, "structures") as watch:
        try:
            run.run(time, watch)
        finally:
            cancel_all([*run.submitted, *run.cancelled])
    return run.checked()


class _ClusterCheck:
    """A check while it runs."""

    def __init__(
        self,
        structures: Structures[Any],
        function: Callable[[Any], object],
        stop_early: bool,
        case_time: float | None,
        slots: TaskSlots,
        options: dict[str, Any],
    ) -> None:
        self.structures, self.function, self.slots = structures, function, slots
        self.stop_early, self.case_time = stop_early, case_time
        self.begun = _now()
        self.job: StoredValue[CheckJob] = StoredValue((without_predicates(structures), function))
        self.task = as_task(run_range, options)
        self.ledger, self.lengths = RangeLedger(structures.total), RangeLengths()
        self.submitted: dict[Any, Ranks] = {}
        self.cancelled: list[Any] = []
        self.smallest_failure: CaseFailure | None = None
        self.failures = self.restarts = self.loads = 0
        self.nodes: set[str] = set()
        self.processes: set[tuple[str, int]] = set()
        self.crashed: list[Ranks] = []
        self.losses: dict[Ranks, int] = {}
        #: The number of ranks that are done, for the progress.
        self.done = 0
        self.stopped = False

    def run(self, seconds: float | None, watch: Callable[[int, int], object]) -> None:
        """Runs until all is tried or the time is over."""
        end = float("inf") if seconds is None else self.begun + seconds
        while not self.ledger.is_over:
            if _now() >= end and (not self.submitted or _now() > end + TIME_LIMIT_GRACE_SECONDS):
                self.stopped = True
                return
            if _now() < end:
                self.submit_ranges(end)
            self.receive_results()
            watch(self.done, self.structures.total)

    def submit_ranges(self, end: float) -> None:
        """Submits ranges: for each worker one that it works at and a next one, so that no worker waits."""
        workers = self.slots.number
        while len(self.submitted) < self.slots.queued:
            ranks = self.ledger.take(self.lengths.next_length(self.ledger.left, workers))
            if ranks is None:
                return
            budget = min(2 * self.lengths.target_seconds(workers), max(0.0, end - _now()))
            reference = self.task.remote(self.job, *ranks, budget, self.stop_early, self.case_time)
            self.submitted[reference] = ranks

    def receive_results(self) -> None:
        """Receives the results that are there; waits a short time for the first one."""
        ray = import_ray("pydpgen.ray.check")
        waiting = list(self.submitted)
        if not waiting or not ray.wait(waiting, num_returns=1, timeout=POLL_SECONDS)[0]:
            return
        ready, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0)
        for reference in ready:
            ranks = self.submitted.pop(reference)
            try:
                result = ray.get(reference)
            except Exception as error:
                self.resubmit(ranks, error)
            else:
                self.note_result(ranks, result)
        for reference in [reference for reference, ranks in self.submitted.items() if ranks[0] >= self.ledger.limit]:
            ray.cancel(reference)
            self.cancelled.append(reference)
            del self.submitted[reference]

    def note_result(self, ranks: Ranks, result: RangeResult) -> None:
        last = self.stop_early and result.first_failure is not None
        if ranks[0] >= self.ledger.limit or not self.ledger.mark_done(ranks, result.stop, result.cases, last=last):
            return
        self.done += result.stop - ranks[0]
        self.lengths.observe(result.cases, result.seconds)
        self.nodes.add(result.node)
        self.processes.add((result.node, result.process))
        self.loads += result.loaded
        self.note_failures(result.first_failure, result.failures)

    def note_failures(self, first: CaseFailure | None, failures: int) -> None:
        if first is None:
            return
        if self.smallest_failure is None or first.index < self.smallest_failure.index:
            self.smallest_failure = first
        self.failures = 1 if self.stop_early else self.failures + failures

    def resubmit(self, ranks: Ranks, error: Exception) -> None:
        """Gives back a range that was lost. Raises an error that is no loss, or the last of too many."""
        if not is_crash(error) and not is_loss(error):
            raise getattr(error, "cause", None) or error
        self.restarts += 1
        if is_loss(error):
            self.losses[ranks] = self.losses.get(ranks, 0) + 1
            if self.losses[ranks] >= MAX_LOSSES_PER_RANGE:
                raise error
            self.ledger.give_back(ranks)
            return
        before = sum(start <= ranks[0] and ranks[1] <= stop for start, stop in self.crashed)
        self.crashed.append(ranks)
        if ranks[1] - ranks[0] > 1:
            self.ledger.give_back(ranks, cuts=[(ranks[0] + ranks[1]) // 2] if before else [])
        elif before + 1 < CRASHES_OF_FAILURE:
            self.ledger.give_back(ranks)
        elif self.ledger.mark_done(ranks, ranks[1], 1, last=self.stop_early):
            text = f"RuntimeError: the process that tried this case died, again and again: {error}"
            self.note_failures(CaseFailure(ranks[0], None, text), 1)

    def checked(self) -> ClusterChecked:
        """The result of the check."""
        structures, spans = self.structures, self.ledger.spans()
        sizes = sizes_of(structures, spans)
        smallest = failure = None
        first = self.smallest_failure
        if first is not None:
            [(size, rank, _)] = structures.spans(first.index, first.index + 1)
            smallest = size, rank
            passed = sum(min(stop, first.index) - start for start, stop in spans if start < first.index)
            arguments = {"structure": structures.at(size, rank)}
            failure = Failure(smallest, arguments, first.exception(), structures.count(size), passed)
        cases, early = self.ledger.cases, self.stop_early and self.smallest_failure is not None
        build, function = build_fingerprint(structures), property_fingerprint(self.function)
        certificate = Certificate(build, function, sizes, cases, self.failures, smallest, early)
        counts = {size.size: sum(last - first for first, last in size.tried) for size in sizes}
        behind = [size.size for size in sizes if size.tried != size.asked]
        covered = (behind[0] if behind else max(counts, default=0) + 1) - 1
        return ClusterChecked(
            function["name"],
            max(counts, default=0),
            cases,
            covered,
            self.stopped,
            _now() - self.begun,
            None,
            failure,
            [counts.get(size, 0) for size in range(max(counts, default=0) + 1)],
            certificate=certificate,
            nodes=len(self.nodes),
            processes=len(self.processes),
            loads=self.loads,
            restarts=self.restarts,
        )


def _now() -> float:
    return time.perf_counter()
