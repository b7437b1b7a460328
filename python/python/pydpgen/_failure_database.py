"""Failing cases in files, to run first in the next run.

``.pydpgen/failures/`` has a folder for each test, and in it a file for each case, so that several processes can write. A file
has the test's name in pytest, the name of the case or of a machine's sequence, a fingerprint of all cases
(``_case_fingerprint.py``) and the cause, as JSON. Invariant: what can not be read or written here changes no outcome of a test.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from ._atomic_files import write_atomically
from ._failure_causes import Cause

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FOLDER", "RAN_FIRST", "FailureDatabase"]

#: The folder's name, beside pytest's configuration.
FOLDER = ".pydpgen"
#: The numbers of cases that are kept: of a test, and of all tests.
MAX_CASES_OF_TEST, MAX_CASES = 20, 1000

#: How a case was found that fails again.
RAN_FIRST = "it failed in an earlier run, and ran first"

README = """\
# Failing cases of @pydpgen.exhaustive tests

Each file in `failures/` names a case that failed. It runs first in the next run, and the file is removed when the case passes, or
when the type or the predicate has changed. This folder can be removed at any time. `.gitignore` keeps it out of git.
"""


class FailureDatabase:
    """The failing cases of one test. ``warn`` gets a line about each file that can not be used."""

    def __init__(self, root: Path, test: str, fingerprint: str, warn: Callable[[str], object]) -> None:
        self.root, self.test, self.fingerprint, self.warn = root / FOLDER, test, fingerprint, warn
        self.folder = self.root / "failures" / _digest(test)

    def cases(self) -> list[str]:
        """The names of the cases that are kept, as ``DPGEN_REPLAY`` has them. Those of other types or predicates are removed."""
        import json

        found = []
        for path in _files(self.folder):
            try:
                entry = json.loads(path.read_text(encoding="utf-8"))
                name, is_stale = entry["case"], entry["fingerprint"] != self.fingerprint
                if path != self._path(name):
                    raise ValueError(f"it is no place for the case {name!r}")
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                self.warn(f"{path} is damaged, and was left out ({type(error).__name__}: {error}): it can be removed")
                continue
            if is_stale:
                self.remove(name)
            else:
                found.append(name)
        return sorted(found)

    def keep(self, name: str, cause: Cause) -> None:
        """Keeps a case that failed."""
        import json

        entry = {"test": self.test, "case": name, "fingerprint": self.fingerprint}
        entry["cause"] = " at ".join(filter(None, cause))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for file, text in (("README.md", README), (".gitignore", "*\n")):
                if not (self.root / file).exists():
                    write_atomically(self.root / file, text.encode())
            self._make_room()
            write_atomically(self._path(name), json.dumps(entry, indent=1).encode())
        except OSError as error:
            self.warn(f"the failing case is not kept in {self.root}: {error}")

    def remove(self, name: str) -> None:
        """Removes a case, if it is there."""
        with contextlib.suppress(OSError):
            self._path(name).unlink()
            self.folder.rmdir()

    def _path(self, name: str) -> Path:
        return self.folder / f"{_digest(name)}.json"

    def _make_room(self) -> None:
        """Removes the oldest files where there are too many."""
        everything = [path for folder in _files(self.root / "failures") for path in _files(folder)]
        for paths, limit in ((_files(self.folder), MAX_CASES_OF_TEST), (everything, MAX_CASES)):
            for path in sorted(paths, key=_changed)[: max(0, len(paths) - limit + 1)]:
                with contextlib.suppress(OSError):
                    path.unlink()
                    if path.parent != self.folder:
                        path.parent.rmdir()


def _digest(text: str) -> str:
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(folder / entry.name for entry in os.scandir(folder))
    except OSError:
        return []


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
