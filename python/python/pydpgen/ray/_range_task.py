"""The task of a worker: calls a property with the structures of a range, up to a failure or a time limit."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .._case_run import case_failure
from .._structures import Structures
from ._object_store import StoredValue
from ._ray_import import import_ray

__all__ = ["CaseFailure", "CheckJob", "RangeResult", "run_range"]

#: The most bytes of a pickled exception, and of its text: Ray keeps small answers in the process that waits for them.
MAX_EXCEPTION_BYTES = 1 << 14

#: The structures, and the property.
CheckJob = tuple[Structures[Any], Callable[[Any], object]]


@dataclass(frozen=True)
class CaseFailure:
    """A case that failed: its rank in the sequence, and the exception."""

    index: int
    #: The pickled exception; ``None`` if it can not be pickled.
    pickled: bytes | None
    text: str

    def exception(self) -> BaseException:
        """The exception, with the worker's traceback in a note."""
        error: BaseException | None = None
        if self.pickled is not None:
            try:
                error = import_ray("pydpgen.ray.check").cloudpickle.loads(self.pickled)
            except Exception:
                error = None
        error = error or RuntimeError(self.text.strip().rpartition("\n")[2])
        error.add_note(self.text)
        return error


@dataclass(frozen=True)
class RangeResult:
    """The result for a range."""

    #: The end of the ranks that were tried.
    stop: int
    #: The number of calls of the property.
    cases: int
    failures: int
    first_failure: CaseFailure | None
    seconds: float
    #: The node and the process of the worker, and whether it had to load the structures.
    node: str
    process: int
    loaded: bool


def run_range(
    stored: StoredValue[CheckJob], start: int, stop: int, seconds: float, stop_early: bool, case_time: float | None = None
) -> RangeResult:
    """Tries the structures with ranks from ``start`` on, before ``stop``, for so many seconds, but at least one."""
    (structures, function), loaded = stored.get()
    begun = time.perf_counter()
    cases, failures, first_failure = 0, 0, None
    for structure in structures.part(start, stop):
        error = _call_property(function, structure, structures, start + cases, case_time)
        cases += 1
        if error is not None:
            failures += 1
            first_failure = first_failure or _pickled_failure(start + cases - 1, error)
        if (error is not None and stop_early) or time.perf_counter() - begun > seconds:
            break
    node = str(import_ray("pydpgen.ray.check").get_runtime_context().get_node_id())
    taken = time.perf_counter() - begun
    return RangeResult(start + cases, cases, failures, first_failure, taken, node, os.getpid(), loaded)


def _call_property(
    function: Callable[[Any], object], structure: Any, all_of: Structures[Any], index: int, case_time: float | None
) -> BaseException | None:
    try:
        return case_failure(lambda **given: function(given["structure"]), {"structure": structure}, True, case_time)
    except KeyboardInterrupt:
        # The range is cancelled.
        raise
    except BaseException as error:
        [(size, rank, _)] = all_of.spans(index, index + 1)
        raise RuntimeError(
            f"the property left by {error!r} at {size}:{rank}; a check does not go on after that"
        ) from error


def _pickled_failure(index: int, error: BaseException) -> CaseFailure:
    text = "".join(traceback.format_exception(error))
    if len(text) > MAX_EXCEPTION_BYTES:
        text = text[: MAX_EXCEPTION_BYTES // 2] + "\n...\n" + text[-MAX_EXCEPTION_BYTES // 2 :]
    cloudpickle = import_ray("pydpgen.ray.check").cloudpickle
    try:
        data = cloudpickle.dumps(error.with_traceback(None))
        # Some exceptions can be pickled, but not unpickled.
        cloudpickle.loads(data)
    except Exception:
        data = b""
    return CaseFailure(index, data if 0 < len(data) <= MAX_EXCEPTION_BYTES else None, text)
