"""Keeps track of the rank ranges of a check: those that are waiting, at a worker, and done.

A range is of ranks in the whole sequence, with a first one and an end. Invariant: the ranges that are done, at a worker,
given back, and the rest that no worker has had, are disjoint and together are the sequence. So each rank counts once,
however often a range runs: only the first answer for a range at a worker counts, as the range is then no longer at one.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator

__all__ = ["RangeLedger", "Ranks"]

Ranks = tuple[int, int]


class RangeLedger:
    """The ranges of the ranks below a total.

    >>> ledger = RangeLedger(10)
    >>> first, second = ledger.take(6), ledger.take(6)
    >>> first, second
    ((0, 6), (6, 10))
    >>> ledger.mark_done(second, 10, 4), ledger.mark_done(second, 10, 4)
    (True, False)
    >>> ledger.give_back(first)
    >>> ledger.take(4), ledger.spans()
    ((0, 4), [(6, 10)])
    """

    def __init__(self, total: int) -> None:
        #: The end of the ranks that are wanted.
        self.limit = total
        self._next = 0
        self._given_back: list[Ranks] = []
        self._at_workers: set[Ranks] = set()
        # All ranks before `_done` are done, with so many cases; and ranges further on, by their first rank.
        self._done, self._cases = 0, 0
        self._ahead: dict[int, tuple[int, int]] = {}

    @property
    def is_over(self) -> bool:
        """Whether all ranks that are wanted are done."""
        return self._done >= self.limit

    @property
    def left(self) -> int:
        """The number of wanted ranks that are neither done nor at a worker."""
        back = sum(min(stop, self.limit) - start for start, stop in self._given_back if start < self.limit)
        return back + max(0, self.limit - self._next)

    def take(self, length: int) -> Ranks | None:
        """The first range that is left, of at most this length, for a worker; ``None`` if no rank is left."""
        if self._given_back and self._given_back[0][0] < self.limit:
            start, stop = heapq.heappop(self._given_back)
            if stop - start > length:
                heapq.heappush(self._given_back, (start + length, stop))
                stop = start + length
        elif self._next < self.limit:
            start, stop = self._next, min(self._next + length, self.limit)
            self._next = stop
        else:
            return None
        self._at_workers.add((start, stop))
        return start, stop

    def mark_done(self, of: Ranks, stop: int, cases: int, *, last: bool = False) -> bool:
        """Notes that the ranks of a range before ``stop`` are done, in so many cases; the others are given back.

        With ``last`` no rank from ``stop`` on is wanted. Returns whether this counts: only if the range is at a worker.
        """
        if of not in self._at_workers:
            return False
        self._at_workers.remove(of)
        if last:
            self.limit = min(self.limit, stop)
        if stop < of[1]:
            heapq.heappush(self._given_back, (stop, of[1]))
        if of[0] < stop:
            self._ahead[of[0]] = stop, cases
        self._advance()
        return True

    def give_back(self, of: Ranks, *, cuts: Iterable[int] = ()) -> None:
        """Gives a range back, cut into several at these ranks within it."""
        if of not in self._at_workers:
            return
        self._at_workers.remove(of)
        ends = sorted({*of, *(cut for cut in cuts if of[0] < cut < of[1])})
        for part in itertools.pairwise(ends):
            heapq.heappush(self._given_back, part)

    def _advance(self) -> None:
        while self._done < self.limit and self._done in self._ahead:
            self._done, cases = self._ahead.pop(self._done)
            self._cases += cases

    def _pieces(self) -> Iterator[tuple[int, int, int]]:
        if self._done:
            yield 0, self._done, self._cases
        for start in sorted(self._ahead):
            if start < self.limit:
                yield start, *self._ahead[start]

    @property
    def cases(self) -> int:
        """The number of cases in which the wanted ranks were done, as the workers counted."""
        return sum(cases for _, _, cases in self._pieces())

    def spans(self) -> list[Ranks]:
        """The wanted ranks that are done, as ranges that do not touch."""
        found: list[Ranks] = []
        for start, stop, _ in self._pieces():
            if found and found[-1][1] == start:
                found[-1] = found[-1][0], stop
            else:
                found.append((start, stop))
        return found
