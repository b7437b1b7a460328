"""Time limits: how they are written, and the one of a call.

The main thread is interrupted by a timer's signal, any other by an exception at its next line of Python.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator

from ._interrupt import raise_in_thread

__all__ = ["Late", "deadline", "seconds_of"]

#: The seconds between two interrupts of a call.
REPEAT_SECONDS = 1.0


class Late(BaseException):
    """The call ran longer than its limit. It is no ``Exception``, so that ``except Exception`` in the call does not stop it."""


@contextlib.contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raises ``Late`` in a body that runs longer than ``seconds``; where it can not be interrupted, at its end."""
    if seconds is None:
        yield
        return
    begun = time.perf_counter()
    is_main = threading.current_thread() is threading.main_thread()
    with _signal(seconds) if is_main and hasattr(signal, "setitimer") else _thread(seconds):
        yield
    if time.perf_counter() - begun > seconds:
        raise Late


@contextlib.contextmanager
def _signal(seconds: float) -> Iterator[None]:
    def late(number: int, frame: object) -> None:
        raise Late

    begun = time.perf_counter()
    before = signal.signal(signal.SIGALRM, late)
    try:
        left, again = signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_SECONDS)
        try:
            yield
        finally:
            # Restores the timer that was there before.
            left = max(left - (time.perf_counter() - begun), 1e-3) if left else 0.0
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            signal.setitimer(signal.ITIMER_REAL, left, again)
    finally:
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _thread(seconds: float) -> Iterator[None]:
    thread, lock, over = threading.get_ident(), threading.Lock(), threading.Event()

    def late() -> None:
        wait = seconds
        while not over.wait(wait):
            wait = REPEAT_SECONDS
            with lock:
                if not over.is_set():
                    raise_in_thread(thread, Late)

    threading.Thread(target=late, name="pydpgen deadline", daemon=True).start()
    try:
        yield
    finally:
        with lock:
            over.set()


def seconds_of(time: float | str | None) -> float | None:
    """The seconds of a limit that is a number of them, or a text such as ``"500ms"`` or ``"5min"``."""
    if time is None or isinstance(time, int | float):
        return time
    for unit, seconds in [("ms", 0.001), ("min", 60.0), ("s", 1.0), ("h", 3600.0)]:
        number = time.removesuffix(unit).strip()
        if time.endswith(unit):
            try:
                return float(number) * seconds
            except ValueError:
                break
    raise ValueError(f"time={time!r}: write seconds as a number, or '500ms', '2s', '5min'")
