"""Tasks of a cluster: their number at once, submission, cancellation, and the kinds of their errors."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ._ray_import import import_ray

__all__ = ["TaskSlots", "as_task", "cancel_all", "is_crash", "is_loss"]

#: The seconds between two looks at the resources of the cluster.
RESOURCE_POLL_SECONDS = 2.0
#: The seconds that a cancelled task has before its process is killed.
CANCEL_GRACE_SECONDS = 2.0


class TaskSlots:
    """The number of tasks that the cluster runs at once, which changes as nodes come and go."""

    def __init__(self, num_cpus: float, limit: int | None) -> None:
        if limit is not None and limit < 1:
            raise ValueError(f"concurrency={limit}: one task has to run")
        self._num_cpus, self._limit = num_cpus, limit
        self._number, self._last_poll = 1, float("-inf")

    @property
    def number(self) -> int:
        """The number of tasks that run at once."""
        if time.monotonic() - self._last_poll > RESOURCE_POLL_SECONDS:
            cpus = float(import_ray("pydpgen.ray").cluster_resources().get("CPU", 0))
            self._number = max(1, int(cpus / self._num_cpus) if self._num_cpus > 0 else int(cpus))
            self._last_poll = time.monotonic()
        return self._number if self._limit is None else min(self._number, self._limit)

    @property
    def queued(self) -> int:
        """The number of tasks to submit: those that run, and up to the limit a next one for each worker."""
        twice = 2 * self.number
        return twice if self._limit is None else min(twice, self._limit)


def as_task(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """The function as a task. Ray does not retry it; the process that waits for it does."""
    ray = import_ray("pydpgen.ray")
    return ray.remote(function).options(**{"num_cpus": 1, **options, "max_retries": 0, "retry_exceptions": False})


def cancel_all(references: list[Any]) -> None:
    """Cancels tasks: first by an interrupt, then by killing their processes."""
    ray = import_ray("pydpgen.ray")
    if not references or not ray.is_initialized():
        return
    for reference in references:
        ray.cancel(reference)
    _, left = ray.wait(references, num_returns=len(references), timeout=CANCEL_GRACE_SECONDS, fetch_local=False)
    for reference in left:
        ray.cancel(reference, force=True)


def is_crash(error: Exception) -> bool:
    """Whether the process of a task died. The task may have caused it."""
    exceptions = import_ray("pydpgen.ray").exceptions
    return isinstance(error, exceptions.WorkerCrashedError | exceptions.OutOfMemoryError)


def is_loss(error: Exception) -> bool:
    """Whether a node or an object was lost. The task did not cause it."""
    exceptions = import_ray("pydpgen.ray").exceptions
    cause = error.cause if isinstance(error, exceptions.RayTaskError) else error
    return isinstance(cause, exceptions.NodeDiedError | exceptions.LocalRayletDiedError | exceptions.ObjectLostError)
