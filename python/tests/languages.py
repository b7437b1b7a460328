"""Languages whose programs have names in scope: lambda terms, and a small imperative language."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Annotated, Literal, NamedTuple

import pydpgen
from pydpgen import Give, Range, Then, Values

# Lambda terms with de Bruijn indices; the size counts abstractions and applications.


@dataclass(frozen=True)
class Variable:
    __dpgen_weight__ = 0

    index: Annotated[int, Range(lambda depth: range(depth))]


@dataclass(frozen=True)
class Abstraction:
    body: Annotated[Lambda, Give(lambda depth: depth + 1)]


@dataclass(frozen=True)
class Application:
    operator: Lambda
    operand: Lambda


Lambda = Variable | Abstraction | Application

#: OEIS A220894, "number of closed lambda-terms of size n with size 0 for the variables" (Grygiel and Lescanne, "Counting and
#: generating lambda terms", 2013).
CLOSED_TERMS = [0, 1, 3, 14, 82, 579, 4741, 43977, 454283]

# The language of the spec `imperative`: typed variables are declared before they are used, in blocks.

Ty = Literal["int", "bool"]


class Place(NamedTuple):
    """Where a statement stands: the types of the variables in scope, and whether there is a loop to leave."""

    scope: tuple[str, ...]
    in_loop: bool


class Want(NamedTuple):
    """Where an expression stands: the types of the variables in scope, and its own."""

    scope: tuple[str, ...]
    ty: str


#: How many variables may be in scope.
MAX_VARIABLES = 2


def types_to_declare(place):
    return ["int", "bool"] if len(place.scope) < MAX_VARIABLES else []


def next_place(place, statement):
    """The statements after a declaration see its variable."""
    return place._replace(scope=(*place.scope, statement.ty)) if isinstance(statement, Declare) else place


def names_of_type(want):
    return [name for name, ty in enumerate(want.scope) if ty == want.ty]


def an_int(place):
    return Want(place.scope, "int")


def a_bool(place):
    return Want(place.scope, "bool")


@dataclass(frozen=True)
class Program:
    __dpgen_weight__ = 0

    body: Annotated[Block, Give(Place((), False))]


@dataclass(frozen=True)
class Declare:
    ty: Annotated[Ty, Values(types_to_declare)]
    value: Annotated[Expr, Give(lambda place, ty: Want(place.scope, ty))]


@dataclass(frozen=True)
class Assign:
    name: Annotated[int, Range(lambda place: range(len(place.scope)))]
    value: Annotated[Expr, Give(lambda place, name: Want(place.scope, place.scope[name]))]


@dataclass(frozen=True)
class If:
    test: Annotated[Expr, Give(a_bool)]
    yes: Block
    no: Block


@dataclass(frozen=True)
class While:
    test: Annotated[Expr, Give(a_bool)]
    body: Annotated[Block, Give(lambda place: place._replace(in_loop=True))]


@dataclass(frozen=True)
class Inner:
    body: Block


@dataclass(frozen=True)
class Break:
    __dpgen_weight__ = 1


@dataclass(frozen=True)
class Name:
    name: Annotated[int, Values(names_of_type)]


@dataclass(frozen=True)
class Number:
    value: Annotated[int, Range(lambda want: range(2 if want.ty == "int" else 0))]


@dataclass(frozen=True)
class Add:
    left: Annotated[Expr, Give(an_int)]
    right: Annotated[Expr, Give(an_int)]


@dataclass(frozen=True)
class Less:
    left: Annotated[Expr, Give(an_int)]
    right: Annotated[Expr, Give(an_int)]


@dataclass(frozen=True)
class Not:
    inner: Annotated[Expr, Give(a_bool)]


Expr = Name | Number | Add | Less | Not
Statement = Declare | Assign | If | While | Inner | Break
Block = list[Annotated[Statement, Then(next_place)]]


def is_int(expr, context):
    return context.ty == "int"


def is_bool(expr, context):
    return context.ty == "bool"


def is_in_loop(statement, context):
    return context.in_loop


IMPERATIVE = {Break: is_in_loop, Add: is_int, Less: is_bool, Not: is_bool}


# A pair of fields without contexts, with functions that can be imported, so that pickles have them.


def from_low(low):
    return range(low, 5)


class Interval(NamedTuple):
    low: Annotated[int, pydpgen.Range(0, 4)]
    high: Annotated[int, pydpgen.Range(from_low)]


# Small classes of their own.

ENGINES = [None, "quotient", "dp", "lazy-dp", "top-down"]


def thing(**fields):
    """A class with these fields."""
    return make_dataclass("Thing", list(fields.items()), frozen=True)


#: A part that reads its context.
Reader = make_dataclass("Reader", [("x", Annotated[int, Range(lambda scope: range(len(scope)))])], frozen=True)


def counts(type, *arguments, max_size=2, **options):
    return pydpgen.build(type, *arguments, max_size=max_size, **options).counts()
