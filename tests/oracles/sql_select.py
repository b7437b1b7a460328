"""Counts SQL queries, by making all trees with any names and checking afterwards what each query may read.

    python3 sql_select.py MAX_SIZE [NAME=VALUE...]

prints the number of queries of each size from 0 on. The names are parameters of the spec `sql-select`. A tree is a tuple: what it is,
and its parts; tables have the numbers that stand in the text.
"""

import sys
from functools import lru_cache
from itertools import product

MAX_SIZE = int(sys.argv[1])
P = {
    "kinds": 2, "tables": 3, "columns": 2, "joins": 2, "on_subqueries": 0, "literals": 2, "comparisons": 6, "functions": 6, "orders": 4,
}
P.update((name, int(value)) for name, value in (word.split("=") for word in sys.argv[2:]))
NUMBERS = range(P["tables"])
COLUMNS = ("n0", "n1")
BOTH = (False, True)


def products(size, *makers):
    """All tuples of trees, one by each maker, whose sizes add up."""
    if not makers:
        return [()] if size == 0 else []
    first, *others = makers
    return [(tree, *rest) for of in range(size + 1) for tree in first(of) for rest in products(size - of, *others)]


def leaves(size, trees):
    return list(trees) if size == 1 else []


@lru_cache(None)
def numbers(size):
    if size < 1:
        return []
    found = leaves(size, [("column", t, c) for t in NUMBERS for c in COLUMNS] + [("count rows",)])
    found += leaves(size, [("literal", i) for i in range(P["literals"])])
    for pair in products(size - 1, numbers, numbers):
        found += [(name, *pair) for name in ("+", "-", "coalesce", "nullif")]
    for inner in numbers(size - 1):
        found += [("minus", inner)] + [("aggregate", i, inner) for i in range(P["functions"])]
    for text in texts(size - 1):
        found += [("length", text), ("aggregate", "count", text), ("aggregate", "count distinct", text)]
    found += [("case", *parts) for parts in products(size - 1, conditions, numbers, numbers)]
    return found + [("subquery", "number", True, query) for query in queries(size - 1)]


@lru_cache(None)
def texts(size):
    if size < 1:
        return []
    found = leaves(size, [("column", t, "s") for t in NUMBERS] + [("literal", i) for i in range(P["literals"])])
    for pair in products(size - 1, texts, texts):
        found += [(name, *pair) for name in ("||", "coalesce", "nullif")]
    found += [("aggregate", name, text) for name in ("min", "max") for text in texts(size - 1)]
    found += [("case", *parts) for parts in products(size - 1, conditions, texts, texts)]
    return found + [("subquery", "text", True, query) for query in queries(size - 1)]


@lru_cache(None)
def conditions(size):
    if size < 1:
        return []
    found = []
    for kind in (numbers, texts):
        for pair in products(size - 1, kind, kind):
            found += [("compare", i, *pair) for i in range(P["comparisons"])]
        found += [("is null", negated, inner) for inner in kind(size - 1) for negated in BOTH]
    for three in products(size - 1, numbers, numbers, numbers):
        found += [(name, negated, *three) for name in ("between", "in list") for negated in BOTH]
    for text in texts(size - 1):
        found += [("like", negated, pattern, text) for negated in BOTH for pattern in ("a%", "_")]
    for pair in products(size - 1, conditions, conditions):
        found += [("and", *pair), ("or", *pair)]
    for inner in conditions(size - 1):
        found += [("not", inner)] + [("truth", i, inner) for i in range(4)]
    # EXISTS is asked of a column of numbers.
    found += [("subquery", "number", False, query, negated) for query in queries(size - 1) for negated in BOTH]
    for kind, name in ((numbers, "number"), (texts, "text")):
        for left, query in products(size - 1, kind, queries):
            found += [("in", left, ("subquery", name, False, query), negated) for negated in BOTH]
    return found


@lru_cache(None)
def joins(size):
    """What stands behind FROM: tables as (kind, number), and conditions with the kind of their join."""
    found = [((table,), ()) for table in leaves(size, product(range(P["kinds"]), NUMBERS))]
    if size >= 2:
        for (on,) in products(size - 2, conditions):
            for names in product(range(P["kinds"]), repeat=2):
                for at in product(NUMBERS, repeat=2):
                    found += [(tuple(zip(names, at)), ((join, on),)) for join in range(P["joins"])]
    if size >= 3:
        for first, second in products(size - 3, conditions, conditions):
            for names in product(range(P["kinds"]), repeat=3):
                for at in product(NUMBERS, repeat=3):
                    for kinds in product(range(P["joins"]), repeat=2):
                        found.append((tuple(zip(names, at)), ((kinds[0], first), (kinds[1], second))))
    return found


def optional(maker):
    """A condition, or none."""
    return lambda size: maker(size) + ([None] if size == 0 else [])


