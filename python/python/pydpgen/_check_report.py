"""The result of a check: its coverage, and the smallest failing case of each cause."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from ._graph_text import graph_text
from ._test_cases import Key

__all__ = [
    "Checked",
    "Failure",
    "case_key",
    "case_name",
    "event_lines",
    "format_arguments",
    "left_out_text",
    "note_lines",
    "safe_repr",
]

#: The number of labels of events that are shown.
MAX_LABELS_SHOWN = 20


@dataclass
class Failure:
    """The case that failed: the smallest one of its cause, as cases run by size and rank."""

    key: Key
    arguments: dict[str, Any]
    exception: BaseException
    #: The number of cases of its size, where that is known.
    of_size: int | None
    passed_before: int
    #: What the case gave to ``note``.
    notes: list[str] = field(default_factory=list)
    #: How the case was found, if not as the first failing one by size and rank.
    found: str = ""
    #: The traceback of the exception when the case failed: if the object is raised again, it has another one then.
    traceback: TracebackType | None = field(default=None, repr=False)

    def __str__(self) -> str:
        size, rank, *number = self.key
        among = f" of {self.of_size:,} at that size" if self.of_size is not None else ""
        inner = f", number {number[0]}" if number else ""
        found = self.found or f"{self.passed_before:,} smaller and equal-sized cases passed first"
        lines = [f"counterexample of size {size} (rank {rank}{among}{inner}; {found})"]
        return "\n".join([*lines, format_arguments(self.arguments), *note_lines(self.notes)])

    @property
    def replay(self) -> str:
        """The name of the case for ``DPGEN_REPLAY``."""
        return case_name(self.key)


@dataclass
class Checked:
    """The coverage of a check, and its first failure."""

    name: str
    max_size: int
    cases: int = 0
    #: The greatest size up to which all cases ran; -1 if there is none.
    covered: int = -1
    stopped: bool = False
    seconds: float = 0.0
    shard: tuple[int, int] | None = None
    failure: Failure | None = None
    counts: list[int] = field(default_factory=list)
    #: A description of the arguments that are parts of their builds.
    extents: str = ""
    #: The key of the only case that ran, by ``DPGEN_REPLAY``: then no size is covered.
    replayed: str | None = None
    #: The smallest failure of each cause, smallest first: see ``_failure_causes.py``.
    causes: list[Failure] = field(default_factory=list)
    #: The number of cases that ``assume`` ended, and of those that were skipped.
    assumed_away: int = 0
    skipped: int = 0
    #: The number of cases by label of ``event``.
    events: Counter[str] = field(default_factory=Counter)
    #: The limit that ended the check, if it was stopped.
    limit: str = "when the time was over"
    #: The size of the case that ran last.
    last_size: int = 0
    #: The number of cases that were drawn, and how, if some were: see ``_sampled_cases.py``.
    drawn: int = 0
    drawn_from: str = ""
    #: The number of processes that ran the cases.
    processes: int = 1

    @property
    def passed(self) -> bool:
        """Whether every case that ran passed, and there was one."""
        return self.failure is None and self.applied > 0

    @property
    def applied(self) -> int:
        """The number of cases that ran to their end."""
        return self.cases - self.assumed_away - self.skipped

    @property
    def enumerated(self) -> int:
        """The number of cases that ran as all of their size do, and were not drawn."""
        return self.cases - self.drawn

    @property
    def is_partial(self) -> bool:
        """Whether much was left out: by a limit, a replay, or as most cases were assumed away or skipped."""
        return self.stopped or self.replayed is not None or 10 * self.applied < self.cases

    @property
    def coverage(self) -> str:
        """A statement of what ran."""
        if self.replayed is not None:
            return f"only the case {self.replayed}, by DPGEN_REPLAY: no size is covered"
        part = f" of shard {self.shard[0]}/{self.shard[1]}" if self.shard else ""
        within = f", within a part of the build ({self.extents})" if self.extents else ""
        left_out = f", {self.left_out}," if self.left_out else ""
        within += f", and {self.drawn:,} drawn of {self.drawn_from}" if self.drawn_from else ""
        if self.stopped:
            upto = f"all of size ≤ {self.covered}" if self.covered >= 0 else "not all of size 0"
            number = self.counts[self.covered + 1] if self.covered + 1 < len(self.counts) else 0
            rest = f", and {number:,} of size {self.covered + 1}" if number else ""
            return f"{self.cases:,} cases{part}{left_out} in {self._taken}, {self.limit}: {upto}{rest}{within}"
        return f"all {self.enumerated:,} cases{part} of size ≤ {self.max_size}{within}{left_out} in {self._taken}"

    @property
    def left_out(self) -> str:
        """The numbers of cases that did not run to their end; empty if all did."""
        return left_out_text(self.assumed_away, self.skipped)

    @property
    def event_lines(self) -> list[str]:
        """The numbers of cases by label, the greatest first."""
        return event_lines(self.events, self.cases)

    def __str__(self) -> str:
        if self.failure is not None and self.replayed is None:
            part = f" of shard {self.shard[0]}/{self.shard[1]}" if self.shard else ""
            return f"failed after {self.cases:,} cases{part}\n{self.failure}"
        return "\n".join([self.coverage, *(f"  {line}" for line in self.event_lines)])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    @property
    def _taken(self) -> str:
        by = f" by {self.processes} processes" if self.processes > 1 else ""
        return f"{self.seconds:.1f} s{by}"


def left_out_text(assumed_away: int, skipped: int) -> str:
    """The numbers of cases that did not run to their end; empty if there are none."""
    numbers = [(assumed_away, "assumed away"), (skipped, "skipped")]
    return " and ".join(f"{number:,} {how}" for number, how in numbers if number)


def event_lines(events: Counter[str], cases: int) -> list[str]:
    """The numbers of cases by label, the greatest first, with their share of all."""
    shown = sorted(events.items(), key=lambda event: (-event[1], event[0]))
    lines = [f"{number:,} ({100 * number / max(1, cases):.0f} %): {label}" for label, number in shown[:MAX_LABELS_SHOWN]]
    return lines + ([f"and {len(shown) - MAX_LABELS_SHOWN:,} more labels"] if len(shown) > MAX_LABELS_SHOWN else [])


def case_name(key: Key) -> str:
    """A key as ``DPGEN_REPLAY`` has it."""
    return ":".join(map(str, key))


def case_key(name: str) -> Key:
    """The key with this name. ``ValueError`` if there is none."""
    key = tuple(int(part) for part in name.split(":"))
    if not 2 <= len(key) <= 3:
        raise ValueError(f"{name!r} is no case")
    return key


def format_arguments(arguments: dict[str, Any]) -> str:
    """The arguments as text, one a line."""
    return "\n".join(f"  {name} = {safe_repr(value)}" for name, value in arguments.items())


def note_lines(notes: list[str]) -> list[str]:
    """What a case gave to ``note``, as lines."""
    return ["  note: " + text.replace("\n", "\n        ") for text in notes]


def safe_repr(value: Any) -> str:
    """The text of a value, whatever its ``repr`` does."""
    try:
        return graph_text(value) or repr(value)
    except RecursionError:
        return f"<a {type(value).__name__} that is too deep to show>"
    except Exception as error:
        return f"<a {type(value).__name__}, whose repr raises {type(error).__name__}>"
