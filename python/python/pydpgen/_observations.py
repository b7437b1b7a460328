"""Observations: what a test ran, case by case, in a file for ``dpgen studio`` and other readers: ``DPGEN_OBSERVE=DIR``.

Each run of a test has a file ``DIR/<test>-<milliseconds since 1970>-<process>.jsonl``, in the form that Hypothesis publishes
for observability and that Tyche reads. Each line is a JSON object; ``property`` (the test's name in pytest) and ``run_start``
(seconds since 1970) are the same in all lines.

- ``"type": "test_case"`` is a case: ``status`` (``passed``, ``failed``, or ``gave_up`` if it was assumed away or skipped),
  ``status_reason``, ``representation`` (the arguments, one a line), ``arguments`` (a text for each), ``how_generated``,
  ``features`` (``size``, ``rank``, and ``true`` for each label of ``event``), ``coverage`` (``null``), ``timing``
  (``execute:test``, in seconds), and ``metadata``: ``origin`` (``in order``, ``drawn``, ``made smaller``, ``remembered``,
  ``replayed``), ``replay``, the name of the case for ``DPGEN_REPLAY``, and ``notes``.
- ``"type": "error"`` is the text of a counterexample, or why the test failed otherwise; ``"type": "alert"`` says what ended it
  early.
- The last line is of ``"type": "info"`` with the title ``summary``. Its ``content`` has the totals: ``status``, ``summary``,
  ``cases``, ``failed``, ``assumed_away``, ``skipped``, ``labels``, ``counterexample``, ``seed``, ``shard``, ``stopped``,
  ``seconds``, ``written``, ``left_out`` (of ``cases``), and ``sizes``: of each the cases that ran, of how many, and ``how``:
  ``all`` of them, a ``part``, ``samples``, or ``others`` such as remembered ones. A file without it is of a run that goes on, or
  whose process died.

Invariants: a line is written by one call; passing cases are bounded by the numbers below, failing ones and the totals are not.
What can not be written is said once, and fails no test.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from ._case_run import CaseResult, Outcome
from ._check_report import Checked, case_name, safe_repr
from ._failure_database import RAN_FIRST
from ._replay import replay_command
from ._test_cases import Cases, Key
from ._test_skips import is_skip

__all__ = ["OBSERVE_VARIABLE", "Observation"]

OBSERVE_VARIABLE = "DPGEN_OBSERVE"

#: The most cases that are written, unless more fail; of these, the most before a failure is made smaller, and the most in order
#: where others are drawn.
MAX_CASES, MAX_CASES_OF_SEARCH, MAX_CASES_IN_ORDER = 10_000, 9_500, 8_000
#: The most bytes of cases, unless more fail.
MAX_BYTES = 50_000_000
#: The letters of a test's name in the name of a file.
MAX_NAME_LEN = 150

STATUSES = {Outcome.PASSED: "passed", Outcome.FAILED: "failed", Outcome.ASSUMED_AWAY: "gave_up", Outcome.SKIPPED: "gave_up"}


class Observation:
    """The file of one run of a test: a context, whose end writes the totals of ``checked``. ``say`` gets a line about what can not
    be written."""

    def __init__(
        self,
        test: str,
        cases: Cases,
        shard: tuple[int, int] | None = None,
        seed: int | None = None,
        *,
        draws: bool = False,
        say: Callable[[str], object] | None = None,
    ) -> None:
        self.test, self.cases, self.shard, self.seed, self.draws = test, cases, shard, seed, draws
        self.say = say or say_on_stderr
        self.folder = os.path.abspath(os.environ[OBSERVE_VARIABLE])
        self.begun = time.time()
        self.node, self.checked = "", Checked("", 0)
        self.written = self.in_order = self.bytes = self.failed = 0
        #: The numbers of cases by size that did not run in order, and the sizes that were drawn from.
        self.others: Counter[int] = Counter()
        self.drawn_sizes: set[int] = set()
        self.case_begun: float | None = None
        self.file: int | None = None
        try:
            os.makedirs(self.folder, exist_ok=True)
            self.file = self._open()
        except OSError as error:
            self.say(f"{OBSERVE_VARIABLE}: {self.folder} can not be written, and {test} is not observed: {error}")

    def _open(self) -> int:
        part = "" if self.shard is None else f".{self.shard[0]}-of-{self.shard[1]}"
        name = re.sub(r"[^\w.-]+", "-", self.test.replace("::", ".")).strip("-")[-MAX_NAME_LEN:] + part
        stem = f"{name}-{int(1000 * self.begun)}-{os.getpid()}"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        for number in range(1000):
            path = os.path.join(self.folder, stem + (f"-{number}" if number else "") + ".jsonl")
            try:
                return os.open(path, flags, 0o666)
            except FileExistsError:
                continue
        raise FileExistsError(stem)

    @property
    def command(self) -> str:
        """The line with the command that shows the folder."""
        return f"observed: dpgen studio {shlex.quote(self.folder)}"

    def has_room(self, origin: str) -> bool:
        """Whether passing cases of this origin are written."""
        most = MAX_CASES_OF_SEARCH if origin in ("in order", "drawn") else MAX_CASES
        if origin == "in order" and self.draws and self.in_order >= MAX_CASES_IN_ORDER:
            return False
        return self.file is not None and self.written < most and self.bytes < MAX_BYTES

    def case_begins(self) -> None:
        self.case_begun = time.perf_counter()

    def case_ended(self, key: Key, arguments: dict[str, Any], result: CaseResult, found: str = "") -> None:
        """Writes a case that ran since ``case_begins``, if there is room. Its arguments are made again, as the test may have
        changed them."""
        # A case that ended its process did not run in this one.
        seconds = 0.0 if self.case_begun is None else time.perf_counter() - self.case_begun
        self.case_begun = None
        self.add_result(key, arguments, result, found, seconds)

    def add_result(self, key: Key, arguments: dict[str, Any], result: CaseResult, found: str, seconds: float) -> None:
        """Writes a case that took so many seconds, if there is room."""
        origin, outcome, record = origin_of(found), result.outcome, result.record
        failed = outcome is Outcome.FAILED
        self.failed += failed
        if origin != "in order":
            self.others[key[0]] += 1
        if origin == "drawn":
            self.drawn_sizes.add(key[0])
        if self.file is None or not (failed or self.has_room(origin)):
            return
        shown = {name: safe_repr(value) for name, value in self.cases.again(key, arguments).items()}
        features: dict[str, object] = {"size": key[0], "rank": key[1]}
        features |= {f"{label} (label)" if label in ("size", "rank") else label: True for label in sorted(record.labels)}
        line = self._line(
            "test_case",
            status=STATUSES[outcome],
            status_reason=reason_of(result),
            representation="\n".join(f"{name} = {text}" for name, text in shown.items()),
            arguments=shown,
            how_generated=self._how_generated(origin, key[0]),
            features=features,
            coverage=None,
            timing={"execute:test": round(seconds, 9)},
            metadata={"origin": origin, "replay": case_name(key), "notes": record.notes},
        )
        if not failed and self.bytes + len(line) > MAX_BYTES:
            # A shorter one later would make it seem that only short ones ran.
            self.bytes = MAX_BYTES
            return
        self.written += 1
        self.in_order += origin == "in order"
        self.bytes += len(line)
        self._write(line)

    def _how_generated(self, origin: str, size: int) -> str:
        if origin == "in order":
            return f"in order, of all cases of size {size}"
        if origin == "drawn":
            seed = "a seed of its own" if self.seed is None else f"seed {self.seed}"
            return f"drawn with {seed} from the cases of size {size}"
        return {"made smaller": "made smaller from a case that failed", "remembered": RAN_FIRST}.get(origin, origin)

    def __enter__(self) -> Observation:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self.file is None:
            return
        checked = self.checked
        if checked.stopped:
            self._message("alert", "stopped early", f"The run was stopped: {checked.limit}.")
        is_skipped = error is not None and is_skip(error)
        if is_skipped:
            self._message("alert", "skipped", str(error))
        elif error is not None and not checked.causes:
            self._message("error", "failed", f"{type(error).__name__}: {error}")
        for failure in checked.causes:
            reason = f"{type(failure.exception).__name__}: {failure.exception}"
            replay = replay_command(checked.name, failure.replay, self.node)
            self._message("error", "counterexample", f"{failure}\n{reason}\n{replay}\n{self.command}")
        self._message("info", "summary", self._totals(passed=error is None or is_skipped))
        if self.file is not None:
            os.close(self.file)

    def _totals(self, *, passed: bool) -> dict[str, object]:
        checked, shard = self.checked, self.shard
        cases = sum(checked.counts) + self.others.total()
        failed_first = checked.failure is not None and checked.replayed is None
        return {
            "status": "passed" if passed else "failed",
            "summary": f"failed after {checked.cases:,} cases" if failed_first else checked.coverage,
            "cases": cases,
            "failed": self.failed,
            "assumed_away": checked.assumed_away,
            "skipped": checked.skipped,
            "labels": dict(checked.events),
            "counterexample": checked.failure.replay if checked.failure is not None else None,
            "seed": self.seed,
            "shard": f"{shard[0]}/{shard[1]}" if shard is not None else None,
            "stopped": checked.limit if checked.stopped else None,
            "seconds": round(time.time() - self.begun, 3),
            "written": self.written,
            "left_out": max(0, cases - self.written),
            "sizes": [self._row(size) for size in sorted({*range(len(checked.counts)), *self.others})],
        }

    def _row(self, size: int) -> dict[str, object]:
        counts = self.checked.counts
        in_order = counts[size] if size < len(counts) else 0
        if size <= self.checked.covered and self.shard is None:
            how = "all"
        elif size < len(counts):
            how = "part"
        else:
            how = "samples" if size in self.drawn_sizes else "others"
        of = self.cases.count(size) if self.cases.has_exact_counts else None
        return {"size": size, "ran": in_order + self.others[size], "of": of, "how": how}

    def _message(self, kind: str, title: str, content: str | dict[str, object]) -> None:
        self._write(self._line(kind, title=title, content=content))

    def _line(self, kind: str, **fields: object) -> bytes:
        head = {"type": kind, "run_start": round(self.begun, 3), "property": self.test}
        # Letters beyond ASCII are escaped, so that a lone half of a pair is no trouble.
        return json.dumps(head | fields, separators=(",", ":")).encode() + b"\n"

    def _write(self, line: bytes) -> None:
        if self.file is None:
            return
        try:
            while line:
                line = line[os.write(self.file, line) :]
        except OSError as error:
            os.close(self.file)
            self.file = None
            self.say(f"{OBSERVE_VARIABLE}: the file of {self.test} can not be written any more: {error}")


def origin_of(found: str) -> str:
    """Why a case ran, of how it was found."""
    if found == RAN_FIRST:
        return "remembered"
    return found or "in order"


def reason_of(result: CaseResult) -> str:
    """Why a case failed or gave up; empty for one that passed."""
    if result.outcome is Outcome.ASSUMED_AWAY:
        return "assumed away"
    error = result.error
    if error is None:
        return ""
    if result.outcome is Outcome.SKIPPED:
        return f"skipped: {error}"
    trace, place = error.__traceback__, ""
    while trace is not None:
        place, trace = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}", trace.tb_next
    try:
        message = str(error)
    except Exception:
        message = "<its text can not be made>"
    return f"{type(error).__name__}: {message}{place}"


def say_on_stderr(line: str) -> None:
    """Says a line where pytest does not."""
    if sys.stderr is not None:
        print(line, file=sys.stderr)
