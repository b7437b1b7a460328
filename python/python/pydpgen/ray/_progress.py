"""Progress bars of work on a cluster."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Progress", "watcher"]

#: A function of the number of units that are done, and of all units.
Watch = Callable[[int, int], object]
Progress = bool | Watch


@contextlib.contextmanager
def watcher(progress: Progress, unit: str) -> Iterator[Watch]:
    """The function to call with (done, all): ``progress`` itself, or one that shows a bar on a terminal if it is true."""
    if callable(progress):
        yield progress
        return
    bar: Any = None
    if progress and sys.stderr is not None and sys.stderr.isatty():
        with contextlib.suppress(ImportError):
            bar = importlib.import_module("tqdm.auto").tqdm(desc="pydpgen", unit=f" {unit}", unit_scale=True, leave=False)

    def show(done: int, of: int) -> None:
        if bar is not None:
            bar.total = of
            bar.update(done - bar.n)

    try:
        yield show
    finally:
        if bar is not None:
            bar.close()
