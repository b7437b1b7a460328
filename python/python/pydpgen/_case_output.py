"""The output and log of cases under pytest: dropped of those that pass, kept of those that fail."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["CaseOutput"]


class CaseOutput:
    """What cases write and log while pytest captures it. ``read`` takes the captured output and empties pytest's buffers, and is
    ``None`` where nothing is captured; ``logs`` are pytest's handlers of log records, of which it shows the first."""

    def __init__(self, read: Callable[[], tuple[str, str]] | None, logs: Sequence[Any]) -> None:
        self.read, self.logs = read, logs
        #: Standard output, standard error and log of each case that is kept, by the case's name.
        self.kept: dict[str, tuple[str, str, str]] = {}

    def drop(self) -> None:
        """Drops what was written and logged up to here."""
        # The position costs less than a read, and most cases write nothing.
        if self.read is not None and (_is_written(sys.stdout) or _is_written(sys.stderr)):
            self.read()
        for handler in self.logs:
            if handler.records:
                handler.clear()

    def keep(self, case: str) -> None:
        """Keeps what the case with this name has written and logged."""
        out, err = ("", "") if self.read is None else self.read()
        self.kept[case] = out, err, self.logs[0].stream.getvalue() if self.logs else ""

    def forget(self, case: str) -> None:
        """Forgets what was kept of a case."""
        self.kept.pop(case, None)

    def write_kept(self) -> None:
        """Writes what was kept in the place of everything else, for pytest to show."""
        self.drop()
        log = self.logs[0].stream if self.logs else None
        for case, texts in self.kept.items():
            for text, stream in zip(texts, (sys.stdout, sys.stderr, log)):
                if text and stream is not None:
                    stream.write(f"output of {case}:\n{text}" + ("" if text.endswith("\n") else "\n"))
        self.kept.clear()


def _is_written(stream: Any) -> bool:
    try:
        return bool(stream.buffer.tell())
    except (AttributeError, OSError, ValueError):
        return True
