"""What sequences of a machine's calls covered, and the first that failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ._check_report import event_lines, left_out_text, note_lines

__all__ = ["Explored", "SequenceFailure"]


@dataclass
class SequenceFailure:
    """The sequence that failed: one with the fewest calls, and of these the first."""

    #: The calls as a program: lines of Python that can be pasted.
    program: str
    exception: BaseException
    #: The name of the sequence for ``DPGEN_REPLAY``.
    replay: str
    #: The number of calls, without those that initialize.
    length: int
    #: The number of shorter sequences, and of equally long ones, that passed first.
    passed_before: int
    #: What the calls gave to ``note``.
    notes: list[str] = field(default_factory=list)
    #: How the sequence was found, if not as the first failing one.
    found: str = ""

    def __str__(self) -> str:
        found = self.found or f"{_number(self.passed_before, 'sequence')} of no more calls passed first"
        return "\n".join([f"counterexample of {_number(self.length, 'call')} ({found})", self.program, *note_lines(self.notes)])


@dataclass
class Explored:
    """What sequences of calls covered, and the first that failed."""

    name: str
    max_calls: int
    #: Whether sequences that lead to equal states were merged.
    merged: bool
    #: The number of states that were reached, the first ones included; without merging, of sequences that passed.
    states: int = 0
    #: The number of calls that were tried, each at the end of a sequence.
    calls: int = 0
    #: The length up to which all sequences ran; -1 if there is none.
    covered: int = -1
    #: The number of calls to the last new state.
    farthest: int = 0
    #: Whether no call leads to another state, so that a longer sequence has nothing new.
    is_closed: bool = False
    stopped: bool = False
    seconds: float = 0.0
    failure: SequenceFailure | None = None
    #: The names of the rules that no state allows.
    uncalled: list[str] = field(default_factory=list)
    #: The arguments that are parts of their builds.
    extents: list[str] = field(default_factory=list)
    #: The only sequence that ran, by ``DPGEN_REPLAY``.
    replayed: str | None = None
    #: The number of sequences that ``assume`` ended, and of those that were skipped; none of these is continued.
    assumed_away: int = 0
    skipped: int = 0
    #: The reason of the last skip.
    skip_reason: str = ""
    #: The number of sequences by label of ``event``.
    events: Counter[str] = field(default_factory=Counter)
    #: The limit that ended the search, if it was stopped.
    limit: str = "when the time was over"

    @property
    def passed(self) -> bool:
        """Whether every call that was tried passed, and there was one."""
        return self.failure is None and self.applied > 0

    @property
    def applied(self) -> int:
        """The number of calls that ran to their end."""
        return self.calls - self.assumed_away - self.skipped

    @property
    def is_complete(self) -> bool:
        """Whether all sequences up to ``max_calls`` ran, but for those that continue a failure or a state met before."""
        return self.failure is None and not self.stopped

    @property
    def is_partial(self) -> bool:
        """Whether much was left out: by a limit, a replay, or as most calls were assumed away or skipped."""
        return self.stopped or self.replayed is not None or 10 * self.applied < self.calls

    @property
    def event_lines(self) -> list[str]:
        """The numbers of sequences by label, the greatest first."""
        return event_lines(self.events, self.calls)

    def __str__(self) -> str:
        if self.failure is not None and self.replayed is None:
            return f"failed after {_number(self.calls, 'call')}\n{self.failure}"
        return "\n".join([self.coverage, *(f"  {line}" for line in self.event_lines)])

    @property
    def coverage(self) -> str:
        """A statement of what ran."""
        if self.replayed is not None:
            return f"only the sequence {self.replayed}, by DPGEN_REPLAY: no length is covered"
        every = "the first" if self.stopped else "all"
        if not self.merged:
            text = f"{every} {_number(self.calls, 'sequence')} of up to {_number(self.max_calls, 'call')} pass"
        elif self.is_closed:
            away = f"{_number(self.farthest, 'call')} away at most"
            text = f"all {_number(self.states, 'state')} that there are, {away}: {_number(self.calls, 'call')} pass"
        else:
            within = f"within {_number(self.max_calls, 'call')}"
            text = f"{every} {_number(self.states, 'state')} {within}: {_number(self.calls, 'call')} pass"
        if left_out := left_out_text(self.assumed_away, self.skipped):
            text = f"{text.removesuffix(' pass')}, {left_out},"
        if self.stopped:
            upto = f"all of up to {_number(self.covered, 'call')}" if self.covered >= 0 else "not all that begin"
            text += f" in {self.seconds:.1f} s, {self.limit}: {upto}"
        else:
            text += f" in {self.seconds:.1f} s"
        if self.uncalled:
            text += f"; no state allows {', '.join(self.uncalled)}"
        if self.extents:
            text += f"; within a part of the build ({', '.join(self.extents)})"
        return text

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
