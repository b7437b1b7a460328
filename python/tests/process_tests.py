"""Tests that run in several processes, which import them from here."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from dataclasses import dataclass

import pydpgen


@dataclass(frozen=True)
class Node:
    left: Tree
    right: Tree


Tree = Node | None

#: Catalan numbers of trees: 1, 1, 2, 5, 14, 42, 132, 429.
trees = pydpgen.build(Tree, max_size=7)

#: The process in which this was imported first.
FIRST_PROCESS = os.environ.setdefault("PYDPGEN_FIRST_PROCESS", str(os.getpid()))


def size(tree):
    return 0 if tree is None else size(tree.left) + 1 + size(tree.right)


def depth(tree):
    return 0 if tree is None else 1 + max(depth(tree.left), depth(tree.right))


def passes(tree):
    assert depth(tree) <= size(tree)


def fails_at_the_first(tree):
    raise ValueError("the first")


def fails_late(tree):
    assert size(tree) < 6 or depth(tree) > 4


def fails_at_the_last(tree):
    assert size(tree) < 7 or tree.right is not None or depth(tree) < 7 or tree.left.right is not None


def answers_false(tree):
    return size(tree) < 5


def is_late(tree):
    time.sleep(60 * (size(tree) == 5))


def is_deadly(tree):
    return size(tree) == 6 and tree.left is None and depth(tree) == 4


def kills(tree):
    if is_deadly(tree):
        os.kill(os.getpid(), signal.SIGKILL)


def ends(tree):
    if tree is None:
        os._exit(3)


def leaves(tree):
    if size(tree) == 4:
        raise SystemExit("over")


def fails_elsewhere(tree):
    assert size(tree) < 3 or str(os.getpid()) == FIRST_PROCESS, "not at home"


def hangs_deep_in_c(tree):
    if size(tree) == 3:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        ctypes.CDLL(None).sleep(60)


def is_slow(tree):
    time.sleep(0.005)


@pydpgen.exhaustive(trees, other=trees, key=range(3), max_size=5)
def pairs(tree, other, key):
    assert depth(tree) + depth(other) + key < 5


@pydpgen.exhaustive(trees, at=lambda tree: range(size(tree)), more=lambda at: range(2))
def dependent(tree, at, more):
    assert at < 4 or more == 0 or depth(tree) < 5


@pydpgen.exhaustive(trees, at=lambda tree: range(size(tree)), more=lambda at: range(2), expect=2 + 8 + 30 + 112 + 420 + 1584 + 6006)
def dependent_passes(tree, at, more):
    assert at < size(tree)


@pydpgen.exhaustive(trees, at=lambda tree: range(size(tree)))
def dependent_kills(tree, at):
    if size(tree) == 4 and at == 2:
        os._exit(7)


@pydpgen.exhaustive(trees, at=lambda tree: range(size(tree)))
def dependent_is_slow(tree, at):
    time.sleep(0.005)
