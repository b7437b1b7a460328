"""Reduces the failing case that was drawn to a smaller one that fails with the same cause.

Three searches, each within a number of cases: some cases of each smaller size; cases that are near the smallest one found
(``_near_structures.py``), again and again; and all cases by size and rank, as far as there are cases left. If the last one
reaches the case, then it is a smallest one.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

from ._case_loop import CaseLoop
from ._case_run import Outcome, run_case
from ._check_report import Failure, case_name
from ._failure_causes import cause_of
from ._near_structures import near_structures
from ._structures import Structures
from ._test_cases import Key

__all__ = ["reduced"]

#: The limits of a reduction: the number of cases, and seconds.
MAX_CASES, MAX_SECONDS = 3000, 5.0
#: The number of cases of each smaller size that are tried first.
CASES_PER_SIZE = 50


def reduced(loop: CaseLoop, failure: Failure) -> Failure:
    """The smallest failure with the same cause that was found: ``failure`` itself, if there is none."""
    if isinstance(failure.exception, TimeoutError):
        # Each case that fails takes as long as its limit.
        return failure
    return _Reduction(loop, failure).run()


class _Reduction:
    def __init__(self, loop: CaseLoop, failure: Failure) -> None:
        self.loop, self.cases, self.drawn, self.best = loop, loop.cases, failure, failure
        self.cause = cause_of(failure.exception)
        self.tried: set[Key] = set()
        self.end = time.perf_counter() + MAX_SECONDS

    def run(self) -> Failure:
        for size in range(self.cases.max_size + 1, self.drawn.key[0]):
            if self._first_failing(self._some_of(size), CASES_PER_SIZE):
                break
        while self._first_failing(self._near(self.best.key)):
            pass
        is_smallest = self._first_failing(self._all_smaller()) or not self.is_over
        self.best.exception.__traceback__ = self.best.traceback
        how = "drawn"
        if self.best is not self.drawn:
            how += f", and reduced from {case_name(self.drawn.key)} in {len(self.tried):,} cases"
        self.best.found = how + (": a smallest one" if is_smallest else "")
        return self.best

    @property
    def is_over(self) -> bool:
        return len(self.tried) >= MAX_CASES or time.perf_counter() > self.end

    def _first_failing(self, pairs: Iterator[Key], limit: int | None = None) -> bool:
        """Runs the cases with these sizes and ranks up to one that fails with the cause, which becomes the best."""
        for size, rank in itertools.islice(pairs, limit):
            for key, arguments in self.cases.between(size, rank, rank + 1):
                if self.is_over:
                    return False
                if key not in self.tried and key < self.best.key and self._fails(key, arguments):
                    return True
        return False

    def _fails(self, key: Key, arguments: dict[str, Any]) -> bool:
        self.tried.add(key)
        loop = self.loop
        if loop.output is not None:
            loop.output.drop()
        # If the same object is raised again, then without the traceback of this time.
        self.best.exception.__traceback__ = None
        if loop.observation is not None:
            loop.observation.case_begins()
        result = run_case(loop.function, arguments, loop.must_hold, loop.profile.case_time)
        if loop.observation is not None:
            loop.observation.case_ended(key, arguments, result, "made smaller")
        if result.outcome is not Outcome.FAILED or result.error is None or cause_of(result.error) != self.cause:
            return False
        if loop.output is not None:
            loop.output.forget(f"{loop.name}@{self.best.replay}")
            loop.output.keep(f"{loop.name}@{case_name(key)}")
        self.best = loop.failure_of(key, arguments, result)
        return True

    def _some_of(self, size: int) -> Iterator[Key]:
        count = self.cases.count(size)
        if count <= CASES_PER_SIZE:
            yield from ((size, rank) for rank in range(count))
            return
        import random

        draw = random.Random(size)
        yield from sorted((size, draw.randrange(count)) for _ in range(CASES_PER_SIZE))

    def _all_smaller(self) -> Iterator[Key]:
        for size in range(self.cases.max_size + 1, self.best.key[0] + 1):
            yield from ((size, rank) for rank in range(self.best.key[1] if size == self.best.key[0] else self.cases.count(size)))

    def _near(self, key: Key) -> Iterator[Key]:
        """The size and rank of a case, and those of cases in which one free argument is a smaller one."""
        size, rank = key[:2]
        yield size, rank
        places = self.cases.places(size, rank)
        for name, source in self.cases.free.items():
            inner, index = places[name]
            smaller: Iterator[tuple[int, int]] = ((0, less) for less in near_structures(index))
            if isinstance(source, Structures):
                smaller = self._near_places(source, source.of_size(inner)[index])
            for place in smaller:
                near = self.cases.key_of(places | {name: place})
                if near[0] <= self.cases.max_size:
                    # All of these have passed.
                    continue
                yield near

    def _near_places(self, source: Structures[Any], structure: Any) -> Iterator[tuple[int, int]]:
        """The sizes and ranks of the structures that are near one."""
        if any(slot.refers is not None for _, slot in source._description.slots()):
            return
        for near in near_structures(structure):
            if self.is_over:
                return
            try:
                size, _ = source.place(near)
                yield size, source.of_size(size).rank(near)
            except (TypeError, ValueError):
                # It is no structure of the type, or not a valid one.
                continue
