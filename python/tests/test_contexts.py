"""Contexts of structures, and domains that depend on fields to the left. ``test_routes.py`` has each way to receive them."""

from __future__ import annotations

import dataclasses
import random
from typing import Annotated, Literal, NamedTuple

import languages
import pytest
from languages import (
    CLOSED_TERMS,
    ENGINES,
    IMPERATIVE,
    Abstraction,
    Application,
    Interval,
    Lambda,
    Program,
    Reader,
    Variable,
    counts,
    thing,
)

import pydpgen
from pydpgen import Give, Range, Then, Values

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
    if name == "Body":  # a class of the spec alone: here a block is a list
        return as_text(*fields)
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
