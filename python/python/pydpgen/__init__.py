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

from . import settings
from ._build import build
from ._build_reports import Explanation, Heredity
from ._case_record import assume, event, note
from ._check import check
from ._check_report import Checked, Failure
from ._domains import Give, Len, Link, Range, RefersTo, Text, Then, Values, Weight
from ._exhaustive import exhaustive
from ._load import load
from ._machine import check_machine, machine
from ._machine_marks import initialize, invariant, model_state, precondition, rule
from ._machine_report import Explored, SequenceFailure
from ._predicates import attribute, opaque
from ._pydpgen import BuildFailure, LoadFailure
from ._shared_fixtures import HealthWarning
from ._spec import Spec, specs
from ._structures import Structures

__all__ = [
    "BuildFailure",
    "Checked",
    "Explanation",
    "Explored",
    "Failure",
    "Give",
    "HealthWarning",
    "Heredity",
    "Len",
    "Link",
    "LoadFailure",
    "Range",
    "RefersTo",
    "SequenceFailure",
    "Spec",
    "Structures",
    "Text",
    "Then",
    "Values",
    "Weight",
    "assume",
    "attribute",
    "build",
    "check",
    "check_machine",
    "event",
    "exhaustive",
    "initialize",
    "invariant",
    "load",
    "machine",
    "model_state",
    "note",
    "opaque",
    "precondition",
    "rule",
    "settings",
    "specs",
]
