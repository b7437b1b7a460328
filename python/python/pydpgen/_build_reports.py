"""Printable reports of a build, and of a check that its predicate is hereditary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Explanation", "Heredity"]


class Explanation:
    """The report of a build: print it, or take its figures from ``report``."""

    def __init__(self, name: str, counts: list[int], report: dict[str, Any], stop_reason: str | None) -> None:
        self.name, self.counts, self.report, self.stop_reason = name, counts, report, stop_reason

    def __str__(self) -> str:
        report = self.report
        lines = [
            f"{self.name}: {_number(sum(self.counts))} structures, {report['runs']:,} evaluations of the predicate, "
            f"{report['seconds']:.2f} s",
            "",
            f"{'size':>5} {'structures':>24} {'classes':>9} {'evaluations':>12} {'seconds':>8}",
        ]
        for size, (count, of) in enumerate(zip(self.counts, report["sizes"])):
            row = f"{size:>5} {_number(count):>24} {of['classes']:>9,} {of['runs']:>12,} {of['seconds']:>8.3f}"
            lines.append(row)
        if report["attributes"]:
            lines += ["", "attributes (of a type, and how many answers they have):"]
            lines += [f"  {name} of {ty}: {answers:,}" for ty, name, answers in report["attributes"]]
        if report["contexts"]:
            lines += ["", "contexts (of a type, how many there are, and the fields that were the first to give them):"]
            for ty, number, makers, examples in report["contexts"]:
                given = "".join(f"; {field}: {first:,}" for field, first in makers)
                lines.append(f"  {ty}: {number:,}, such as {', '.join(examples)}{given}")
        if report["reads"]:
            lines += ["", "what splits evaluations, the most first:"]
            lines += [f"  {read}: {runs:,}" for read, runs in report["reads"][:8]]
        lines += [f"note: {note}" for note in report["notes"]]
        if self.stop_reason is not None:
            lines.append(f"{self.stop_reason} stopped the build: sizes below {len(self.counts)} are complete")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def _number(number: int) -> str:
    return f"{number:,}" if number < 10**21 else f"{number // 10 ** (_digits(number) - 4) / 1000}e{_digits(number) - 1}"


def _digits(number: int) -> int:
    """The number of decimal digits of an integer of any magnitude."""
    digits = max(1, int((number.bit_length() - 1) * 0.30102999566398))
    while 10**digits <= number:
        digits += 1
    return digits


@dataclass
class Heredity:
    """The result of a check that a predicate is hereditary: that it accepts all parts of each structure that it accepts."""

    #: The number of structures that were compared, and of their sizes.
    compared: int
    sizes: int
    #: An accepted structure and a rejected part of it: engines that build from parts miss such structures.
    violation: tuple[str, str] | None
    #: The same for a predicate that judges one node at a time, where this may be intended; the third is the attribute.
    hint: tuple[str, str, str | None] | None
    stop: str | None

    def __init__(self, found: dict[str, Any]) -> None:
        self.compared, self.sizes, self.stop = found["compared"], found["sizes"], found["stop"]
        self.violation = found["violation"] and found["violation"][:2]
        self.hint = found["hint"]

    @property
    def holds(self) -> bool:
        """Whether there is no violation up to the last size that was covered."""
        return self.violation is None

    def __str__(self) -> str:
        covered = f"{self.compared:,} structures up to size {self.sizes - 1}"
        if self.violation is not None:
            whole, part = self.violation
            return f"not hereditary: {whole} is accepted, but its part {part} is rejected"
        text = f"hereditary in {covered}" + (f" ({self.stop})" if self.stop else "")
        if self.hint is not None:
            text += f"; is it meant that {self.hint[0]} is accepted with the part {self.hint[1]}?"
        return text
