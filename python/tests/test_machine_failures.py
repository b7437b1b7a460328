"""State machines that fail, depend on more than their calls, or are wrong: what is said of them."""

from __future__ import annotations

import itertools
import time

import pytest

import pydpgen
from pydpgen import initialize, invariant, model_state, precondition, rule
from pydpgen._machine_rules import Machine
from pydpgen._machine_search import run_sequence
from pydpgen._machine_text import parse_replay


def test_what_runs_is_what_is_printed():
    """Between the calls of a sequence nothing else is called: neither invariants, nor preconditions, nor the model's state."""
    log = []

    class Machine:
        def __init__(self):
            self.log = []
            log.append(self.log)

        def teardown(self):
            self.log.append("teardown")

        @precondition(lambda self: self.log.append("precondition") or True)
        @rule()
        def call(self):
            self.log.append("call")

        @invariant
        def holds(self):
            self.log.append("invariant")
            return True

        @model_state
        def state(self):
            self.log.append("state")
            return self.log.count("call")

    assert pydpgen.check_machine(Machine, max_calls=3).states == 4
    for one in log:
        assert one[-1] == "teardown" and one.count("teardown") == 1
        calls = one.count("call")
        # What can follow is not asked where nothing is to follow.
        assert one.count("precondition") == 0 or calls < 3
        assert one[:calls] == ["call"] * calls and one[calls : calls + 2] == ["invariant", "state"]


def explored(max_calls=1, **methods):
    return pydpgen.check_machine(machine(**methods), max_calls=max_calls)


def machine(**methods):
    """A machine with a rule `step`, and with these methods."""
    methods = {"step": rule(lambda self: None), "__init__": lambda self: setattr(self, "items", [])} | methods
    for name, method in methods.items():
        method.__name__ = name
    return type("Small", (), methods)


FAILURES = [
    (machine(__init__=lambda self: 1 / 0), ZeroDivisionError, []),
    (machine(step=rule(lambda self: 1 / 0)), ZeroDivisionError, ["machine.step()"]),
    (machine(holds=invariant(lambda self: False)), AssertionError, ["machine.holds()"]),
    (machine(holds=invariant()(lambda self: lambda: True)), TypeError, ["machine.holds()"]),
    (machine(step=rule(lambda self: iter([]))), TypeError, ["machine.step()"]),
    (machine(teardown=lambda self: 1 / 0), ZeroDivisionError, ["machine.teardown()"]),
    (machine(begin=initialize(x=[3])(lambda self, x: 1 / 0)), ZeroDivisionError, ["machine.begin(x=3)"]),
    (machine(state=model_state(lambda self: self.items)), TypeError, ["# then Small is asked"]),
    (machine(state=model_state(lambda self: object())), RuntimeError, ["# then Small is asked"]),
    (machine(step=precondition(lambda self: 1 / 0)(rule()(lambda self: None))), ZeroDivisionError, ["# then Small is asked"]),
    (machine(step=rule(x=lambda self: 1 / 0)(lambda self, x: None)), ZeroDivisionError, ["# then Small is asked"]),
]


@pytest.mark.parametrize("number", range(len(FAILURES)))
def test_whatever_fails_is_a_failure_with_its_program(number):
    cls, error, lines = FAILURES[number]
    found = pydpgen.check_machine(cls, max_calls=2)
    assert type(found.failure.exception) is error and not found.passed
    first, *rest = found.failure.program.splitlines()
    assert first == "machine = Small()" and len(rest) == len(lines)
    assert all(line.startswith(start) for line, start in zip(rest, lines))
    # A replay fails in the same way; it does not run a sequence twice, and so can not compare states.
    _, again = run_sequence(Machine(cls), parse_replay(Machine(cls), found.failure.replay))
    assert error is RuntimeError or (type(again.exception), again.program) == (error, found.failure.program)


def test_invariants_have_preconditions():
    cls = machine(
        step=rule(lambda self: self.items.append(1)),
        holds=precondition(lambda self: len(self.items) == 2)(invariant(lambda self: False)),
    )
    assert pydpgen.check_machine(cls, max_calls=5).failure.length == 2


