"""Counts small imperative programs, by making all trees with any names and checking scopes and types afterwards.

    python3 imperative.py VARIABLES MAX_SIZE

prints the number of programs of each size from 0 on. Each statement and each expression has size 1, besides its parts.
"""

import sys
from functools import lru_cache

VARIABLES = int(sys.argv[1])


@lru_cache(None)
def expressions(size):
    """All expressions of a size, whatever their names and types."""
    found = []
    if size == 1:
        found += [("var", name) for name in range(VARIABLES)] + [("lit", 0), ("lit", 1)]
    if size > 1:
        found += [("not", inner) for inner in expressions(size - 1)]
    for left in range(1, size - 1):
        for a in expressions(left):
            for b in expressions(size - 1 - left):
                found += [("add", a, b), ("less", a, b)]
    return found


@lru_cache(None)
def statements(size):
    found = [("break",)] if size == 1 else []
    if size > 0:
        found += [("block", body) for body in bodies(size - 1)]
    for value in range(1, size):
        for e in expressions(value):
            if value == size - 1:
                found += [("declare", ty, e) for ty in ("int", "bool")]
                found += [("assign", name, e) for name in range(VARIABLES)]
            found += [("while", e, body) for body in bodies(size - 1 - value)]
            for yes in range(size - value):
                found += [("if", e, a, b) for a in bodies(yes) for b in bodies(size - 1 - value - yes)]
    return found


@lru_cache(None)
def bodies(size):
    """All lists of statements of a size."""
    if size == 0:
        return [()]
    return [(first, *rest) for of in range(1, size + 1) for first in statements(of) for rest in bodies(size - of)]


def type_of(e, scope):
    kind = e[0]
    if kind == "var":
        return scope[e[1]] if e[1] < len(scope) else None
    if kind == "lit":
        return "int"
    parts = [type_of(part, scope) for part in e[1:]]
    if kind == "not":
        return "bool" if parts == ["bool"] else None
    return ("int" if kind == "add" else "bool") if parts == ["int", "int"] else None


def is_good(body, scope, in_loop):
    for s in body:
        kind = s[0]
        if kind == "declare":
            if len(scope) == VARIABLES or type_of(s[2], scope) != s[1]:
                return False
            scope = scope + [s[1]]
        elif kind == "assign":
            if s[1] >= len(scope) or type_of(s[2], scope) != scope[s[1]]:
                return False
        elif kind == "break":
            if not in_loop:
                return False
        elif kind == "block":
            if not is_good(s[1], scope, in_loop):
                return False
        else:
            inside = in_loop or kind == "while"
            if type_of(s[1], scope) != "bool" or not all(is_good(part, scope, inside) for part in s[2:]):
                return False
    return True


print(*(sum(is_good(body, [], False) for body in bodies(size)) for size in range(int(sys.argv[2]) + 1)))
