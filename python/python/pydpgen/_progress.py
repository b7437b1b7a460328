"""Progress bars of builds."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Progress", "watcher"]

Watch = Callable[[int, int, int], object]
Progress = bool | Watch


@contextlib.contextmanager
def watcher(progress: Progress) -> Iterator[Watch | None]:
    """The function that a build calls with (size, candidates, accepted), about 20 times a second."""
    if progress is False or progress is None:
        yield None
    elif callable(progress):
        yield progress
    else:
        with contextlib.closing(_default_bar()) as bar:
            yield bar.show


def _default_bar() -> Any:
    try:
        with warnings.catch_warnings():
            # Without ipywidgets tqdm shows a line, and warns that it is one.
            warnings.filterwarnings("ignore", message="IProgress not found")
            from tqdm.auto import tqdm
    except ImportError:
        return _LineBar()
    return _TqdmBar(tqdm)


def _is_notebook() -> bool:
    """Whether a notebook's kernel runs this."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


class _TqdmBar:
    """A tqdm bar: in a notebook a widget, or a line without ipywidgets; a line in a terminal, and nothing elsewhere."""

    def __init__(self, tqdm: Any) -> None:
        # With `disable=None` tqdm is silent without a terminal, which the output of a notebook is not.
        disable = False if _is_notebook() else None
        self.bar = tqdm(desc="pydpgen", unit=" candidates", unit_scale=True, disable=disable, leave=False)

    def show(self, size: int, candidates: int, accepted: int) -> None:
        self.bar.set_description_str(f"pydpgen, size {size}", refresh=False)
        self.bar.update(candidates - self.bar.n)

    def close(self) -> None:
        self.bar.close()


class _LineBar:
    """A line in a terminal that is overwritten at each step."""

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
