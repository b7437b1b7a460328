"""Answers cases `pattern<TAB>subject`, a line each, with the spans of the first match and of its groups: `1-2 1-1 -`.
A line without a tab is repeated.

    python3 engine.py re|regex|re2|pcre2|pcre2-jit|onigurumacffi

These are modules of Python; pcre2 with its interpreter and with its compiler, Oniguruma with Ruby's syntax.
"""

import importlib
import sys

name, _, jit = sys.argv[1].partition("-")
module = importlib.import_module(name)


def answer(pattern, subject):
    try:
        compiled = module.compile(pattern, jit=bool(jit)) if name == "pcre2" else module.compile(pattern)
    except Exception:
        return "refused"
    match = compiled.search(subject)
    if match is None:
        return "none"
    if name == "onigurumacffi":
        # Its span() has other places for groups that did not match.
        spans = list(zip(match._begs, match._ends))
    else:
        spans = [match.span(group) for group in range(compiled.groups + 1)]
    return " ".join("-" if start < 0 else f"{start}-{end}" for start, end in spans)


for line in sys.stdin:
    words = line.rstrip("\n").split("\t")
    print(answer(*words) if len(words) == 2 else words[0], flush=True)
