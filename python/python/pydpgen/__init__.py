"""Every valid structure of a recursive type, from the type and its invariant: enumerate, count, index, sample.

>>> from dataclasses import dataclass
>>> import pydpgen
>>> @dataclass(frozen=True)
... class Node:
...     left: "Tree"
...     right: "Tree"
>>> Tree = Node | None
>>> @pydpgen.attribute
... def height(tree):
...     return 0 if tree is None else 1 + max(height(tree.left), height(tree.right))
>>> def balanced(tree):
...     return tree is None or abs(height(tree.left) - height(tree.right)) <= 1
>>> trees = pydpgen.build(Tree, balanced, max_size=7)
>>> trees.counts()
[1, 1, 2, 1, 4, 6, 4, 17]
>>> trees.rank(Node(None, Node(None, None)))
2

``build`` takes a type and a predicate, :class:`Spec` a text; both return :class:`Structures`. ``exhaustive`` makes a test
of all of them, ``machine`` one of all sequences of calls, ``pydpgen.strategies`` a strategy for Hypothesis; ``pydpgen.ray`` divides
the work among machines.
"""

from ._build import build
from ._build_reports import Explanation, Heredity
from ._case_runs import Checked, Failure
from ._check import check
from ._domains import Give, Len, Link, Range, RefersTo, Then, Values, Weight
from ._exhaustive import exhaustive
from ._load import load
from ._machine import check_machine, machine
from ._machine_marks import initialize, invariant, model_state, precondition, rule
from ._machine_report import Explored, SequenceFailure
from ._predicates import attribute, opaque
from ._pydpgen import BuildFailure, LoadFailure
from ._spec import Spec, specs
from ._structures import Structures

__all__ = [
    "BuildFailure",
    "Checked",
    "Explanation",
    "Explored",
    "Failure",
    "Give",
    "Heredity",
    "Len",
    "Link",
    "LoadFailure",
    "Range",
    "RefersTo",
    "SequenceFailure",
    "Spec",
    "Structures",
    "Then",
    "Values",
    "Weight",
    "attribute",
    "build",
    "check",
    "check_machine",
    "exhaustive",
    "initialize",
    "invariant",
    "load",
    "machine",
    "model_state",
    "opaque",
    "precondition",
    "rule",
    "specs",
]
