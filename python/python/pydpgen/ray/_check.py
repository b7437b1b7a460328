"""A property over all ranks, on a cluster.

This process gives ranges out and takes the answers; see ``_ledger`` for why each rank counts once. A range whose node is
lost is given out again. One whose process died may have killed it: when that happens again, it is given out as two
halves, so that a case which kills its process is found, and is a failure.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .._check import Checked, Failure
from .._structures import Structures
from ._about import about_build, about_property
from ._bar import Progress, watcher
from ._certificate import Certificate, sizes_of
from ._cluster import Slots, drop, is_crash, is_loss, submit
from ._ledger import Ledger, Ranks
from ._need import need_ray
from ._pace import Pace
from ._ship import Shipped, bare
from ._work import Found, Job, Tried, try_range

__all__ = ["ClusterChecked", "check"]

#: How often a case has to kill its process before it is a failure.
CRASHES = 3
#: How often a range may be lost with its node before the check gives up.
LOSSES = 20
#: How long this process waits before it looks around, in seconds.
LOOK = 0.2
#: How long answers are waited for when the time is over, in seconds.
LATE = 0.5


@dataclass
class ClusterChecked(Checked):
    """What a check on a cluster covered, and its smallest failure."""

    certificate: Certificate = field(kw_only=True)
    #: How many nodes and processes had a part in it.
    nodes: int = 0
    processes: int = 0
    #: How often a process loaded the structures.
    loads: int = 0
    #: How often a range was given out again, as its node or process was lost.
    restarts: int = 0

    @property
    def failures(self) -> int:
        """How many structures failed, of those that were tried."""
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

    All structures are tried, and the smallest failure is told; with ``stop_early`` those after it are left out. ``time``
    ends the check after so many seconds; a structure on which the property runs longer than ``case_time`` seconds fails.
    ``concurrency`` is how many ranges run at once at most; ``options`` are Ray's for
    tasks: ``num_cpus`` (1 by default), ``resources``, ``runtime_env``, … ``progress=True`` shows a bar on a terminal, a
    function is called with (tried, of how many).

    A property runs in other processes: what it changes there stays there. One that kills its process fails, as long as
    it does so again and again.

    Raises what the cluster raises, such as when a node can not import the property's module; ``ImportError`` without Ray.

    >>> import pydpgen, pydpgen.ray
    >>> trees = pydpgen.Spec("binary-tree").build(max_size=5)
    >>> pydpgen.ray.check(trees, lambda tree: tree is not None).cases  # doctest: +SKIP
    65
    """
    need_ray("pydpgen.ray.check")
    part = structures if max_size is None else structures.up_to(max_size)
    run = _Run(part, property, stop_early, case_time, Slots(options.get("num_cpus", 1), concurrency), options)
    with watcher(progress, "structures") as watch:
        try:
            run.go(time, watch)
        finally:
            drop([*run.out, *run.unwanted])
    return run.checked()


