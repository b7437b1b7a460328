"""Sequences of a machine's calls as text: a program that can be pasted, and the name by which ``DPGEN_REPLAY`` runs it."""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Sequence
from typing import Any

from ._check_report import safe_repr
from ._machine_rules import Call, Machine, Rule

__all__ = ["parse_replay", "program_of", "replay_text"]


def program_of(machine: Machine, calls: Sequence[Call], ending: str | None = None) -> str:
    """The calls as lines of Python; ``ending`` is the last one. Arguments are as they were before their call."""
    lines = [f"machine = {machine.name}()"]
    rules = [machine.rule(call) for call in calls]
    # Arguments that depend on the machine's state are known by making the calls before.
    made = None
    with contextlib.suppress(Exception):
        made = machine.cls() if any(rule.reads_machine for rule in rules) else None
    for place, (call, rule) in enumerate(zip(calls, rules)):
        try:
            arguments = ", ".join(f"{name}={_source(value)}" for name, value in rule.arguments(call[1], made).items())
        except Exception:
            arguments = f"...  # the case {_case_text(call)}"
        lines.append(f"machine.{rule.name}({arguments})")
        if made is not None and place < len(calls) - 1:
            with contextlib.suppress(Exception):
                machine.make_call(made, call)
    if made is not None and hasattr(made, "teardown"):
        with contextlib.suppress(Exception):
            made.teardown()
    return "\n".join([*lines, *([] if ending is None else [ending])])


def _source(value: Any) -> str:
    return f"{type(value).__qualname__}.{value.name}" if isinstance(value, enum.Enum) and value.name else safe_repr(value)


def _case_text(call: Call) -> str:
    return ":".join(map(str, call[1]))


def replay_text(machine: Machine, calls: Sequence[Call]) -> str:
    """The name of a sequence: the names of its rules, with the cases of their arguments, as ``push:0:1,pop``."""

    def text(call: Call) -> str:
        rule = machine.rule(call)
        return f"{rule.name}:{_case_text(call)}" if rule.cases.names else rule.name

    return ",".join(map(text, calls)) or "-"


def parse_replay(machine: Machine, text: str) -> tuple[Call, ...]:
    """The calls of a sequence's name. Raises ``ValueError`` if it is none of the machine."""
    rules: list[Rule] = [*machine.initializers, *machine.rules]
    places = {rule.name: place for place, rule in enumerate(rules)}
    calls: list[Call] = []
    for part in text.split(",") if text != "-" else []:
        name, *numbers = part.split(":")
        # A rule without arguments has one case.
        key = numbers or ["0", "0"]
        if name not in places or not 2 <= len(key) <= 3 or not all(number.isdecimal() for number in key):
            raise ValueError(
                f"DPGEN_REPLAY={text}: {part!r} names no call of {machine.name}; a sequence is named as in {machine.name}@"
                f"{rules[0].name}:0:1,{rules[-1].name}, and the rules are {', '.join(places)}"
            )
        calls.append((places[name], tuple(map(int, key))))
    return tuple(calls)
