"""A time limit for one call, which ends it where it is: in the main thread by a timer's signal, elsewhere by an exception
that is raised in its thread at its next line of Python.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator

from ._interrupt import leave

__all__ = ["Late", "deadline"]

#: After how many seconds a call that went on all the same is ended once more.
AGAIN = 1.0


class Late(BaseException):
    """The time is over. No ``Exception``, so that ``except Exception`` in what is called does not stop it."""


@contextlib.contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raises ``Late`` in what runs longer than so many seconds, or, where that can not be, when it ends."""
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
        left, again = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        try:
            yield
        finally:
            # Whoever had a timer has it again.
            left = max(left - (time.perf_counter() - begun), 1e-3) if left else 0.0
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            signal.setitimer(signal.ITIMER_REAL, left, again)
    finally:
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _thread(seconds: float) -> Iterator[None]:
    here, lock, over = threading.get_ident(), threading.Lock(), threading.Event()

    def late() -> None:
        wait = seconds
        while not over.wait(wait):
            wait = AGAIN
            with lock:
                if not over.is_set():
                    leave(here, Late)

    threading.Thread(target=late, name="pydpgen deadline", daemon=True).start()
    try:
        yield
    finally:
        with lock:
            over.set()
