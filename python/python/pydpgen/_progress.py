"""A bar that shows how far a build is."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Progress", "watcher"]

Watch = Callable[[int, int, int], object]
Progress = bool | Watch


@contextlib.contextmanager
def watcher(progress: Progress) -> Iterator[Watch | None]:
    """What a build calls with (size, candidates, accepted), about 20 times a second."""
    if progress is False or progress is None:
        yield None
    elif callable(progress):
        yield progress
    else:
        with contextlib.closing(_bar()) as bar:
            yield bar.show


def _bar() -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Tqdm(tqdm)


class _Tqdm:
    """A bar of tqdm: a widget in a notebook, a line in a terminal, and nothing where standard error is neither."""

    def __init__(self, tqdm: Any) -> None:
        # tqdm's own convention: `disable=None` is silent where there is no terminal; a notebook's bar takes none.
        quiet = None if "notebook" not in tqdm.__module__ else False
        self.bar = tqdm(desc="pydpgen", unit=" candidates", unit_scale=True, disable=quiet, leave=False)

    def show(self, size: int, candidates: int, accepted: int) -> None:
        self.bar.set_description(f"pydpgen, size {size}", refresh=False)
        self.bar.update(candidates - self.bar.n)

    def close(self) -> None:
        self.bar.close()


class _Line:
    """A line that is written again and again, in a terminal."""

    def __init__(self) -> None:
        self.width = 0

    def show(self, size: int, candidates: int, accepted: int) -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            line = f"pydpgen: size {size}, {candidates:,} candidates, {accepted:,} accepted"
            sys.stderr.write("\r" + line.ljust(self.width))
            sys.stderr.flush()
            self.width = len(line)

    def close(self) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