def keys(size):
    """GROUP BY: nothing, a column of numbers, one of texts, or both."""
    of_numbers, of_texts = [(t, c) for t in NUMBERS for c in COLUMNS], [(t, "s") for t in NUMBERS]
    if size == 0:
        return [()]
    return [(key,) for key in of_numbers + of_texts] if size == 1 else list(product(of_numbers, of_texts)) if size == 2 else []


@lru_cache(None)
def items(size):
    """One column of the result or more, each ("number" or "text", expression)."""
    found = one_item(size)
    for of in range(1, size):
        found = found + [(*first, *rest) for first in one_item(of) for rest in items(size - of) if len(rest) < P["columns"]]
    return found


@lru_cache(None)
def one_item(size):
    return [(("number", e),) for e in numbers(size)] + [(("text", e),) for e in texts(size)]


def orders(size):
    """ORDER BY of this many columns at most, as (column, direction), with a limit and an offset or without."""
    found = [()] if size == 0 else []
    for limited in BOTH:
        length = size - limited
        if 1 <= length <= P["columns"]:
            for columns in product(range(P["columns"]), repeat=length):
                if len(set(columns)) == length:
                    for directions in product(range(P["orders"]), repeat=length):
                        by = tuple(zip(columns, directions))
                        found += [(by, rows, skip) for rows in range(3) for skip in BOTH] if limited else [(by,)]
    return found


@lru_cache(None)
def queries(size):
    return [
        (*parts, distinct)
        for parts in products(size, joins, optional(conditions), keys, optional(conditions), items, orders)
        for distinct in BOTH
    ]


def has_aggregate(tree):
    """Whether there is an aggregate of the query itself; those of subqueries are theirs."""
    if not isinstance(tree, tuple) or not tree or tree[0] == "subquery":
        return False
    return tree[0] in ("aggregate", "count rows") or any(map(has_aggregate, tree[1:]))


def reads_well(tree, readable, own, used):
    """Whether an expression reads only these columns, in aggregates only those of these tables (None: no aggregates), where so many
    tables are in scope."""
    if not isinstance(tree, tuple):
        return True
    if tree[0] == "column":
        return tree[1:] in readable
    if tree[0] == "subquery":
        return is_good(tree[3], tree[1], tree[2], readable, used)
    if tree[0] == "count rows":
        return own is not None
    if tree[0] == "aggregate":
        return own is not None and reads_well(tree[2], own, None, used)
    return all(reads_well(part, readable, own, used) for part in tree[1:])


def is_good(query, want, single, readable, used):
    """Whether a query is one where these columns can be read and so many tables are in scope. `readable` has, behind "grouped", those
    that are columns of GROUP BY."""
    (tables, ons), where, group_by, having, columns, order, distinct = query
    numbers_of_tables = [number for _, number in tables]
    if numbers_of_tables != list(range(used, used + len(tables))) or used + len(tables) > P["tables"]:
        return False
    used += len(tables)
    own = frozenset((number, c) for number in numbers_of_tables for c in (*COLUMNS, "s"))
    # In ON are all tables up to there; without subqueries that is as if no table more could be in scope.
    for place, (_, on) in enumerate(ons):
        seen = Readable(readable.plain | {(t, c) for t, c in own if t in numbers_of_tables[: place + 2]}, readable.grouped)
        if not reads_well(on, seen, None, numbers_of_tables[place + 1] + 1 if P["on_subqueries"] else P["tables"]):
            return False
    within = Readable(readable.plain | own, readable.grouped)
    if where is not None and not reads_well(where, within, None, used):
        return False
    is_total = not group_by and any(has_aggregate(e) for _, e in columns)
    if group_by or is_total:
        if not set(group_by) <= own:
            return False
        within = Readable(readable.plain, frozenset(group_by))
        aggregated = Readable(own, frozenset())
    else:
        aggregated = None
    if having is not None and (not group_by or not reads_well(having, within, aggregated, used)):
        return False
    if not all(reads_well(e, within, aggregated, used) for _, e in columns):
        return False
    if want != "rows" and [kind for kind, _ in columns] != [want]:
        return False
    if is_total:
        # It has one row.
        return not distinct and not order
    if order:
        if len(order[0]) != len(columns) or max(column for column, _ in order[0]) >= len(columns):
            return False
        if len(order) == 1 and want != "rows" or len(order) == 3 and single and order[1] > 1:
            return False
        return not single or len(order) == 3
    return not single


class Readable:
    """Columns of tables, and columns of GROUP BY, which a subquery with aggregates does not pass on."""

    def __init__(self, plain, grouped):
        self.plain, self.grouped = frozenset(plain), frozenset(grouped)

    def __contains__(self, column):
        return column in self.plain or column in self.grouped


NOTHING = Readable((), ())
print(*(sum(is_good(query, "rows", False, NOTHING, 0) for query in queries(size)) for size in range(MAX_SIZE + 1)))
