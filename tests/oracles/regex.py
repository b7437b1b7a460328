"""Counts regular expressions with a subject, by making all trees with any group in a back reference and any parts in a class, and
checking afterwards that no class overlaps, and that groups are few enough, closed, and to the left where they are referred to.

    python3 regex.py MAX_SIZE [NAME=VALUE…]

prints the number of cases of each size from 0 on; the names are the parameters of specs/regex.ron, with the same defaults.
"""

import sys
from functools import lru_cache

P = dict(letters=2, dashes=1, groups=2, most=2, anchors=3, empties=1, references=0, looks=0, certain=0)
P.update((name, int(value)) for name, value in (word.split("=") for word in sys.argv[2:]))
LETTERS = range(P["letters"])


@lru_cache(None)
def parts(size):
    """All sequences of this many letters and ranges, in any order, a range from any letter to any."""
    if size == 0:
        return [()]
    each = [(a, a) for a in LETTERS] + [(a, b, "range") for a in LETTERS for b in LETTERS]
    return [(part, *rest) for part in each for rest in parts(size - 1)]


def is_class(chosen):
    """Ranges go upwards, and each part is after the one before."""
    upwards = all(part[0] < part[1] for part in chosen if len(part) == 3)
    return upwards and all(a[1] < b[0] for a, b in zip(chosen, chosen[1:]))


@lru_cache(None)
def atoms(size):
    found = []
    if size == 1:
        found += [("letter", a) for a in LETTERS] + [("any",)]
        found += [("same", group) for group in range(P["groups"])] if P["references"] else []
    if size > 1:
        found += [("class", negated, p) for negated in (0, 1) for p in parts(size - 1) if is_class(p)]
        found += [(kind, inner) for kind in ("group", "plain") for inner in regexes(size - 1)]
    return found


@lru_cache(None)
def items(size):
    found = list(atoms(size))
    found += [("anchor", at) for at in range(P["anchors"])] if size == 1 else []
    if size > 1:
        found += [("look", ahead, r) for ahead in range(P["looks"]) for r in regexes(size - 1)]
        found += [("repeat", low, lazy, a) for low in (0, 0, 1) for lazy in (0, 1) for a in atoms(size - 1)]
    if size > 2:
        bounds = [(low, high) for low in range(P["most"] + 1) for high in range(P["most"] + 1) if low <= high]
        found += [("repeat", low, lazy, a) for low, high in bounds for lazy in (0, 1) for a in atoms(size - 2)]
    return found


@lru_cache(None)
def sequences(size):
    """All sequences of items, also the empty one."""
    if size == 0:
        return [()]
    return [(first, *rest) for of in range(1, size + 1) for first in items(of) for rest in sequences(size - of)]


@lru_cache(None)
def regexes(size):
    """All lists of branches; those without items have size 1, and each bar has."""
    branches = lambda of: (sequences(of) if of else []) + ([()] if of == 1 and P["empties"] else [])
    found = [[b] for b in branches(size)]
    for of in range(1, size - 1):
        found += [[b, *rest] for b in branches(of) for rest in regexes(size - 1 - of)]
    return found


class Bad(Exception):
    pass


def walk(regex, state, usable):
    """Numbers the groups; gives the set of groups that may be referred to after it."""
    after = set(usable)
    for branch in regex:
        now = set(usable) if P["certain"] else set(after)
        for item in branch:
            now |= walk_item(item, state, now)
        after |= now
    return after if not P["certain"] or len(regex) == 1 else set(usable)


def walk_item(item, state, usable):
    kind = item[0]
    if kind == "same" and item[1] not in usable:
        raise Bad
    if kind == "group":
        number = state[0]
        state[0] += 1
        if state[0] > P["groups"]:
            raise Bad
        return walk(item[1], state, usable) | {number}
    if kind == "plain":
        return walk(item[1], state, usable)
    if kind == "look":
        inside = walk(item[2], state, usable)
        return usable if P["certain"] and item[1] == 1 else inside
    if kind == "repeat":
        inside = walk_item(item[3], state, usable)
        return usable if P["certain"] and item[1] == 0 else inside
    return usable


def is_good(regex):
    try:
        walk(regex, [0], set())
        return True
    except Bad:
        return False


symbols = P["letters"] + (1 if P["dashes"] else 0)
sizes = range(int(sys.argv[1]) + 1)
good = [sum(is_good(regex) for regex in regexes(size)) for size in sizes]
print(*(sum(good[of] * symbols ** (size - of) for of in range(size + 1)) for size in sizes))
