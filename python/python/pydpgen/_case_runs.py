"""Runs a function on all cases up to the first failure, and reports the coverage."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ._deadline import Late, deadline
from ._graph_text import graph_text
from ._predicates import unusable_answer
from ._structures import portion
from ._test_cases import Cases, Key

__all__ = ["Checked", "Failure", "case_failure", "format_arguments", "note_case", "run_cases", "safe_repr"]


@dataclass
class Failure:
    """The case that failed: the smallest one, as cases run by size and rank."""

    key: Key
    arguments: dict[str, Any]
    exception: BaseException
    #: The number of cases of its size, where that is known.
    of_size: int | None
    passed_before: int

    def __str__(self) -> str:
        size, rank, *number = self.key
        among = f" of {self.of_size:,} at that size" if self.of_size is not None else ""
        inner = f", number {number[0]}" if number else ""
        lines = [
            f"counterexample of size {size} (rank {rank}{among}{inner}; {self.passed_before:,} smaller and equal-sized "
            "cases passed first)"
        ]
        return "\n".join([*lines, format_arguments(self.arguments)])

    @property
    def replay(self) -> str:
        """The name of the case for ``DPGEN_REPLAY``."""
        return ":".join(map(str, self.key))


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
    #: The number of processes that ran the cases.
    processes: int = 1

    @property
    def passed(self) -> bool:
        """Whether every case that ran passed, and there was one."""
        return self.failure is None and self.cases > 0

    def __str__(self) -> str:
        if self.replayed is not None:
            return f"only the case {self.replayed}, by DPGEN_REPLAY: no size is covered"
        part = f" of shard {self.shard[0]}/{self.shard[1]}" if self.shard else ""
        within = f", within a part of the build ({self.extents})" if self.extents else ""
        if self.failure is not None:
            return f"failed after {self.cases:,} cases{part}\n{self.failure}"
        if self.stopped:
            upto = f"all of size ≤ {self.covered}" if self.covered >= 0 else "not all of size 0"
            rest = f", and {self.counts[self.covered + 1]:,} of size {self.covered + 1}" if self.counts else ""
            return f"{self.cases:,} cases{part} in {self._taken}, when the time was over: {upto}{rest}{within}"
        return f"all {self.cases:,} cases{part} of size ≤ {self.max_size}{within} in {self._taken}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    @property
    def _taken(self) -> str:
        by = f" by {self.processes} processes" if self.processes > 1 else ""
        return f"{self.seconds:.1f} s{by}"


def run_cases(
    cases: Cases,
    function: Callable[..., object],
    name: str,
    *,
    time: float | None = None,
    case_time: float | None = None,
    shard: tuple[int, int] | None = None,
    must_hold: bool = True,
) -> Checked:
    """Runs all cases, or those of a shard, until one fails or the time is over."""
    begun = _now()
    checked = Checked(name, cases.max_size, shard=shard, extents=cases.extents)
    for size in range(cases.max_size + 1):
        count = cases.count(size)
        first, last = (0, count) if shard is None else portion(count, *shard)
        checked.counts.append(0)
        for key, arguments in cases.between(size, first, last):
            if time is not None and _now() - begun > time:
                checked.stopped, checked.seconds = True, _now() - begun
                return checked
            try:
                error = case_failure(function, arguments, must_hold, case_time)
            except BaseException as stop:
                note_case(stop, name, key, cases.again(key, arguments))
                raise
            if error is not None:
                # The arguments are made again, as the test may have changed them.
                of_size = count if cases.has_exact_counts else None
                checked.failure = Failure(key, cases.again(key, arguments), error, of_size, checked.cases)
                checked.cases += 1
                checked.seconds = _now() - begun
                return checked
            checked.cases += 1
            checked.counts[size] += 1
        checked.covered = size
    checked.seconds = _now() - begun
    return checked


def note_case(error: BaseException, name: str, key: Key, arguments: dict[str, Any]) -> None:
    """Notes with an exception that ends a check during which case it came."""
    error.add_note(f"in the case {name}@{':'.join(map(str, key))}\n{format_arguments(arguments)}")


def case_failure(
    function: Callable[..., object], arguments: dict[str, Any], must_hold: bool, case_time: float | None = None
) -> BaseException | None:
    """The exception for a case that fails; with ``must_hold`` the answer ``False`` is a failure, too."""
    __tracebackhide__ = True
    try:
        with deadline(case_time):
            answer = function(**arguments)
    except Late as late:
        return TimeoutError(f"the case ran longer than {case_time:g} s, its limit").with_traceback(late.__traceback__)
    except Exception as error:
        return error
    except BaseException as error:
        # pytest's own outcomes: of these only a failure is one of the case.
        if type(error).__module__.startswith("_pytest") and type(error).__name__ == "Failed":
            return error
        raise
    if kind := unusable_answer(function, answer, must_be_called=must_hold):
        return TypeError(f"nothing was checked: the answer is {kind}")
    if must_hold and answer is False:
        return AssertionError("the property answers False")
    return None


def _now() -> float:
    return time.perf_counter()


def format_arguments(arguments: dict[str, Any]) -> str:
    """The arguments as text, one a line."""
    return "\n".join(f"  {name} = {safe_repr(value)}" for name, value in arguments.items())


def safe_repr(value: Any) -> str:
    try:
        return graph_text(value) or repr(value)
    except RecursionError:
        return f"<a {type(value).__name__} that is too deep to show>"
    except Exception as error:
        return f"<a {type(value).__name__}, whose repr raises {type(error).__name__}>"
