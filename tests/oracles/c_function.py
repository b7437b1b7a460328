"""Counts small C functions, by making all trees with any names and checking scopes and types afterwards.

    python3 c_function.py VARIABLES LOOPS LITERALS DIVISORS OPERATORS COMPARISONS ASSIGNMENTS MAX_SIZE

prints the number of functions of each size from 0 on. The arguments are the parameters of the spec `c-function`. Statements,
expressions and places have size 1 besides their parts; to read a place, and to ask whether a value is not 0, adds nothing.
"""

import sys
from functools import lru_cache

VARIABLES, LOOPS, LITERALS, DIVISORS, OPERATORS, COMPARISONS, ASSIGNMENTS, MAX_SIZE = map(int, sys.argv[1:])
KINDS = ("unsigned", "char", "array", "pair")
# The inputs are the variables of type `unsigned` with the numbers 0 and 1.
NAMES = range(VARIABLES)


def splits(total, parts):
    """All ways to write a number as a sum of so many numbers from 0 on."""
    if parts == 1:
        return [(total,)]
    return [(first, *rest) for first in range(total + 1) for rest in splits(total - first, parts - 1)]


def products(size, *makers):
    """All tuples of structures, one by each maker, whose sizes add up."""
    found = []
    for sizes in splits(size, len(makers)):
        tuples = [()]
        for make, of in zip(makers, sizes):
            tuples = [(*front, last) for front in tuples for last in make(of)]
        found += tuples
    return found


@lru_cache(None)
def places(size):
    if size < 1:
        return []
    found = []
    if size == 1:
        found += [("unsigned", name) for name in range(VARIABLES + 2)]
        for name in NAMES:
            found += [("char", name), ("target", name)]
            found += [("element", name, index) for index in (0, 1, 2)]
            found += [("member", name, member) for member in ("m", "n")]
    return found + [("element at", name, index) for name in NAMES for index in expressions(size - 1)]


@lru_cache(None)
def expressions(size):
    if size < 1:
        return []
    found = [("read", place) for place in places(size)]
    if size == 1:
        found += [("counter", name) for name in range(LOOPS)]
        found += [("literal", number) for number in range(LITERALS)]
    for operators, name in ((OPERATORS, "arithmetic"), (2, "divide"), (2, "shift")):
        for left, right in products(size - 1, expressions, expressions):
            found += [(name, operator, left, right) for operator in range(operators)]
    for inner in expressions(size - 1):
        found += [("divide by", operator, divisor, inner) for operator in "/%" for divisor in range(DIVISORS)]
        found += [("unary", operator, inner) for operator in ("~", "-", "narrow")]
    found += [("truth", test) for test in tests(size - 1)]
    return found + [("choose", *parts) for parts in products(size - 1, tests, expressions, expressions)]


@lru_cache(None)
def tests(size):
    if size < 1:
        return []
    found = [("nonzero", value) for value in expressions(size)]
    for parts in products(size - 1, expressions, expressions):
        found += [("compare", operator, *parts) for operator in range(COMPARISONS)]
    for parts in products(size - 1, tests, tests):
        found += [("logical", operator, *parts) for operator in ("&&", "||")]
    return found + [("not", inner) for inner in tests(size - 1)]


@lru_cache(None)
def statements(size):
    if size < 1:
        return []
    found = [("declare", kind, value) for kind in KINDS for value in expressions(size - 1)]
    found += [("point", place) for place in places(size - 1)]
    if size == 1:
        found += [("repoint", a, "input", b) for a in NAMES for b in (0, 1)]
        found += [("repoint", a, "pointer", b) for a in NAMES for b in NAMES]
        found += [("copy", a, b) for a in NAMES for b in NAMES]
    for parts in products(size - 1, places, expressions):
        found += [("assign", operator, *parts) for operator in range(ASSIGNMENTS)]
    found += [("if", *parts) for parts in products(size - 1, tests, bodies, bodies)]
    found += [("for", trips, body) for trips in (3, 16) for body in bodies(size - 1)]
    for test, body in products(size - 1, tests, bodies):
        found += [("while", test, body), ("do", test, body)]
    found += [("leave", way, test) for way in ("return", "break", "continue") for test in tests(size - 1)]
    return found + [("block", body) for body in bodies(size - 1)]


@lru_cache(None)
def bodies(size):
    """All lists of statements of a size."""
    if size == 0:
        return [()]
    return [(first, *rest) for of in range(1, size + 1) for first in statements(of) for rest in bodies(size - of)]


def number_of(scope, kind):
    return sum(declared == kind for declared in scope)


def is_good_place(place, scope, loops):
    kind, name = place[:2]
    needed = {"element": "array", "element at": "array", "member": "pair", "target": "pointer"}.get(kind, kind)
    return name < number_of(scope, needed) and (kind != "element at" or is_good_value(place[2], scope, loops))


def is_good_value(e, scope, loops):
    """Whether an expression or a test reads only what is in scope."""
    kind = e[0]
    if kind == "read":
        return is_good_place(e[1], scope, loops)
    if kind == "counter":
        return e[1] < loops
    return all(is_good_value(part, scope, loops) for part in e[1:] if isinstance(part, tuple))


def is_good(body, scope, loops):
    """Whether a body is good where these variables are in scope, in the order of their declarations."""
    for s in body:
        kind, parts = s[0], s[1:]
        if kind in ("declare", "point"):
            if len(scope) == VARIABLES + 2:
                return False
            if kind == "point" and (parts[0][0] == "char" or parts[0][0] == "member" and parts[0][2] == "n"):
                return False
            if not (is_good_place if kind == "point" else is_good_value)(parts[-1], scope, loops):
                return False
            scope = scope + [parts[0] if kind == "declare" else "pointer"]
        elif kind == "repoint":
            pointer, which, to = parts
            if pointer >= number_of(scope, "pointer") or to >= (2 if which == "input" else pointer):
                return False
        elif kind == "copy":
            if parts[0] == parts[1] or max(parts) >= number_of(scope, "pair"):
                return False
        elif kind == "assign":
            if not is_good_place(parts[1], scope, loops) or not is_good_value(parts[2], scope, loops):
                return False
        elif kind == "leave":
            if parts[0] != "return" and loops == 0 or not is_good_value(parts[1], scope, loops):
                return False
        elif kind == "block":
            if not parts[0] or not is_good(parts[0], scope, loops):
                return False
        elif kind == "if":
            test, yes, no = parts
            if not yes or not is_good_value(test, scope, loops):
                return False
            if not is_good(yes, scope, loops) or not is_good(no, scope, loops):
                return False
        else:
            if loops == LOOPS or not parts[1] or kind != "for" and not is_good_value(parts[0], scope, loops):
                return False
            if not is_good(parts[1], scope, loops + 1):
                return False
    return True


INPUTS = ["unsigned", "unsigned"]
print(*(sum(is_good(body, INPUTS, 0) for body in bodies(size)) for size in range(MAX_SIZE + 1)))
