"""Atomic file writes: a file is complete or not there."""

from __future__ import annotations

import contextlib
import os

__all__ = ["write_atomically"]


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a temporary file beside the path, then moves it there: if this fails, a file that was there stays."""
    path = os.fspath(path)
    import tempfile

    handle, temporary = tempfile.mkstemp(prefix=os.path.basename(path) + ".", dir=os.path.dirname(path) or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
