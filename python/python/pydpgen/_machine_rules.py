"""A class with rules as the search reads it: the calls that its state allows, and its invariants."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ._argument_domains import annotated_domains, argument_values
from ._machine_marks import Marks, marked_methods
from ._predicates import unusable_answer
from ._test_cases import Cases, Key

__all__ = ["Call", "Machine", "Rule"]

#: The rule's place among those of its machine, and the key of the case of its arguments.
Call = tuple[int, Key]

#: Values that no call can change: a case can have the same ones as the cases before.
_ATOMS = (int, float, complex, str, bytes, bool, type(None))


class Rule:
    """A rule, or an ``initialize``, with the cases of its arguments."""

    def __init__(self, owner: str, name: str, function: Callable[..., Any], marks: Marks) -> None:
        self.name, self.preconditions = name, marks.preconditions
        where = f"{owner}.{name}"
        signature = inspect.signature(function)
        parameters = list(signature.parameters.values())[1:]
        for given in marks.arguments:
            if given not in {one.name for one in parameters}:
                hint = ": a bundle is a function, key=lambda self: self.keys" if given in ("target", "targets") else ""
                raise TypeError(f"{where} has no argument {given!r}{hint}")
        annotated = annotated_domains(function, signature)
        sources: dict[str, Any] = {}
        names = [one.name for one in parameters]
        for place, one in enumerate(parameters):
            if one.name in marks.arguments:
                sources[one.name] = marks.arguments[one.name]
            elif one.name in annotated:
                before = ["self", *(name for name in names[:place] if name in marks.arguments or name in annotated)]
                sources[one.name] = argument_values(one.name, annotated[one.name], before, names[place:])
            elif one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
                raise TypeError(f"{where} has no values for its argument {one.name!r}: @rule({one.name}=range(3))")
        try:
            self.cases = Cases(sources, None, given=("self",))
        except (TypeError, ValueError) as error:
            raise type(error)(f"{where}: {error}") from error
        #: Whether its arguments depend on the machine's state.
        self.reads_machine = any("self" in reads for reads in self.cases.reads.values())
        self._keys: list[Key] | None = None
        self._constant: dict[Key, dict[str, Any]] = {}

    def is_enabled(self, machine: Any) -> bool:
        return _hold(self.preconditions, machine)

    def keys(self, machine: Any) -> list[Key]:
        """The keys of all arguments that the rule has in the machine's state."""
        if self._keys is not None:
            return self._keys
        cases, given = self.cases, {"self": machine}
        found: list[Key] = []
        for size in range(cases.max_size + 1):
            count = cases.count(size)
            if cases.has_exact_counts:
                found += ((size, rank) for rank in range(count))
            else:
                found += (key for key, _ in cases.between(size, 0, count, given))
        if not self.reads_machine:
            self._keys = found
        return found

    def arguments(self, key: Key, machine: Any) -> dict[str, Any]:
        """The arguments with a key, made for one call; ``LookupError`` if the machine's state has none with it."""
        if key in self._constant:
            return self._constant[key]
        made = self.cases.case(key, {"self": machine})
        arguments = {name: made[name] for name in self.cases.names}
        if not self.reads_machine and all(type(value) in _ATOMS for value in arguments.values()):
            self._constant[key] = arguments
        return arguments


class Invariant:
    """An invariant of a machine."""

    def __init__(self, name: str, marks: Marks) -> None:
        self.name, self.preconditions = name, marks.preconditions

    def is_enabled(self, machine: Any) -> bool:
        return _hold(self.preconditions, machine)

    def check(self, machine: Any) -> None:
        """Raises an exception if the invariant does not hold."""
        __tracebackhide__ = True
        method = getattr(machine, self.name)
        answer = method()
        if kind := unusable_answer(method, answer):
            raise TypeError(f"nothing was checked: the answer of {self.name} is {kind}")
        if answer is False:
            raise AssertionError(f"the invariant {self.name} answers False")


class Machine:
    """A class with rules, as the search reads it."""

    def __init__(self, cls: type) -> None:
        self.cls, self.name = cls, cls.__name__
        needed = [
            one.name
            for one in list(inspect.signature(cls).parameters.values())
            if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        ]
        if needed:
            raise TypeError(f"{self.name}() is called without arguments, but needs {', '.join(needed)}: give them by @initialize")
        self.rules: list[Rule] = []
        self.initializers: list[Rule] = []
        self.invariants: list[Invariant] = []
        states: list[str] = []
        for name, function, marks in marked_methods(cls):
            if len(marks.kinds) != 1:
                kinds = " and ".join(marks.kinds) or "no rule and no invariant, but has a precondition"
                raise TypeError(f"{self.name}.{name} is {kinds}")
            [kind] = marks.kinds
            if kind == "rule":
                self.rules.append(Rule(self.name, name, function, marks))
            elif kind == "invariant":
                self.invariants.append(Invariant(name, marks))
            elif marks.preconditions:
                raise TypeError(f"{self.name}.{name}: only rules and invariants have preconditions, not {kind}")
            elif kind == "initialize":
                self.initializers.append(Rule(self.name, name, function, marks))
            else:
                states.append(name)
        if not self.rules:
            raise TypeError(f"{self.name} has no rule: mark methods by @pydpgen.rule()")
        if len(states) > 1:
            raise TypeError(f"{self.name} has two model states: {', '.join(states)}")
        self.model_state = states[0] if states else None
        #: The arguments that come from parts of their builds, by rule.
        calls = [*self.initializers, *self.rules]
        self.extents = [f"{one.name}: {one.cases.extents}" for one in calls if one.cases.extents]

    def rule(self, call: Call) -> Rule:
        """The rule of a call: those that initialize come first."""
        place = call[0] - len(self.initializers)
        return self.rules[place] if place >= 0 else self.initializers[call[0]]

    def calls(self, machine: Any) -> tuple[Call, ...]:
        """The calls of rules that can be made in the machine's state."""
        return tuple(
            (place, key)
            for place, rule in enumerate(self.rules, len(self.initializers))
            if rule.is_enabled(machine)
            for key in rule.keys(machine)
        )

    def make_call(self, machine: Any, call: Call) -> None:
        """Makes a call."""
        __tracebackhide__ = True
        rule = self.rule(call)
        method, arguments = getattr(machine, rule.name), rule.arguments(call[1], machine)
        answer = method(**arguments)
        if answer is not None and (kind := unusable_answer(method, answer, must_be_called=False)):
            raise TypeError(f"nothing was called: the answer of {rule.name} is {kind}")


def _hold(conditions: Sequence[Callable[[Any], object]], machine: Any) -> bool:
    """Whether all preconditions hold of a machine."""
    for condition in conditions:
        answer = condition(machine)
        if kind := unusable_answer(condition, answer):
            raise TypeError(f"a precondition has to answer True or False, but its answer is {kind}")
        if not answer:
            return False
    return True
