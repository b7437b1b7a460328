"""Counts closed simply typed lambda terms in the style of Church, by making them all.

Terms are made without looking at types, with every annotation, and each is given its type from its parts up; one that has
none, or a part whose type has too many arrows, is dropped. A variable has size 0, an abstraction or application 1.

    python3 lambda_typed.py MAX_ARROWS MAX_SIZE TYPE

prints the number of terms of each size from 0 on, where TYPE is written as in `(o>o)>o`, with `>` to the right.
"""

import sys


def arrows(ty):
    return 0 if ty == "o" else 1 + arrows(ty[0]) + arrows(ty[1])


def types_with(count):
    if count == 0:
        return ["o"]
    return [(a, b) for left in range(count) for a in types_with(left) for b in types_with(count - 1 - left)]


def read(text):
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == ">" and depth == 0:
            return (read(text[:place]), read(text[place + 1:]))
    return "o" if text == "o" else read(text[1:-1])


def terms(size, variables, types):
    """All terms of a size whose free variables are below `variables`, well typed or not."""
    if size == 0:
        for name in range(variables):
            yield ("var", name)
        return
    for ty in types:
        for body in terms(size - 1, variables + 1, types):
            yield ("lam", ty, body)
    for left in range(size):
        for operator in terms(left, variables, types):
            for operand in terms(size - 1 - left, variables, types):
                yield ("app", operator, operand)


def type_of(term, scope, most):
    """The type of a term, or None."""
    if term[0] == "var":
        ty = scope[term[1]]
    elif term[0] == "lam":
        body = type_of(term[2], scope + [term[1]], most)
        ty = body and (term[1], body)
    else:
        operator, operand = type_of(term[1], scope, most), type_of(term[2], scope, most)
        ty = operator[1] if operator and operand and operator != "o" and operator[0] == operand else None
    return ty if ty and arrows(ty) <= most else None


def main():
    most, max_size, goal = int(sys.argv[1]), int(sys.argv[2]), read(sys.argv[3])
    types = [ty for count in range(most + 1) for ty in types_with(count)]
    for size in range(max_size + 1):
        print(sum(type_of(term, [], most) == goal for term in terms(size, 0, types)), end=" ", flush=True)
    print()


main()
