"""Failing cases in files, to run first in the next run.

``.pydpgen/failures/`` has a folder for each test, and in it a file for each case, so that several processes can write. A file
has the test's name in pytest, the case, the fingerprint of the cases (``_case_fingerprint.py``) and the cause, as JSON.
Invariant: what can not be read or written here changes no outcome of a test.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from ._atomic_files import write_atomically
from ._check_report import case_name
from ._failure_causes import Cause
from ._test_cases import Key

__all__ = ["FOLDER", "FailureDatabase"]

#: The folder's name, beside pytest's configuration.
FOLDER = ".pydpgen"
#: The numbers of cases that are kept: of a test, and of all tests.
MAX_CASES_OF_TEST, MAX_CASES = 20, 1000

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

    def cases(self) -> list[Key]:
        """The keys of the cases that are kept, smallest first. Those of other types or predicates are removed."""
        found = []
        for path in _files(self.folder):
            try:
                entry = json.loads(path.read_text(encoding="utf-8"))
                key = tuple(int(part) for part in entry["case"].split(":"))
                is_stale = entry["fingerprint"] != self.fingerprint
                if not 2 <= len(key) <= 3:
                    raise ValueError(f"{entry['case']!r} is no case")
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                self.warn(f"{path} is damaged, and was left out ({type(error).__name__}: {error}): it can be removed")
                continue
            if is_stale:
                self.remove(key)
            else:
                found.append(key)
        return sorted(found)

    def keep(self, key: Key, cause: Cause) -> None:
        """Keeps a case that failed."""
        entry = {"test": self.test, "case": case_name(key), "fingerprint": self.fingerprint}
        entry["cause"] = " at ".join(filter(None, cause))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, text in (("README.md", README), (".gitignore", "*\n")):
                if not (self.root / name).exists():
                    write_atomically(self.root / name, text.encode())
            self._make_room()
            write_atomically(self._path(key), json.dumps(entry, indent=1).encode())
        except OSError as error:
            self.warn(f"the failing case is not kept in {self.root}: {error}")

    def remove(self, key: Key) -> None:
        """Removes a case, if it is there."""
        with contextlib.suppress(OSError):
            self._path(key).unlink()
            self.folder.rmdir()

    def _path(self, key: Key) -> Path:
        return self.folder / f"{_digest(case_name(key))}.json"

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
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(Path(entry) for entry in os.scandir(folder))
    except OSError:
        return []


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
