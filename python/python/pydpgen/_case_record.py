"""The record of the case that runs: what ``assume``, ``note`` and ``event`` say of it.

It belongs to the context (``contextvars``), which coroutines and their tasks share, and other threads do not.
"""

from __future__ import annotations

import contextvars
from dataclasses import dataclass, field

__all__ = ["CaseRecord", "NotApplicable", "Recording", "assume", "event", "note"]


class NotApplicable(BaseException):
    """A case does not apply. It is no ``Exception``, so that ``except Exception`` in a test does not stop it."""


@dataclass(slots=True, eq=False, repr=False)
class CaseRecord:
    """What a case has noted."""

    notes: list[str] = field(default_factory=list)
    #: The labels of its events, each once.
    labels: set[str] = field(default_factory=set)


_record: contextvars.ContextVar[CaseRecord | None] = contextvars.ContextVar("pydpgen case", default=None)


class Recording:
    """Has the record of a case that runs in the body: a class, as it is entered for each case and costs less than a generator."""

    __slots__ = ("record", "token")

    def __enter__(self) -> CaseRecord:
        self.record = CaseRecord()
        self.token = _record.set(self.record)
        return self.record

    def __exit__(self, *raised: object) -> None:
        _record.reset(self.token)


def assume(condition: object) -> bool:
    """Ends a case to which the test does not apply, if the condition is false. Such cases are counted, and a test that assumes
    all of them away fails. Answers ``True``.

    What holds for many arguments is better said by a predicate or a function of an argument, which do not make other cases.

    >>> import pydpgen
    >>> def check_popped(bits):
    ...     pydpgen.assume(bits)
    ...     bits.pop()
    >>> print(pydpgen.check(pydpgen.build(list[bool], max_size=3), check_popped).assumed_away)
    1
    """
    _case("assume")
    if not condition:
        raise NotApplicable
    return True


def note(value: object) -> None:
    """Adds a text, or the ``repr`` of a value, to what is shown of the case if it fails."""
    _case("note").notes.append(value if isinstance(value, str) else repr(value))


def event(label: object) -> None:
    """Counts a case under a label: pytest's summary has the numbers of cases by label with ``-v``. In one case, a label counts
    once."""
    _case("event").labels.add(str(label))


def _case(function: str) -> CaseRecord:
    record = _record.get()
    if record is None:
        raise RuntimeError(
            f"pydpgen.{function} is called where no case runs: it is for functions under @pydpgen.exhaustive or pydpgen.check, "
            "and not for other threads than that of the case"
        )
    return record