def test_a_machine_that_depends_on_more_than_its_calls_is_told():
    made = []
    flips = machine(__init__=lambda self: made.append(self), state=model_state(lambda self: len(made) % 2))
    error = pydpgen.check_machine(flips, max_calls=2).failure.exception
    assert "led to the model's state 1 before, and to 0 now" in str(error)

    runs = itertools.count()

    def fails_late(self):
        assert next(runs) < 4

    error = pydpgen.check_machine(machine(step=rule(fails_late)), max_calls=9).failure.exception
    assert "depends on more than its calls" in str(error.__notes__)


def test_states_are_told_apart_by_type_and_bits():
    states = [0, False, 0.0, -0.0, (0,), (False,)]
    cls = machine(
        step=rule(number=range(6))(lambda self, number: self.items.append(states[number])),
        state=model_state(lambda self: self.items[-1] if self.items else None),
    )
    assert pydpgen.check_machine(cls, max_calls=2).states == 1 + 6


def test_time_limits():
    slow = machine(step=rule(lambda self: time.sleep(0.01)), state=model_state(lambda self: self.items.append(1)))
    found = pydpgen.check_machine(machine(step=slow.step), max_calls=50, time=0.2)
    assert found.stopped and found.passed and not found.is_complete and 1 <= found.covered < 50
    assert f"when the time was over: all of up to {found.covered} call" in str(found)
    late = pydpgen.check_machine(machine(step=rule(lambda self: time.sleep(60))), max_calls=3, case_time=0.2)
    assert type(late.failure.exception) is TimeoutError and late.failure.replay == "step"


def test_rules_that_no_state_allows_are_named():
    cls = machine(never=precondition(lambda self: False)(rule(lambda self: None)), empty=rule(x=[])(lambda self, x: None))
    assert "; no state allows never, empty" in str(pydpgen.check_machine(cls, max_calls=2))


def test_wrong_uses():
    def takes_key():
        return lambda self, key: None

    async def deferred(self): ...

    class Needs:
        def __init__(self, size): ...

        @rule()
        def step(self): ...

    for make, message in [
        (lambda: pydpgen.machine()(Needs), "missing 1 required keyword-only argument: 'max_calls'"),
        (lambda: pydpgen.machine(max_calls=0)(Needs), "at least one call"),
        (lambda: pydpgen.machine(max_calls="3")(Needs), "max_calls is an int"),
        (lambda: pydpgen.machine(max_calls=3)(deferred), "machine marks a class"),
        (lambda: pydpgen.machine(max_calls=3)(type("Empty", (), {})), "Empty has no rule"),
        (lambda: pydpgen.machine(max_calls=3)(Needs), r"Needs\(\) is called without arguments, but needs size"),
        (lambda: rule(range(3)), "rule marks a method"),
        (lambda: rule(deferred), "is a coroutine"),
        (lambda: precondition("items"), "a precondition is a function"),
        (lambda: explored(step=rule(takes_key())), "Small.step has no values for its argument 'key'"),
        (lambda: explored(step=rule(other=[1])(takes_key())), "has no argument 'other'"),
        (lambda: explored(step=rule(target=[1])(takes_key())), "a bundle is a function"),
        (lambda: explored(step=rule(key=3)(takes_key())), "Small.step: the argument 'key' comes from"),
        (lambda: explored(step=rule(key=lambda what: [])(takes_key())), "depends on 'what'"),
        (lambda: explored(a=invariant(rule(lambda self: None))), "Small.a is rule and invariant"),
        (lambda: explored(a=precondition(len)(lambda self: None)), "no rule and no invariant"),
        (lambda: explored(a=precondition(len)(initialize(lambda self: None))), "only rules and invariants have preconditions"),
        (lambda: explored(a=model_state(lambda self: 0), b=model_state(lambda self: 0)), "two model states: a, b"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            make()
