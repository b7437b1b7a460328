"""Which ranges of a sequence are to be tried, are out, and are tried.

Ranges are of ranks in the whole sequence: from a first one on, before a last. Invariant: the ranges that are tried, out,
given back, and the rest that was never given out are disjoint, and together they are the sequence. So each rank is
counted once, however often a range had to be run again: the first answer for a range that is out counts, any other is
for a range that is not.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

__all__ = ["Ledger", "Ranks"]

Ranks = tuple[int, int]


class Ledger:
    """The ranges of the ranks below a total.

    >>> ledger = Ledger(10)
    >>> first, second = ledger.take(6), ledger.take(6)
    >>> first, second
    ((0, 6), (6, 10))
    >>> ledger.tried(second, 10, 4), ledger.tried(second, 10, 4)
    (True, False)
    >>> ledger.lost(first)
    >>> ledger.take(4), ledger.spans()
    ((0, 4), [(6, 10)])
    """

    def __init__(self, total: int) -> None:
        #: No rank from here on is wanted.
        self.limit = total
        self._next = 0
        self._back: list[Ranks] = []
        self._out: set[Ranks] = set()
        # What is tried: all before `_done`, with so many cases; and ranges further on, by where they begin.
        self._done, self._cases = 0, 0
        self._ahead: dict[int, tuple[int, int]] = {}

    @property
    def over(self) -> bool:
        """Whether every rank that is wanted is tried."""
        return self._done >= self.limit

    @property
    def left(self) -> int:
        """How many ranks that are wanted are neither tried nor out."""
        back = sum(min(stop, self.limit) - start for start, stop in self._back if start < self.limit)
        return back + max(0, self.limit - self._next)

    def take(self, length: int) -> Ranks | None:
        """Gives out the first range that is left, of at most this length."""
        if self._back and self._back[0][0] < self.limit:
            start, stop = heapq.heappop(self._back)
            if stop - start > length:
                heapq.heappush(self._back, (start + length, stop))
                stop = start + length
        elif self._next < self.limit:
            start, stop = self._next, min(self._next + length, self.limit)
            self._next = stop
        else:
            return None
        self._out.add((start, stop))
        return start, stop

    def tried(self, of: Ranks, stop: int, cases: int, *, last: bool = False) -> bool:
        """Notes that the ranks of a range before ``stop`` are tried, in so many cases; the others are given back.

        With ``last`` no rank from ``stop`` on is wanted. Answers whether this counts: it does not if the range is not out.
        """
        if of not in self._out:
            return False
        self._out.remove(of)
        if last:
            self.limit = min(self.limit, stop)
        if stop < of[1]:
            heapq.heappush(self._back, (stop, of[1]))
        if of[0] < stop:
            self._ahead[of[0]] = stop, cases
        self._advance()
        return True

    def lost(self, of: Ranks, *, halve: bool = False) -> None:
        """Gives a range back, on request as two."""
        if of not in self._out:
            return
        self._out.remove(of)
        middle = (of[0] + of[1]) // 2
        for part in [(of[0], middle), (middle, of[1])] if halve and of[0] < middle else [of]:
            heapq.heappush(self._back, part)

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
        """In how many cases the ranks that are tried and wanted were tried, as who tried them counted."""
        return sum(cases for _, _, cases in self._pieces())

    def spans(self) -> list[Ranks]:
        """The ranks that are tried and wanted, as ranges that do not touch."""
        found: list[Ranks] = []
        for start, stop, _ in self._pieces():
            if found and found[-1][1] == start:
                found[-1] = found[-1][0], stop
            else:
                found.append((start, stop))
        return found
