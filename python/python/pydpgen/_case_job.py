"""The cases of a test as work for several processes: see ``_process_pool.py``."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ._structures import portion
from ._test_cases import Cases

__all__ = ["CaseIndex", "CaseJob"]


@dataclass(eq=False, repr=False)
class CaseJob:
    """The cases of a test, and the function that is called with each."""

    cases: Cases
    function: Callable[..., object]
    must_hold: bool
    case_time: float | None
    shard: tuple[int, int] | None = None
    #: The sizes and ranks of the only cases to run; ``None`` for all cases, or those of the shard.
    only: tuple[tuple[int, int], ...] | None = None


class CaseIndex:
    """All ranks of a job's cases as one sequence: by size, of each size those of the shard."""

    def __init__(self, job: CaseJob) -> None:
        #: The parts of the sequence that have one size: the size, the first rank and the end.
        self.spans: list[tuple[int, int, int]]
        if job.only is not None:
            self.spans = [(size, rank, rank + 1) for size, rank in job.only]
        else:
            counts = enumerate(job.cases.count(size) for size in range(job.cases.max_size + 1))
            self.spans = [(size, *((0, count) if job.shard is None else portion(count, *job.shard))) for size, count in counts]
        #: The index at which each part begins, and the number of all.
        self.starts = [0, *itertools.accumulate(last - first for _, first, last in self.spans)]
        self.total = self.starts[-1]

    def at(self, index: int) -> tuple[int, int]:
        """The size and the rank at an index."""
        part = bisect.bisect_right(self.starts, index) - 1
        size, first, _ = self.spans[part]
        return size, first + index - self.starts[part]

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, int, int, int]]:
        """A range of the sequence, as parts of one size: its size, first rank, end, and the index of the first rank."""
        for part, (size, first, last) in enumerate(self.spans):
            low, high = max(start, self.starts[part]), min(stop, self.starts[part] + last - first)
            if low < high:
                yield size, first + low - self.starts[part], first + high - self.starts[part], low
