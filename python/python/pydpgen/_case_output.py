"""The output of cases under pytest's capture: dropped of those that pass, kept of those that fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

__all__ = ["CaseOutput"]


class CaseOutput:
    """What cases write while pytest captures it. ``read`` takes the captured output, and empties pytest's buffers."""

    def __init__(self, read: Callable[[], tuple[str, str]]) -> None:
        self.read = read
        #: The output of each case that is kept, by the case's name.
        self.kept: dict[str, tuple[str, str]] = {}

    def drop(self) -> None:
        """Drops what was written up to here."""
        # The position costs less than a read, and most cases write nothing.
        if _is_written(sys.stdout) or _is_written(sys.stderr):
            self.read()

    def keep(self, case: str) -> None:
        """Keeps what the case with this name has written."""
        self.kept[case] = self.read()

    def forget(self, case: str) -> None:
        """Forgets what was kept of a case."""
        self.kept.pop(case, None)

    def write_kept(self) -> None:
        """Writes what was kept in the place of everything else, for pytest to show."""
        self.read()
        for case, (out, err) in self.kept.items():
            for text, stream in ((out, sys.stdout), (err, sys.stderr)):
                if text:
                    stream.write(f"output of {case}:\n{text}" + ("" if text.endswith("\n") else "\n"))
        self.kept.clear()


def _is_written(stream: Any) -> bool:
    try:
        return bool(stream.buffer.tell())
    except (AttributeError, OSError, ValueError):
        return True
