"""Exceptions that one thread raises in another one, to end an evaluation that does not come to an end."""

from __future__ import annotations

from . import _pydpgen

__all__ = ["raise_in_thread", "raise_pending"]


def raise_in_thread(thread: int, exception: type[BaseException] = _pydpgen.StopEvaluation) -> None:
    """Raises an exception on a thread, at its next line of Python."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))


def raise_pending() -> None:
    """Runs a line of Python, at which an exception that another thread has raised for this one comes up."""
