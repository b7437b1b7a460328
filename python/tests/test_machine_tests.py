"""State machines as tests of pytest: collected, replayed, in shards."""

from __future__ import annotations

from machines import Stack

from pydpgen._machine_rules import Machine
from pydpgen._machine_search import run_sequence
from pydpgen._machine_text import parse_replay

BODY = """
    import pydpgen
    from pydpgen import rule

    @pydpgen.machine(max_calls=4, expect=6 * 2)
    class Level:
        "A machine is a test, whatever its name is."
        def __init__(self):
            self.level = 0

        @rule()
        def up(self):
            self.level = min(self.level + 1, 2)

        @rule(by=range(1, 2))
        def down(self, by):
            self.level -= by
            assert self.level >= -4

        @pydpgen.model_state
        def state(self):
            return self.level

    class Base(Level):
        "Is none without a mark of its own."

    class TestNested:
        @pydpgen.machine(max_calls=9)
        class Deep(Base):
            pass

    @pydpgen.machine(max_calls=9, expect=1)
    class Wrong(Base):
        def down(self): ...

    @pydpgen.machine(max_calls=9)
    class Nothing(Base):
        up = rule(x=[])(lambda self, x: None)
        down = None

    @pydpgen.machine(max_calls=10**9, time="50ms")
    class Slow:
        @rule()
        def step(self): ...

    @pydpgen.exhaustive(n=range(3))
    def test_cases(n): ...
"""


def run(pytester, *options, **environment):
    pytester.makepyfile(test_it=BODY)
    for name, value in environment.items():
        pytester._monkeypatch.setenv(name, value)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:hypothesispytest", *options)
    for name in environment:
        pytester._monkeypatch.delenv(name)
    return result


def test_pytest_collects_machines(pytester):
    result = run(pytester, "-v")
    result.assert_outcomes(passed=3, failed=3)
    text = result.stdout.str()
    assert "test_it.py::Level: all 7 states within 4 calls: 12 calls pass in " in text
    assert "test_it.py::Slow: the first " in text and "when the time was over: all of up to " in text
    # Five times down.
    lines = ["machine = Deep()", *["machine.down(by=1)"] * 5]
    lines.append("replay: DPGEN_REPLAY=Deep@down:0:0,down:0:0,down:0:0,down:0:0,down:0:0 pytest 'test_it.py::TestNested::Deep'")
    result.stdout.fnmatch_lines([f"E *{line.replace('[', '[[]')}" for line in lines])
    assert "3 calls were tried, where 1 are expected: all 3 states that there are, 2 calls away at most: 3 calls pass" in text
    assert "there is no call to try" in text and "no state allows up" in text
    assert "_machine_search.py" not in text
    assert "Slow: the first" in run(pytester, "-k", "Slow").stdout.str()


def test_marks_of_pytest_stand_above_machines(pytester):
    pytester.makepyfile(
        test_it="""
        import pydpgen, pytest
        from pydpgen import rule

        @pytest.mark.skip(reason="not now")
        @pydpgen.machine(max_calls=1)
        class Skipped:
            @rule()
            def step(self):
                raise ValueError

        @pydpgen.machine(max_calls=1)
        @pytest.mark.xfail(strict=True, raises=ValueError)
        class Failing:
            step = rule()(lambda self: int("x"))

        @pydpgen.machine(max_calls=1)
        class AlsoSkipped(Skipped): ...

        @pytest.fixture
        def before():
            global called
            called = True

        @pytest.mark.usefixtures("before")
        @pydpgen.machine(max_calls=1)
        class WithFixture:
            @rule()
            def step(self):
                assert called
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    result.assert_outcomes(passed=1, skipped=2, xfailed=1)


def test_a_sequence_is_replayed(pytester):
    name = "Deep@down:0:0,down:0:0,down:0:0,down:0:0,down:0:0"
    again = run(pytester, DPGEN_REPLAY=name)
    again.assert_outcomes(failed=1, skipped=5)
    assert "sequence down:0:0,down:0:0,down:0:0,down:0:0,down:0:0" in again.stdout.str()
    passes = run(pytester, "-rs", DPGEN_REPLAY="Level@up,down:0:0")
    passes.assert_outcomes(passed=1, skipped=5)
    assert "only the sequence up,down:0:0, by DPGEN_REPLAY: no length is covered" in passes.stdout.str()
    for replay, message in [
        ("Level@left", "'left' names no call of Level"),
        ("Level@up,down:0", "'down:0' names no call of Level; a sequence is named as in Level@up:0:1,down"),
        ("Level@down:0:7", "there is no case 0:7"),
    ]:
        assert message in run(pytester, DPGEN_REPLAY=replay).stdout.str()


def test_a_machine_is_in_one_shard(pytester):
    run(pytester, "-k", "Level", DPGEN_SHARD="1/2").assert_outcomes(passed=1, deselected=5)
    run(pytester, "-k", "Level", DPGEN_SHARD="2/2").assert_outcomes(skipped=1, deselected=5)


def test_a_replay_keeps_preconditions():
    machine = Machine(Stack)
    assert run_sequence(machine, parse_replay(machine, "push,pop"))[1] is None
    failure = run_sequence(machine, parse_replay(machine, "push,pop,pop,push"))[1]
    assert "the precondition of pop does not hold" in str(failure.exception)
    assert failure.program == "machine = Stack()\nmachine.push()\nmachine.pop()"
