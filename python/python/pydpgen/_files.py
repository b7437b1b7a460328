"""Files that are whole or not there."""

from __future__ import annotations

import contextlib
import os
import tempfile

__all__ = ["write"]


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file beside its place, then moves it there: what was there stays if this fails."""
    path = os.fspath(path)
    handle, beside = tempfile.mkstemp(prefix=os.path.basename(path) + ".", dir=os.path.dirname(path) or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
