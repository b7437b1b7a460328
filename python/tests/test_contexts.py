"""Contexts of structures, and domains that depend on fields to the left. ``test_routes.py`` has each way to receive them."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
from typing import Annotated, Literal, NamedTuple

import languages
import pytest
from languages import CLOSED_TERMS, IMPERATIVE, Abstraction, Application, Interval, Lambda, Program, Variable

import pydpgen
from pydpgen import Give, Range, Then, Values

ENGINES = [None, "quotient", "dp", "lazy-dp", "top-down"]


def thing(**fields):
    """A class with these fields."""
    return dataclasses.make_dataclass("Thing", list(fields.items()), frozen=True)


#: A part that reads its context.
Reader = dataclasses.make_dataclass("Reader", [("x", Annotated[int, Range(lambda scope: range(len(scope)))])], frozen=True)


def counts(type, *arguments, max_size=2, **options):
    return pydpgen.build(type, *arguments, max_size=max_size, **options).counts()


# Languages.


@pytest.mark.parametrize("engine", ENGINES)
def test_closed_lambda_terms_are_as_many_as_published(engine):
    size = 8 if engine in (None, "quotient") else 5
    assert counts(Lambda, max_size=size, context=0, algorithm=engine) == CLOSED_TERMS[: size + 1]


def test_terms_with_free_variables_stand_in_a_scope():
    # Terms with one free variable of size 1: λx.x, λx.y, and the application of y to y.
    assert pydpgen.build(Lambda, max_size=1, context=1).counts() == [1, 3]
    terms = pydpgen.build(Lambda, max_size=3, context=1)
    assert Application(Variable(0), Variable(0)) in terms and Abstraction(Variable(1)) in terms
    assert Variable(1) not in terms and Abstraction(Variable(2)) not in terms


@pytest.mark.parametrize("variables", [0, 1, 2])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_imperative_language_is_that_of_the_spec(engine, variables, monkeypatch):
    monkeypatch.setattr(languages, "MAX_VARIABLES", variables)
    size = 6 if engine in (None, "quotient") else 4
    spec = pydpgen.Spec("imperative").build(max_size=size, params={"variables": variables})
    programs = pydpgen.build(Program, IMPERATIVE, max_size=size, algorithm=engine)
    assert programs.counts() == spec.counts()
    assert {as_text(one) for one in programs.up_to(4)} == {as_text(one) for one in spec.up_to(4)}


#: The classes of the spec that have another name here.
OTHER_NAMES = {"Block": "Inner", "Var": "Name", "Lit": "Number"}


def as_text(program):
    """A program by the names of its classes and its values."""
    if isinstance(program, list):
        return f"[{', '.join(map(as_text, program))}]"
    if not dataclasses.is_dataclass(program):
        return repr(program)
    name = type(program).__name__
    fields = [getattr(program, field.name) for field in dataclasses.fields(program)]
    return f"{OTHER_NAMES.get(name, name)}({', '.join(map(as_text, fields))})"


# Values of contexts.


class Pair(NamedTuple):
    names: tuple[str, ...]
    depth: int


@dataclasses.dataclass(frozen=True)
class Frozen:
    depth: int
    inner: tuple[int, ...] = ()


@pytest.mark.parametrize(
    ("give", "read"),
    [
        (lambda k: k, lambda context: range(context)),
        (lambda k: (k, ("a", k)), lambda context: range(context[1][1])),
        (lambda k: Pair(("a",), k), lambda context: range(context.depth)),
        (lambda k: Frozen(1, (k,)), lambda context: range(context.inner[0])),
        (lambda k: frozenset(range(k)), lambda context: context),
        (lambda k: frozenset({k}), lambda context: range(max(context))),
        (lambda k: None if k == 0 else str(k), lambda context: range(0 if context is None else int(context))),
        (lambda k: float(k), lambda context: range(int(context))),
    ],
)
@pytest.mark.parametrize("engine", ["quotient", "lazy-dp", "symbolazy-dp", "top-down"])
def test_any_value_with_a_hash_is_a_context(give, read, engine):
    part = thing(x=Annotated[int, Range(read)])
    whole = thing(k=Annotated[int, Range(0, 3)], part=Annotated[part, Give(give)])
    expected = {(k, x) for k in range(4) for x in range(k)}
    built = pydpgen.build(whole, max_size=2, algorithm=engine)
    found = {(one.k, one.part.x) for one in built}
    # SymboLazyDP leaves x open.
    assert found == expected if engine != "symbolazy-dp" else {k for k, _ in found} == {1, 2, 3}


def test_a_structure_is_a_context():
    part = thing(x=Annotated[int, Range(lambda context: range(1 + context.x))])
    whole = thing(first=Reader, part=Annotated[part, Give(lambda scope, first: first)])
    assert {(one.first.x, one.part.x) for one in pydpgen.build(whole, max_size=3, context=("a", "b"))} == {(0, 0), (1, 0), (1, 1)}


def test_contexts_that_are_equal_by_their_bits_are_one():
    seen = []

    def give(k):
        seen.append(int(k))
        return (k > 1, 0.0)

    part = thing(x=Annotated[bool, Values(lambda context: seen.append(context) or [context[0]])])
    whole = thing(k=Annotated[int, Range(0, 3)], part=Annotated[part, Give(give)])
    assert counts(whole, max_size=2, rechecked=0) == [0, 0, 4]
    assert [one for one in seen if isinstance(one, tuple)] == [(False, 0.0), (True, 0.0)]
    # 1 and True are told apart.
    either = thing(
        k=bool, part=Annotated[thing(x=Annotated[bool, Values(lambda c: [c is True])]), Give(lambda k: True if k else 1)]
    )
    assert {(one.k, one.part.x) for one in pydpgen.build(either, max_size=2)} == {(False, False), (True, True)}


def test_values_of_a_field_are_chosen_from_those_of_its_type():
    ty = thing(
        few=Annotated[Literal["a", "b", "c"], Values(lambda c: c)],
        floats=Annotated[float, Values(0.0, -0.0, 1.5), Values(lambda few: [-0.0, 1.5] if few == "a" else [0.0])],
        ints=Annotated[int, Values(1, 10, 100), Values(lambda floats: [1, 100] if floats else [10])],
        flag=Annotated[bool, Values(lambda ints: [ints > 50])],
    )
    found = [repr(dataclasses.astuple(one)) for one in pydpgen.build(ty, max_size=1, context=("a", "c"))]
    assert found == ["('a', -0.0, 10, False)", "('a', 1.5, 1, False)", "('a', 1.5, 100, True)", "('c', 0.0, 10, False)"]


def test_elements_of_lists_have_contexts():
    ascending = list[Annotated[int, Range(lambda low: range(low, 4)), Then(lambda low, element: element)]]
    assert [one for one in pydpgen.build(ascending, max_size=2, context=2)] == [[], [2], [3], [2, 2], [2, 3], [3, 3]]
    # The parameters of what follows go by place.
    counted = list[Annotated[bool, Values(lambda even: [even]), Then(lambda first: not first)]]
    assert pydpgen.build(counted, max_size=3, context=True).of_size(3)[:] == [[True, False, True]]
    fixed = Annotated[tuple[Annotated[Reader, Then(lambda scope: scope[1:])], ...], pydpgen.Len(2, 2)]
    found = [tuple(reader.x for reader in readers) for readers in pydpgen.build(fixed, max_size=2, context=("a", "b"))]
    assert found == [(0, 0), (1, 0)]
    given = thing(
        n=Annotated[int, Range(0, 2)], all=Annotated[list[Annotated[bool, Values(lambda n: [n == 1])]], Give(lambda n: n)]
    )
    assert {(one.n, *one.all) for one in pydpgen.build(given, max_size=2)} == {
        (0,), (1,), (2,), (0, False), (1, True), (2, False)
    }  # fmt: skip


def test_options_and_nested_unions_pass_contexts_on():
    part = Annotated[list[Reader] | Literal["none"] | None, Give(lambda scope: scope[1:])]
    found = {repr(one) for one in pydpgen.build(thing(part=part), max_size=2, context=("a", "b"))}
    assert found == {f"Thing(part={part})" for part in ["'none'", "None", "[]", "[Reader(x=0)]"]}


def test_a_member_of_a_union_sees_fields_by_a_context():
    high = Annotated[Annotated[int, Range(lambda low: range(low, 3))] | None, Give(lambda low: low)]
    found = {(one.low, one.high) for one in pydpgen.build(thing(low=Annotated[int, Range(0, 2)], high=high), max_size=1)}
    assert found == {(low, high) for low in range(3) for high in [None, *range(low, 3)]}


def test_parts_without_a_context_read_none():
    plain = thing(x=bool)
    whole = thing(a=Annotated[plain, Give(lambda: 1 / 0)], b=Annotated[int, Range(lambda a: range(1 + a.x))])
    assert counts(whole) == [0, 0, 3]


def test_names_in_string_annotations_are_those_of_the_module_and_the_caller():
    steps = 3

    @dataclasses.dataclass(frozen=True)
    class Here:
        low: Annotated[int, Range(0, 4)]
        high: Annotated[int, Range(lambda low: sorted([low, steps, languages.MAX_VARIABLES]))]

    assert [(one.low, one.high) for one in pydpgen.build(Here, max_size=1)][:3] == [(0, 0), (0, 2), (0, 3)]


# What predicates and attributes read.


@pydpgen.attribute
def free_indices(term, context):
    """How many variables of a term are free."""
    if isinstance(term, Variable):
        return int(term.index >= context)
    if isinstance(term, Abstraction):
        return free_indices(term.body)
    return free_indices(term.operator) + free_indices(term.operand)


def judge(term, context):
    return free_indices(term) == 0 and context <= 2


def has_few_binders(term, depth=0):
    if isinstance(term, Variable):
        return depth <= 2
    if isinstance(term, Abstraction):
        return depth <= 2 and has_few_binders(term.body, depth + 1)
    return depth <= 2 and has_few_binders(term.operator, depth) and has_few_binders(term.operand, depth)


@pytest.mark.parametrize("engine", ENGINES)
def test_predicates_and_attributes_read_contexts(engine):
    everything = pydpgen.build(Lambda, max_size=4, context=0)
    found = pydpgen.build(Lambda, judge, max_size=4, context=0, algorithm=engine)
    assert {repr(one) for one in found} == {repr(one) for one in everything if has_few_binders(one)}
    assert 0 < found.total < everything.total
    # With a scope that the context does not know, every variable of the root is free.
    with_free = thing(term=Annotated[Lambda, Give(lambda: 1)])
    assert counts(with_free, {Lambda: lambda term, context: context == 1}, max_size=1, algorithm=engine) == [0, 1]


def test_an_attribute_of_an_instance_needs_its_context():
    term = Abstraction(Variable(0))
    with pytest.raises(TypeError, match=r"free_indices takes the context of its structure, .*: free_indices\(it, context\)"):
        free_indices(term)
    assert free_indices(Variable(0), 1) == 0 and free_indices(Variable(0), 0) == 1
    with pytest.raises(TypeError, match="takes one structure, and nothing besides"):
        counts(Lambda, lambda term: free_indices(term, 0) == 0, context=1)
    with pytest.raises(TypeError, match="free_indices takes a context, and structures of Thing have none"):
        counts(thing(x=bool), lambda it: free_indices(it) == 0)


def test_functions_are_judged_again_on_instances():
    drawn = random.Random(3)
    with pytest.raises(pydpgen.BuildFailure, match=r"accepted Thing.*the function of a field, depends on more than its structure"):
        counts(thing(x=Annotated[int, Range(lambda: range(drawn.randrange(1, 1000)))]), max_size=1)
    # `type` tells a view from an instance.
    with pytest.raises(TypeError, match=r"uses type\(...\)"):
        counts(thing(part=thing(x=bool), y=Annotated[bool, Values(lambda part: [type(part) is int])]))


def test_functions_can_rely_on_valid_parts():
    few = thing(xs=list[Annotated[bool, Values(lambda: [True])]])
    ty = thing(few=few, index=Annotated[int, Range(lambda few: range(2 // len(few.xs)))])
    assert counts(ty, {few: lambda few: len(few.xs) > 0}, max_size=4) == [0, 0, 0, 2, 1]


def test_parts_are_looked_into():
    tree = pydpgen.build(list[bool], max_size=3)
    ty = thing(xs=list[bool], index=Annotated[int, Range(lambda xs: range(len(xs)))])
    found = [(tuple(one.xs), one.index) for one in pydpgen.build(ty, max_size=4)]
    assert sorted(found) == sorted((tuple(xs), index) for xs in tree for index in range(len(xs)))


def test_a_report_has_contexts():
    explained = pydpgen.build(Lambda, max_size=6, context=0).explain()
    [(name, number, makers, examples)] = explained.report["contexts"]
    # From 0 to 6 abstractions are around a term of 6.
    assert (name, number, makers) == ("Variable | Abstraction | Application", 7, [("Abstraction.body", 6)])
    assert examples == ["0", "3", "6"]
    assert "Variable | Abstraction | Application: 7, such as 0, 3, 6; Abstraction.body: 6" in str(explained)
    assert "contexts" not in str(pydpgen.build(Interval, max_size=1).explain())


@pytest.mark.parametrize("engine", ["quotient", "symbolazy-dp"])
def test_symbolic_fields_stay_within_what_functions_allow(engine):
    concrete = list(pydpgen.build(Lambda, max_size=5, context=0))
    symbolic = pydpgen.build(Lambda, max_size=5, context=0, fields="symbolic", algorithm=engine)
    shapes = [shape(one) for one in symbolic]
    assert len(shapes) == len(set(shapes)) and set(shapes) == {shape(one) for one in concrete}
    assert set(map(repr, symbolic)) < set(map(repr, concrete))


def shape(term):
    """A term without its indices."""
    if isinstance(term, Variable):
        return "x"
    return f"λ{shape(term.body)}" if isinstance(term, Abstraction) else f"({shape(term.operator)} {shape(term.operand)})"


def test_attributes_that_read_contexts_are_judged_again_on_instances():
    calls, most = [], []

    @pydpgen.attribute
    def is_early(reader, context):
        calls.append(context)
        return not most or len(calls) <= most[0]

    whole = thing(part=Annotated[Reader, Give(("a", "b"))])
    judged = {whole: lambda it: is_early(it.part)}
    assert counts(whole, judged, rechecked=0) == [0, 0, 2]
    most.append(len(calls))
    calls.clear()
    with pytest.raises(pydpgen.BuildFailure, match="the predicate rejects it as an instance"):
        counts(whole, judged)
    assert set(calls) == {("a", "b")}


# Errors.

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


# Saved builds, pickles, processes.


def test_a_saved_build_is_one_of_its_context(tmp_path):
    path = tmp_path / "terms"
    pydpgen.build(Lambda, max_size=4, context=1).save(path)
    terms = pydpgen.load(path, Lambda, context=1)
    assert list(terms) == list(pydpgen.build(Lambda, max_size=4, context=1)) and terms.check_hereditary(2)
    with pytest.raises(ValueError, match="the predicates, the context, or the functions of fields are not those"):
        pydpgen.load(path, Lambda, context=2)
    with pytest.raises(TypeError, match="pass that of whole structures"):
        pydpgen.load(path, Lambda)


def test_a_saved_build_is_one_of_its_functions(tmp_path):
    first, other = [thing(lo=bool, hi=Annotated[bool, Values(rule)]) for rule in (lambda lo: [lo], lambda lo: [not lo])]
    pydpgen.build(first, max_size=1).save(tmp_path / "saved")
    assert pydpgen.load(tmp_path / "saved", first).total == 2
    with pytest.raises(ValueError, match="functions of fields"):
        pydpgen.load(tmp_path / "saved", other)
    constants = [thing(n=Annotated[Reader, Give(given)]) for given in (("a",), ("b",))]
    pydpgen.build(constants[0], max_size=2).save(tmp_path / "saved")
    with pytest.raises(ValueError, match="functions of fields"):
        pydpgen.load(tmp_path / "saved", constants[1])


#: Saves a build whose contexts are sets of names, which each process goes through in another order.
SAVES = """
import dataclasses, sys
from typing import Annotated, Literal
import pydpgen
NAMES = ["a", "b", "c", "d", "e"]
Some = Literal["a", "b", "c", "d", "e"]
Leaf = dataclasses.make_dataclass("Leaf", [("name", Annotated[Some, pydpgen.Values(lambda scope: scope)])], frozen=True)
Node = dataclasses.make_dataclass("Node", [
    ("name", Annotated[Some, pydpgen.Values(lambda scope: [one for one in NAMES if one not in scope])]),
    ("leaf", Annotated[Leaf, pydpgen.Give(lambda scope, name: scope | {name})]),
    ("more", Annotated["Node | None", pydpgen.Give(lambda scope, name: scope | {name})]),
], frozen=True)
built = pydpgen.build(Node, max_size=5, context=frozenset(["c", "d", "e"]))
built.save(sys.argv[1])
print(built.total, [repr(one) for one in built])
"""


def test_a_saved_build_is_the_same_in_each_process(tmp_path):
    files, texts = [], []
    for seed in ("1", "2", "77"):
        path = tmp_path / seed
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", SAVES, path], env=environment, capture_output=True, text=True, check=True)
        files.append(path.read_bytes())
        texts.append(done.stdout)
    assert int(texts[0].split()[0]) > 5 and len(set(texts)) == 1
    # But for the seconds that it took, which the report has.
    loaded = [pydpgen._pydpgen.saved_origin(file) for file in files]
    assert len(set(map(repr, loaded))) == 1


def test_pickles_have_functions_that_can_be_imported():
    intervals = pydpgen.build(Interval, max_size=1)
    again = pickle.loads(pickle.dumps(intervals))
    assert list(again) == list(intervals) and again.total == 15 and again.check_hereditary(1)
    terms = pydpgen.build(Lambda, max_size=4, context=0)
    again = pickle.loads(pickle.dumps(terms))
    assert list(again) == list(terms) and all(again.rank(term) == rank for rank, term in enumerate(again))
    with pytest.raises(ValueError, match="were not saved"):
        again.check_hereditary(2)


def counts_of_terms(number):
    return pydpgen.build(Lambda, max_size=number, context=0).counts()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no os.fork")
def test_builds_in_processes():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(counts_of_terms, [4, 5, 6]).get(60) == [CLOSED_TERMS[: size + 1] for size in (4, 5, 6)]
        shards = [pydpgen.build(Lambda, max_size=5, context=0).shard(number, 3) for number in (1, 2, 3)]
        assert sum(map(len, pool.map_async(list, shards).get(60))) == sum(CLOSED_TERMS[:6])


# Arguments of tests.


def test_arguments_have_domains():
    seen = []

    @pydpgen.exhaustive(pydpgen.build(list[bool], max_size=2), expect=30)
    def test(
        xs,
        index: Annotated[int, Range(lambda xs: range(len(xs)))],
        value: Annotated[bool, Values(lambda xs, index: [xs[index], True])],
        factor: Annotated[int, Range(1, 2)],
    ):
        seen.append((tuple(xs), index, value, factor))

    test()
    lists = [(one,) for one in (False, True)] + [(one, other) for one in (False, True) for other in (False, True)]
    expected = {
        (xs, index, value, factor) for xs in lists for index in range(len(xs)) for value in {xs[index], True} for factor in (1, 2)
    }
    assert set(seen) == expected and len(seen) == len(expected)


def test_a_test_may_have_arguments_with_domains_alone():
    seen = []

    @pydpgen.exhaustive()
    def test(
        low: Annotated[int, Range(0, 2)], high: Annotated[int, Range(lambda low: range(low, 3))], few: Annotated[str, Values("a")]
    ):
        seen.append((low, high, few))

    test()
    assert seen == [(low, high, "a") for low in range(3) for high in range(low, 3)]


def test_a_later_argument_is_none_that_a_domain_reads():
    with pytest.raises(ValueError, match="the argument 'index' depends on 'scope', which is no argument before it"):

        @pydpgen.exhaustive(range(3))
        def test(number, index: Annotated[int, Range(lambda scope: range(3))]): ...

    with pytest.raises(ValueError, match="the argument 'index': its function reads 'later', which is not to the left of it"):

        @pydpgen.exhaustive(range(3))
        def test(number, index: Annotated[int, Range(lambda later: range(3))], later: Annotated[int, Range(1, 3)]): ...

    with pytest.raises(TypeError, match="the bounds of Range.* are ints"):

        @pydpgen.exhaustive(range(3))
        def test(number, index: Annotated[int, Range(1, "n")]): ...

    @pydpgen.exhaustive(range(3))
    def test(number, index: Annotated[int, Range(lambda number: [number / 2])]): ...

    with pytest.raises(TypeError, match="the argument 'index': .* 0.0, where integers are wanted"):
        test()
