"""Tasks on a cluster: how many run at once, what ends one that is not wanted, and what an error means."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ._need import need_ray

__all__ = ["Slots", "drop", "is_crash", "is_loss", "submit"]

#: How long the cluster's resources are believed, in seconds.
BELIEVED = 2.0
#: How long a cancelled task may take before its process is ended, in seconds.
GRACE = 2.0


class Slots:
    """How many tasks the cluster runs at once; this changes as nodes come and go."""

    def __init__(self, num_cpus: float, most: int | None) -> None:
        if most is not None and most < 1:
            raise ValueError(f"concurrency={most}: one task has to run")
        self._num_cpus, self._most = num_cpus, most
        self._number, self._looked = 1, float("-inf")

    @property
    def number(self) -> int:
        """How many tasks run at once."""
        if time.monotonic() - self._looked > BELIEVED:
            cpus = float(need_ray("pydpgen.ray").cluster_resources().get("CPU", 0))
            self._number = max(1, int(cpus / self._num_cpus) if self._num_cpus > 0 else int(cpus))
            self._looked = time.monotonic()
        return self._number if self._most is None else min(self._number, self._most)

    @property
    def queued(self) -> int:
        """How many tasks to have out at once: each worker's next one, too, as far as the limit lets."""
        twice = 2 * self.number
        return twice if self._most is None else min(twice, self._most)


def submit(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """The function as a task. Ray does not run it again by itself: who waits for it does."""
    ray = need_ray("pydpgen.ray")
    return ray.remote(function).options(**{"num_cpus": 1, **options, "max_retries": 0, "retry_exceptions": False})


def drop(references: list[Any]) -> None:
    """Ends tasks: first by an interrupt, then with their process."""
    ray = need_ray("pydpgen.ray")
    if not references or not ray.is_initialized():
        return
    for reference in references:
        ray.cancel(reference)
    _, left = ray.wait(references, num_returns=len(references), timeout=GRACE, fetch_local=False)
    for reference in left:
        ray.cancel(reference, force=True)


def is_crash(error: Exception) -> bool:
    """Whether the process that ran a task died, which the task may have caused."""
    exceptions = need_ray("pydpgen.ray").exceptions
    return isinstance(error, exceptions.WorkerCrashedError | exceptions.OutOfMemoryError)


def is_loss(error: Exception) -> bool:
    """Whether a node or an object was lost, which the task did not cause."""
    exceptions = need_ray("pydpgen.ray").exceptions
    cause = error.cause if isinstance(error, exceptions.RayTaskError) else error
    return isinstance(cause, exceptions.NodeDiedError | exceptions.LocalRayletDiedError | exceptions.ObjectLostError)
