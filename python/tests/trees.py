"""Tree types and their predicates, as a user would write them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Literal

import pydpgen


@dataclass(frozen=True, slots=True)
class Node:
    left: Tree
    key: Annotated[int, pydpgen.Range(1, "n")]
    right: Tree


Tree = Node | None


@pydpgen.attribute
def least(tree):
    return tree.key if tree.left is None else least(tree.left)


@pydpgen.attribute
def greatest(tree):
    return tree.key if tree.right is None else greatest(tree.right)


def is_search_tree(tree):
    return tree is None or (
        (tree.left is None or greatest(tree.left) < tree.key)
        and (tree.right is None or tree.key < least(tree.right))
    )


@dataclass(frozen=True, slots=True)
class RedBlack:
    left: RedBlackTree
    key: Annotated[int, pydpgen.Range(1, "n")]
    red: bool
    right: RedBlackTree


RedBlackTree = RedBlack | None


@pydpgen.attribute
def black_height(tree):
    """How many black nodes are on each way down."""
    return 0 if tree is None else black_height(tree.left) + (not tree.red)


@pydpgen.attribute
def is_red(tree):
    return tree is not None and tree.red


def is_red_black(tree):
    if not is_search_tree(tree):
        return False
    if tree is None:
        return True
    if tree.red and (is_red(tree.left) or is_red(tree.right)):
        return False
    return black_height(tree.left) == black_height(tree.right)


def is_black(tree):
    return not is_red(tree)


@dataclass
class Item:
    """Can be changed, unlike a node."""

    first: Annotated[int, pydpgen.Range(0, 2)]
    rest: Item | None


class Color(enum.Enum):
    RED = "r"
    GREEN = "g"


@dataclass(frozen=True)
class Num:
    value: Literal[0, 1]


@dataclass(frozen=True)
class Add:
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Call:
    name: Literal["f", "g"]
    arguments: list[Expr]


Expr = Num | Add | Call
