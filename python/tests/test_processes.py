"""Builds in processes that are forked from a process that builds."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time

import pytest
from trees import Tree, is_search_tree

import pydpgen

#: The counts of search trees up to size 3 with keys 1..3.
COUNTS = [1, 3, 6, 5]
#: The seconds after which a child counts as hanging.
HANG_SECONDS = 60

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no os.fork")


def build():
    return pydpgen.build(Tree, is_search_tree, max_size=3).counts()


def in_child(work):
    """Whether a child that is forked here ends, with a work that holds there."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    end = time.monotonic() + HANG_SECONDS
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise AssertionError("the child hangs")


def test_a_forked_child_builds():
    # The parent's threads wait for the next build.
    assert build() == COUNTS
    assert in_child(lambda: build() == COUNTS and build() == COUNTS)
    assert in_child(lambda: in_child(lambda: build() == COUNTS) and build() == COUNTS)
    # Those of the child are not the parent's.
    assert build() == COUNTS


def test_a_child_that_was_forked_during_a_build_builds():
    begun, over = threading.Event(), threading.Event()

    def waits(tree):
        begun.set()
        return over.wait(HANG_SECONDS)

    thread = threading.Thread(target=lambda: pydpgen.build(Tree, waits, max_size=1, rechecked=0))
    thread.start()
    try:
        assert begun.wait(HANG_SECONDS)
        assert in_child(lambda: build() == COUNTS)
    finally:
        over.set()
        thread.join()


def test_a_child_that_was_forked_by_a_predicate_builds():
    children = []

    def forks(tree):
        if not children:
            children.append(in_child(lambda: build() == COUNTS))
        return True

    assert pydpgen.build(Tree, forks, max_size=1).counts() == [1, 1]
    assert children == [True]


def counts_of(number):
    return build()


def test_a_pool_of_multiprocessing_builds():
    assert build() == COUNTS
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(counts_of, range(6)).get(HANG_SECONDS) == [COUNTS] * 6
