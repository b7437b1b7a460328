"""The progress of a long test, as lines: every ten seconds, how many cases of how many ran."""

from __future__ import annotations

import time
from collections.abc import Callable

from ._check_report import Checked
from ._test_cases import Cases

__all__ = ["CaseProgress"]

#: The seconds between two lines.
INTERVAL_SECONDS = 10.0
#: The number from which on a total is written as a power of ten.
MAX_PLAIN_NUMBER = 10**12


class CaseProgress:
    """Gives a line to ``write`` from time to time while cases run."""

    def __init__(self, cases: Cases, write: Callable[[str], object]) -> None:
        self.write, self.begun = write, time.perf_counter()
        self.last = self.begun
        self.total = ""
        if cases.has_exact_counts:
            total = cases.total()
            self.total = f" of {total:,}" if total < MAX_PLAIN_NUMBER else f" of 10^{len(str(total)) - 1}"

    def __call__(self, checked: Checked) -> None:
        now = time.perf_counter()
        if now - self.last < INTERVAL_SECONDS:
            return
        self.last = now
        self.write(f"{checked.name}: {checked.cases:,}{self.total} cases in {now - self.begun:.0f} s, at size {checked.last_size}")
