"""How long a range of ranks is.

A range takes about as long as the pace asks for, by what the last ones took, and shrinks towards the end so that all
workers end together: a fraction of what is left, as in guided self-scheduling (Polychronopoulos and Kuck, IEEE
Transactions on Computers C-36(12), 1987). A first guess that is wrong costs little, as a worker gives back what it does
not get to in time.
"""

from __future__ import annotations

__all__ = ["Pace"]

#: Seconds that a range should take, and the least so that the cluster's own work does not show.
SECONDS, LEAST = 1.0, 0.05
#: Ranges that a second brings at most, as one process takes the answers of all workers.
ANSWERS = 250
#: Ranks of a range before anything is known of them.
FIRST = 256


class Pace:
    """The lengths of ranges.

    >>> pace = Pace()
    >>> pace.learn(cases=100, seconds=0.1)
    >>> pace.length(left=1_000_000, workers=8)
    1000
    >>> pace.length(left=1_000, workers=8)
    50
    """

    def __init__(self) -> None:
        self._rate: float | None = None

    def seconds(self, workers: int) -> float:
        """How long a range should take."""
        return max(SECONDS, workers / ANSWERS)

    def learn(self, cases: int, seconds: float) -> None:
        """Notes how long so many cases took one worker."""
        if cases:
            rate = cases / max(seconds, 1e-6)
            self._rate = rate if self._rate is None else 0.7 * self._rate + 0.3 * rate

    def length(self, left: int, workers: int) -> int:
        """The length of the next range, with so many ranks left to give out."""
        share = -(-left // (3 * workers))
        if self._rate is None:
            return max(1, min(FIRST, share))
        least = int(self._rate * LEAST)
        return max(1, least, min(int(self._rate * self.seconds(workers)), share))
