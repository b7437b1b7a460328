"""Evaluates terms in prefix notation, a line each, with the faults that the arguments name."""
import sys

FAULTS = set(sys.argv[1:])


class Refused(Exception):
    """A term that a faulty evaluator does not take."""


def parse(tokens):
    token = tokens.pop(0)
    if token != "(":
        return int(token)
    node = [tokens.pop(0)]
    while tokens[0] != ")":
        node.append(parse(tokens))
    tokens.pop(0)
    return node


def evaluate(term):
    if isinstance(term, int):
        return 3 if term == 2 and "literal" in FAULTS else term
    name, *parts = term
    if name == "if":
        test, yes, no = parts
        chosen = yes if evaluate(test) else no
        if "both-branches" in FAULTS:
            return evaluate(yes) if evaluate(test) > 0 else evaluate(no)
        return evaluate(chosen)
    values = [evaluate(part) for part in parts]
    if name == "neg":
        if "double-negation" in FAULTS and isinstance(parts[0], list) and parts[0][0] == "neg":
            raise Refused(f"no sign before {values[0]}")
        if "negative-zero" in FAULTS and values[0] == 0:
            return "-0" if term is WHOLE else 0
        return -values[0]
    left, right = values
    if name == "+":
        if "addition-of-negative" in FAULTS and right < 0:
            return left - right
        return left + right
    if name == "-":
        return right - left if "operands" in FAULTS else left - right
    if name == "*":
        if "factor-zero" in FAULTS and right == 0:
            return left
        if "sum-in-product" in FAULTS and isinstance(parts[1], list) and parts[1][0] in ("+", "-"):
            first, second = (evaluate(part) for part in parts[1][1:])
            return left * first + (second if parts[1][0] == "+" else -second)
        return left * right
    if "not-greater" in FAULTS:
        return int(left <= right)
    if "truth-in-sum" in FAULTS and term is WHOLE:
        return left < right
    return int(left < right)


for line in sys.stdin:
    WHOLE = parse(line.replace("(", "( ").replace(")", " )").split())
    try:
        print(evaluate(WHOLE), flush=True)
    except Refused as why:
        print("refused:", why, flush=True)
