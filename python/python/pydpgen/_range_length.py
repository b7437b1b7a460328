"""Chooses the lengths of the rank ranges that workers get.

A range should take a given time, by the rate of the last ranges. Towards the end ranges get shorter, so that all workers end
together: each is a fraction of the remaining ranks, as in guided self-scheduling (Polychronopoulos and Kuck, IEEE
Transactions on Computers C-36(12), 1987). A wrong first guess costs little, as a worker gives back the ranks that it does
not reach in time.
"""

from __future__ import annotations

__all__ = ["RangeLengths"]

#: The seconds that a range should take.
TARGET_SECONDS = 1.0
#: The least seconds of a range: much more than Ray takes for a task.
MIN_SECONDS = 0.05
#: The most ranges a second: one process receives the answers of all workers.
MAX_RANGES_PER_SECOND = 250
#: The length of a range before the rate is known.
FIRST_LEN = 256


class RangeLengths:
    """The lengths of ranges, by the rate of those that are done.

    >>> lengths = RangeLengths()
    >>> lengths.observe(cases=100, seconds=0.1)
    >>> lengths.next_length(left=1_000_000, workers=8)
    1000
    >>> lengths.next_length(left=1_000, workers=8)
    50
    """

    def __init__(self) -> None:
        self._rate: float | None = None

    def target_seconds(self, workers: int) -> float:
        """The seconds that a range should take with so many workers."""
        return max(TARGET_SECONDS, workers / MAX_RANGES_PER_SECOND)

    def observe(self, cases: int, seconds: float) -> None:
        """Updates the rate by the seconds that one worker took for so many cases."""
        if cases:
            rate = cases / max(seconds, 1e-6)
            self._rate = rate if self._rate is None else 0.7 * self._rate + 0.3 * rate

    def next_length(self, left: int, workers: int) -> int:
        """The length of the next range, with so many ranks left."""
        share = -(-left // (3 * workers))
        if self._rate is None:
            return max(1, min(FIRST_LEN, share))
        least = int(self._rate * MIN_SECONDS)
        return max(1, least, min(int(self._rate * self.target_seconds(workers)), share))