class _Run:
    def __init__(
        self,
        structures: Structures[Any],
        function: Callable[[Any], object],
        stop_early: bool,
        case_time: float | None,
        slots: Slots,
        options: dict[str, Any],
    ) -> None:
        self.structures, self.function, self.slots = structures, function, slots
        self.stop_early, self.case_time = stop_early, case_time
        self.begun = _now()
        self.shipped: Shipped[Job] = Shipped((bare(structures), function))
        self.task = submit(try_range, options)
        self.ledger, self.pace = Ledger(structures.total), Pace()
        self.out: dict[Any, Ranks] = {}
        self.unwanted: list[Any] = []
        self.found: Found | None = None
        self.failures = self.restarts = self.loads = 0
        self.nodes: set[str] = set()
        self.processes: set[tuple[str, int]] = set()
        self.crashed: list[Ranks] = []
        self.losses: dict[Ranks, int] = {}
        #: How many ranks were told to be tried.
        self.told = 0
        self.stopped = False

    def go(self, seconds: float | None, watch: Callable[[int, int], object]) -> None:
        """Runs until all is tried or the time is over."""
        end = float("inf") if seconds is None else self.begun + seconds
        while not self.ledger.over:
            if _now() >= end and (not self.out or _now() > end + LATE):
                self.stopped = True
                return
            if _now() < end:
                self.fill(end)
            self.wait()
            watch(self.told, self.structures.total)

    def fill(self, end: float) -> None:
        """Gives ranges out, for each worker one more than it works at, so that none waits for the next."""
        workers = self.slots.number
        while len(self.out) < self.slots.queued:
            ranks = self.ledger.take(self.pace.length(self.ledger.left, workers))
            if ranks is None:
                return
            budget = min(2 * self.pace.seconds(workers), max(0.0, end - _now()))
            reference = self.task.remote(self.shipped, *ranks, budget, self.stop_early, self.case_time)
            self.out[reference] = ranks

    def wait(self) -> None:
        """Takes the answers that are there, at least one if there is one soon."""
        ray = need_ray("pydpgen.ray.check")
        waiting = list(self.out)
        if not waiting or not ray.wait(waiting, num_returns=1, timeout=LOOK)[0]:
            return
        ready, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0)
        for reference in ready:
            ranks = self.out.pop(reference)
            try:
                answer = ray.get(reference)
            except Exception as error:
                self.lost(ranks, error)
            else:
                self.take(ranks, answer)
        for reference in [reference for reference, ranks in self.out.items() if ranks[0] >= self.ledger.limit]:
            ray.cancel(reference)
            self.unwanted.append(reference)
            del self.out[reference]

    def take(self, ranks: Ranks, answer: Tried) -> None:
        """Notes an answer."""
        last = self.stop_early and answer.found is not None
        if ranks[0] >= self.ledger.limit or not self.ledger.tried(ranks, answer.stop, answer.cases, last=last):
            return
        self.told += answer.stop - ranks[0]
        self.pace.learn(answer.cases, answer.seconds)
        self.nodes.add(answer.node)
        self.processes.add((answer.node, answer.process))
        self.loads += answer.loaded
        self.fail(answer.found, answer.failures)

    def fail(self, found: Found | None, failures: int) -> None:
        if found is None:
            return
        if self.found is None or found.index < self.found.index:
            self.found = found
        self.failures = 1 if self.stop_early else self.failures + failures

    def lost(self, ranks: Ranks, error: Exception) -> None:
        """Gives a range out again, unless it is no use."""
        if not is_crash(error) and not is_loss(error):
            raise getattr(error, "cause", None) or error
        self.restarts += 1
        if is_loss(error):
            self.losses[ranks] = self.losses.get(ranks, 0) + 1
            if self.losses[ranks] >= LOSSES:
                raise error
            self.ledger.lost(ranks)
            return
        before = sum(start <= ranks[0] and ranks[1] <= stop for start, stop in self.crashed)
        self.crashed.append(ranks)
        if ranks[1] - ranks[0] > 1:
            self.ledger.lost(ranks, halve=before > 0)
        elif before + 1 < CRASHES:
            self.ledger.lost(ranks)
        elif self.ledger.tried(ranks, ranks[1], 1, last=self.stop_early):
            text = f"RuntimeError: the process that tried this case died, again and again: {error}"
            self.fail(Found(ranks[0], None, text), 1)

    def checked(self) -> ClusterChecked:
        """What came of it."""
        structures, spans = self.structures, self.ledger.spans()
        sizes = sizes_of(structures, spans)
        smallest = failure = None
        if self.found is not None:
            [(size, rank, _)] = structures.spans(self.found.index, self.found.index + 1)
            smallest = size, rank
            passed = sum(min(stop, self.found.index) - start for start, stop in spans if start < self.found.index)
            arguments = {"structure": structures.at(size, rank)}
            failure = Failure(smallest, arguments, self.found.exception(), structures.count(size), passed)
        cases, early = self.ledger.cases, self.stop_early and self.found is not None
        build, function = about_build(structures), about_property(self.function)
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
