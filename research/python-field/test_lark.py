"""lark: grammars of two rules, against the words that they derive."""

from dataclasses import dataclass
from itertools import product
from typing import Annotated

import pytest
from faults import fault

import pydpgen
from pydpgen import Len, Values

lark = pytest.importorskip("lark")

WORDS = ["".join(word) for length in range(4) for word in product("ab", repeat=length)]


@dataclass(frozen=True)
class Alternative:
    symbols: tuple[Annotated[str, Values("s", "x", "A", "B")], ...]


@dataclass(frozen=True)
class Grammar:
    __dpgen_weight__ = 0
    s: Annotated[tuple[Alternative, ...], Len(1, 2)]
    x: Annotated[tuple[Alternative, ...], Len(1, 2)]

    def __str__(self) -> str:
        rules = {"start": "s"} | {name: " | ".join(" ".join(one.symbols) for one in rule) for name, rule in vars(self).items()}
        return "\n".join(f"{name}: {rule}" for name, rule in rules.items()) + '\nA: "a"\nB: "b"\n'

    def language(self) -> set[str]:
        """The words that are derived, up to the length of ``WORDS``: the least fixed point."""
        words: dict[str, set[str]] = {"s": set(), "x": set(), "A": {"a"}, "B": {"b"}}
        while True:
            found = dict(words)
            for name, rule in vars(self).items():
                for one in rule:
                    derived = {""}
                    for symbol in one.symbols:
                        derived = {left + right for left in derived for right in words[symbol] if len(left + right) <= 3}
                    found[name] = found[name] | derived
            if found == words:
                return words["s"]
            words = found


def repeats_nothing(value: Grammar) -> bool:
    return all(len(rule) == 1 or rule[0] != rule[1] for rule in (value.s, value.x))


GRAMMARS = pydpgen.build(Grammar, {Grammar: repeats_nothing}, max_size=4)


def parsed(grammar: Grammar, **options: str) -> set[str]:
    parser, words = lark.Lark(str(grammar), **options), set()
    for word in WORDS:
        try:
            parser.parse(word)
            words.add(word)
        except lark.exceptions.LarkError:
            pass
    return words


@pydpgen.exhaustive(GRAMMARS)
def test_earley(grammar: Grammar) -> None:
    assert parsed(grammar, parser="earley") == grammar.language()


@pydpgen.exhaustive(GRAMMARS)
def test_lalr(grammar: Grammar) -> None:
    """What is not LALR(1) is refused."""
    try:
        words = parsed(grammar, parser="lalr")
    except lark.exceptions.GrammarError:
        return
    assert words == grammar.language()


@fault(
    "lark", GRAMMARS, smallest="Grammar(s=(Alternative(symbols=('s',)),), x=(Alternative(symbols=('s',)),))", failed=0, case_time=2
)
def test_cyk(grammar: Grammar) -> None:
    """A rule that is an alternative of itself is one of a context-free grammar. Rules without symbols are refused."""
    if all(one.symbols for rule in (grammar.s, grammar.x) for one in rule):
        assert parsed(grammar, parser="cyk") == grammar.language()
