"""Messages about the functions of fields and about contexts, and limits that end such functions."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from languages import ENGINES, Reader, counts, thing

import pydpgen
from pydpgen import Give, Range, Then, Values

ERRORS = {
    "a context of data": (
        lambda: counts(thing(x=Annotated[bool, Give(0)])),
        TypeError,
        r"Thing\.x: Give\(0\) is for a field that is a structure, and this is data",
    ),
    "a field that is not there": (
        lambda: counts(thing(lo=bool, hi=Annotated[int, Range(lambda scope, low: range(3))]), context=0),
        ValueError,
        r"Thing\.hi: its function reads 'low', which is no field to the left: did you mean 'lo'\?",
    ),
    "a field to the right": (
        lambda: counts(thing(hi=Annotated[int, Range(lambda lo: range(lo))], lo=bool)),
        ValueError,
        r"Thing\.hi: its function reads 'lo', which is not to the left of it",
    ),
    "the field itself": (
        lambda: counts(thing(hi=Annotated[int, Range(lambda hi: range(hi))])),
        ValueError,
        r"Thing\.hi: its function reads 'hi', which is not to the left of it",
    ),
    "no context": (
        lambda: counts(thing(n=Reader)),
        TypeError,
        r"structures of Thing have a context \(the function of Reader\.x takes it as 'scope'\): pass that of whole structures",
    ),
    "a misspelt field": (
        lambda: counts(thing(lo=bool, hi=Annotated[int, Range(lambda low: range(3))])),
        TypeError,
        r"the function of Thing\.hi takes it as 'low', as 'low' is none of the fields to the left, 'lo'",
    ),
    "no context for a predicate": (
        lambda: counts(thing(x=bool), lambda it, context: True),
        TypeError,
        r"structures of Thing have a context \(the predicate <lambda> takes it\)",
    ),
    "a context that nothing reads": (
        lambda: counts(thing(x=bool), context=0),
        TypeError,
        r"context=0: structures of Thing have no context",
    ),
    "a list as the context": (lambda: counts(Reader, context=[1]), TypeError, r"context=\.\.\.: the context \[1\] has no hash"),
    "a list given": (
        lambda: counts(thing(n=Annotated[Reader, Give(lambda scope: [*scope])]), context=()),
        TypeError,
        r"Thing\.n: the context \[\] has no hash, as it can be changed: give a tuple",
    ),
    "a list in a tuple": (
        lambda: counts(thing(n=Annotated[Reader, Give(([],))])),
        TypeError,
        r"Thing\.n: the context \(\[\],\) has no",
    ),
    "no range": (
        lambda: counts(thing(x=Annotated[int, Range(lambda: 3)])),
        TypeError,
        r"Thing\.x: .* answers with 3, .*range\(3\)",
    ),
    "a text": (lambda: counts(thing(x=Annotated[int, Range(lambda: "ab")])), TypeError, r"Thing\.x: .* answers with 'ab'"),
    "floats": (
        lambda: counts(thing(x=Annotated[int, Range(lambda: [1.5])])),
        TypeError,
        r"Thing\.x: .* 1\.5, where integers are wanted",
    ),
    "bools": (lambda: counts(thing(x=Annotated[int, Range(lambda: [True])])), TypeError, r"Thing\.x: .* True, where integers"),
    "far away": (
        lambda: counts(thing(x=Annotated[int, Range(lambda: range(2**40))])),
        ValueError,
        r"Thing\.x: .* beyond -1073741824",
    ),
    "beyond a range": (
        lambda: counts(thing(x=Annotated[int, Range(0, 3), Range(lambda: range(5))])),
        ValueError,
        r"Thing\.x: its function answers with 4, which is beyond its range from 0 to 3",
    ),
    "beyond values": (
        lambda: counts(thing(x=Annotated[Literal["a", "b"], Values(lambda: ["c"])])),
        ValueError,
        r"Thing\.x: its function answers with 'c', which is beyond its values, 'a', 'b'",
    ),
    "unknown values": (
        lambda: counts(thing(x=Annotated[str, Values(lambda: ["c"])])),
        TypeError,
        r"Thing\.x: .* values that are known",
    ),
    "a range of texts": (
        lambda: counts(thing(x=Annotated[str, Range(lambda: range(3))])),
        TypeError,
        "a Range is one of int, not of str",
    ),
    "two contexts": (lambda: counts(thing(n=Annotated[Reader, Give(()), Give(())])), TypeError, "a part has one context"),
    "in a union": (
        lambda: counts(thing(n=Annotated[Reader, Give(())] | None)),
        TypeError,
        r"Annotated\[A \| B, Give\(...\)\] around",
    ),
    "what follows a field": (
        lambda: counts(thing(n=Annotated[Reader, Then(())])),
        TypeError,
        r"Thing\.n: Then is for an element of a list",
    ),
    "what follows in a pair": (
        lambda: counts(thing(n=tuple[Annotated[Reader, Then(())], bool]), context=()),
        TypeError,
        "Then is for an element of a list",
    ),
    "any number of fields": (
        lambda: counts(thing(x=Annotated[int, Range(lambda *all: range(3))])),
        TypeError,
        r"\*all of <lambda>",
    ),
    "a function without a signature": (
        lambda: counts(thing(x=Annotated[int, Range(max)])),
        TypeError,
        "parameters of max are not known",
    ),
    "one bound": (lambda: Range(5), TypeError, "two bounds, or a function alone"),
    "an opaque predicate": (
        lambda: counts(Reader, pydpgen.opaque(lambda it, context: True), context=()),
        TypeError,
        "gets no context",
    ),
    "two structures": (
        lambda: counts(Reader, lambda it, other: True, context=()),
        TypeError,
        "it gets one structure, and its context as",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_say_what_is_wrong(name):
    work, kind, message = ERRORS[name]
    with pytest.raises(kind, match=message):
        work()


@pytest.mark.parametrize("engine", ENGINES)
def test_an_exception_of_a_function_names_the_field(engine):
    whole = thing(k=Annotated[int, Range(0, 3)], n=Annotated[Reader, Give(lambda k: (1 // (k - 2),))])
    with pytest.raises(ZeroDivisionError) as raised:
        counts(whole, algorithm=engine)
    assert "raised by the function of Thing.n" in raised.value.__notes__[0] and "Thing" in raised.value.__notes__[1]
    with pytest.raises(AttributeError) as raised:
        counts(thing(n=Annotated[Reader, Give(lambda scope: scope.names)]), context=("a",), algorithm=engine)
    assert "raised by the function of Thing.n, in the context ('a',)" in raised.value.__notes__[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_ends_a_function_that_does_not_end(engine):
    def endless(*fields):
        while True:
            pass

    for reads in (lambda: endless(), lambda scope: endless(), lambda scope, low: endless()):
        ty = thing(low=bool, high=Annotated[int, Range(reads)], reader=Reader)
        stopped = pydpgen.build(ty, max_size=3, context=("a",), time=0.2, algorithm=engine)
        assert stopped.stop_reason and stopped.complete_sizes <= 2
