"""Counts shell scripts, by making all trees with any parts anywhere and checking where each may stand afterwards.

    python3 shell.py MAX_SIZE [PARAMETER=VALUE…]

prints the number of scripts of each size from 0 on. Each statement and each part of a word has size 1, besides what stands in it.
"""

import sys
from functools import lru_cache

PARAMS = dict(
    names=2, texts=2, singles=1, escapes=1, defaults=3, trims=2, separators=2, control=1, expansions=1,
)
PARAMS.update((name, int(value)) for name, value in (arg.split("=") for arg in sys.argv[2:]))
OPERATORS = ["-", "+", "=", ":-", ":+", ":="][: PARAMS["defaults"]]


def some(kind, number):
    return [(kind, place) for place in range(number)]


@lru_cache(None)
def parts(size):
    """All parts of words of a size."""
    found = []
    if size == 1:
        found += some("text", PARAMS["texts"])
    if not PARAMS["expansions"]:
        return found
    names = range(PARAMS["names"])
    if size == 1:
        found += some("single", PARAMS["singles"]) + some("escape", PARAMS["escapes"])
        found += some("value", len(names)) + some("length", min(len(names), 2))
        found += [("args", which) for which in "*@"] + [("star",)]
    if size > 0:
        for inner in part_lists(size - 1):
            found.append(("double", inner))
            found += [("default", name, operator, inner) for name in names for operator in OPERATORS]
            found += [("trim", name, operator, inner) for name in names for operator in range(PARAMS["trims"])]
        found += [("output", body) for body in bodies(size - 1)]
    return found


def lists(items, size):
    """All lists of a size, of items of sizes above 0."""
    if size == 0:
        return [()]
    return [(first, *rest) for of in range(1, size + 1) for first in items(of) for rest in lists(items, size - of)]


@lru_cache(None)
def part_lists(size):
    return lists(parts, size)


def words(size):
    """All words: lists of parts that are not empty."""
    return part_lists(size) if size > 0 else []


@lru_cache(None)
def word_lists(size):
    return lists(words, size)


@lru_cache(None)
def bodies(size):
    return lists(statements, size)


@lru_cache(None)
def statements(size):
    """All statements of a size."""
    if size == 0:
        return []
    found = [(kind, of) for kind in ("print", "set") for of in word_lists(size - 1)]
    found += [("assign", name, word) for name in range(PARAMS["names"]) for word in words(size - 1)]
    if size == 1 and PARAMS["expansions"]:
        found += some("separate", PARAMS["separators"])
    if not PARAMS["control"]:
        return found
    if size == 1:
        found += some("status", 2) + some("leave", 2) + some("return", 2) + [("strict",)]
    found += [("not", inner) for inner in statements(size - 1)]
    found += [(kind, body) for kind in ("function", "subshell") for body in bodies(size - 1)]
    for left in range(size):
        for a in statements(left):
            found += [("both", operator, a, b) for operator in "&|" for b in statements(size - 1 - left)]
            found += [("if", a, body) for body in bodies(size - 1 - left)]
        for of in word_lists(left):
            found += [("for", of, body) for body in bodies(size - 1 - left)]
    return found


def part_is_good(part, fields, quoted, braces, pattern):
    """Whether a part may stand where fields are made, between double quotes, in braces, in a pattern."""
    kind = part[0]
    if kind == "single":
        return not quoted or braces
    if kind == "double":
        return not quoted and all(part_is_good(inner, fields, True, False, pattern) for inner in part[1])
    if kind == "args":
        return fields or quoted and part[1] == "*"
    if kind == "default":
        makes = fields and "=" not in part[2]
        return all(part_is_good(inner, makes, quoted, True, False) for inner in part[3])
    if kind == "trim":
        return all(part_is_good(inner, False, False, True, True) for inner in part[3])
    if kind == "output":
        return body_is_good(part[1], False, False)
    return kind != "star" or pattern and not quoted


def word_is_good(word, fields):
    return all(part_is_good(part, fields, False, False, False) for part in word)


def body_is_good(body, in_loop, in_function):
    return all(statement_is_good(statement, in_loop, in_function) for statement in body)


def statement_is_good(statement, in_loop, in_function):
    kind = statement[0]
    if kind in ("print", "set"):
        return all(word_is_good(word, True) for word in statement[1])
    if kind == "assign":
        return word_is_good(statement[2], False)
    if kind == "leave":
        return in_loop
    if kind == "return":
        return in_function
    if kind == "not":
        return statement_is_good(statement[1], in_loop, in_function)
    if kind == "both":
        return all(statement_is_good(side, in_loop, in_function) for side in statement[2:])
    if kind == "if":
        test, body = statement[1:]
        return statement_is_good(test, in_loop, in_function) and body_is_good(body, in_loop, in_function)
    if kind == "for":
        return all(word_is_good(word, True) for word in statement[1]) and body_is_good(statement[2], True, in_function)
    if kind == "function":
        return body_is_good(statement[1], False, True)
    return kind != "subshell" or body_is_good(statement[1], False, False)


print(*(sum(body_is_good(body, False, False) for body in bodies(size)) for size in range(int(sys.argv[1]) + 1)))
