"""Ends an evaluation that does not come to an end: an exception is raised in its thread, from another one."""

from __future__ import annotations

import ctypes

from . import _pydpgen

__all__ = ["leave", "pulse"]


def leave(thread: int, exception: type[BaseException] = _pydpgen.Leave) -> None:
    """Raises an exception on a thread, at its next line of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))


def pulse() -> None:
    """A line of Python, for a thread that waits outside of it to hear what was raised for it."""
