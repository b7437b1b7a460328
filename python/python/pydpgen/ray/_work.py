"""What a worker does: tries the structures of a range, until a failure or its time is over."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .._check import _failure
from .._structures import Structures
from ._need import need_ray
from ._ship import Shipped

__all__ = ["Found", "Job", "Tried", "try_range"]

#: The greatest pickled exception that is sent, in bytes: answers are small, so that they live where they are awaited.
GREATEST = 1 << 14

Job = tuple[Structures[Any], Callable[[Any], object]]


@dataclass(frozen=True)
class Found:
    """A failure: where, and with which exception."""

    index: int
    #: The exception, unless it can not be pickled.
    pickled: bytes | None
    text: str

    def exception(self) -> BaseException:
        """The exception; its note has the worker's traceback."""
        error: BaseException | None = None
        if self.pickled is not None:
            try:
                error = need_ray("pydpgen.ray.check").cloudpickle.loads(self.pickled)
            except Exception:
                error = None
        error = error or RuntimeError(self.text.strip().rpartition("\n")[2])
        error.add_note(self.text)
        return error


@dataclass(frozen=True)
class Tried:
    """The answer for a range."""

    #: The ranks before this one are tried.
    stop: int
    #: How often the property was called.
    cases: int
    failures: int
    #: The first failure.
    found: Found | None
    seconds: float
    #: Which node and process it was, and whether it had to load the structures.
    node: str
    process: int
    loaded: bool


def try_range(
    shipped: Shipped[Job], start: int, stop: int, seconds: float, stop_early: bool, case_time: float | None = None
) -> Tried:
    """Tries the structures with ranks from ``start`` on, before ``stop``, for so many seconds, and one at least."""
    (structures, function), loaded = shipped.get()
    begun = time.perf_counter()
    cases, failures, found = 0, 0, None
    for structure in structures.part(start, stop):
        error = _tried(function, structure, structures, start + cases, case_time)
        cases += 1
        if error is not None:
            failures += 1
            found = found or _found(start + cases - 1, error)
        if (error is not None and stop_early) or time.perf_counter() - begun > seconds:
            break
    node = str(need_ray("pydpgen.ray.check").get_runtime_context().get_node_id())
    taken = time.perf_counter() - begun
    return Tried(start + cases, cases, failures, found, taken, node, os.getpid(), loaded)


def _tried(
    function: Callable[[Any], object], structure: Any, all_of: Structures[Any], index: int, case_time: float | None
) -> BaseException | None:
    try:
        return _failure(lambda **given: function(given["structure"]), {"structure": structure}, True, case_time)
    except KeyboardInterrupt:
        # The range is cancelled.
        raise
    except BaseException as error:
        [(size, rank, _)] = all_of.spans(index, index + 1)
        raise RuntimeError(
            f"the property left by {error!r} at {size}:{rank}; a check does not go on after that"
        ) from error


def _found(index: int, error: BaseException) -> Found:
    text = "".join(traceback.format_exception(error))
    if len(text) > GREATEST:
        text = text[: GREATEST // 2] + "\n...\n" + text[-GREATEST // 2 :]
    cloudpickle = need_ray("pydpgen.ray.check").cloudpickle
    try:
        data = cloudpickle.dumps(error.with_traceback(None))
        # Some exceptions are pickled, and then can not be made again.
        cloudpickle.loads(data)
    except Exception:
        data = b""
    return Found(index, data if 0 < len(data) <= GREATEST else None, text)
