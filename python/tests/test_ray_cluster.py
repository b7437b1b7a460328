"""Checks and datasets on a real cluster of Ray."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import warnings
from collections import Counter

import pytest

import pydpgen
import pydpgen.ray

try:
    import ray

    pytest.register_assert_rewrite("ray_nodes")
    from ray_nodes import TIMEOUT_SECONDS, here, until
except ImportError:
    warnings.warn("skipped: tests of pydpgen.ray on a cluster, as Ray is not installed", stacklevel=1)
    pytest.skip("Ray is not installed: pip install 'pydpgen[ray]'", allow_module_level=True)

pytest_plugins = ["ray_nodes"]

#: Catalan numbers (OEIS A000108).
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862]

ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])


@pytest.fixture(scope="module")
def trees():
    return pydpgen.Spec("binary-tree").build(max_size=9)


def test_a_check_runs_on_all_nodes_and_tries_each_rank_once(cluster, trees, tmp_path):
    def meets(tree):
        """Waits at first until there are three nodes, and notes each structure."""
        (tmp_path / here()).touch()
        until(lambda: len(list(tmp_path.iterdir())) >= 3)
        with open(tmp_path / here(), "a") as file:
            file.write(f"{tree}\n")

    told = []
    checked = pydpgen.ray.check(trees, meets, max_size=7, progress=lambda done, of: told.append((done, of)))
    tried = Counter(line for file in tmp_path.iterdir() for line in file.read_text().splitlines())
    assert tried == Counter(map(str, trees.up_to(7)))
    assert (checked.nodes, checked.cases, checked.passed, checked.restarts) == (3, 626, True, 0)
    assert pydpgen.ray.verify(checked.certificate, counts=CATALAN[:8]) == 626
    assert checked.loads <= checked.processes
    assert told[-1] == (626, 626)
    assert (checked.covered, checked.counts) == (7, CATALAN[:8])


def fails(tree):
    assert "Node(left=Node" not in repr(tree).removeprefix("Node(left=Node"), "a part is on the left"


def test_the_smallest_failure_is_that_of_one_process(cluster, trees):
    alone = pydpgen.check(trees, fails)
    early = pydpgen.ray.check(trees, fails, stop_early=True)
    for failure in [early.failure, pydpgen.ray.check(trees, fails).failure]:
        assert (failure.key, failure.of_size, failure.passed_before) == (
            alone.failure.key,
            alone.failure.of_size,
            alone.failure.passed_before,
        )
        assert failure.arguments == {"structure": alone.failure.arguments["structure"]}
        assert isinstance(failure.exception, AssertionError) and "in fails" in failure.exception.__notes__[0]
    assert early.cases == alone.cases == alone.failure.passed_before + 1
    again = pydpgen.ray.check(trees, fails, stop_early=True)
    assert early.certificate.to_json() == again.certificate.to_json()
    with pytest.raises(ValueError, match="were not tried"):
        pydpgen.ray.verify(early.certificate)


def test_a_case_that_hangs_is_a_failure(cluster, trees):
    def hangs(tree):
        while repr(tree).count("Node") == 2:
            time.sleep(0.01)

    checked = pydpgen.ray.check(trees, hangs, max_size=3, case_time=1)
    assert (checked.failures, checked.cases) == (CATALAN[2], sum(CATALAN[:4]))
    assert checked.failure.key == (2, 0) and "longer than 1 s" in str(checked.failure.exception)


def test_without_stopping_all_failures_are_counted(cluster, trees):
    def answers(tree):
        return len(repr(tree)) % 3 != 0

    checked = pydpgen.ray.check(trees, answers)
    assert checked.failures == sum(not answers(tree) for tree in trees) > 0
    assert checked.certificate.whole and pydpgen.ray.verify(checked.certificate, counts=CATALAN) == sum(CATALAN)


def test_a_node_that_is_killed_changes_nothing(cluster, doomed, trees, tmp_path):
    victim, begun = doomed.node_id, tmp_path / "begun"

    def kill(done, of):
        if begun.exists() and doomed in cluster.worker_nodes:
            cluster.remove_node(doomed, allow_graceful=False)

    def holds(tree):
        """Never ends on the node that is to be killed, and begins elsewhere once it has begun there."""
        if here() == victim:
            begun.touch()
            time.sleep(10 * TIMEOUT_SECONDS)
        until(begun.exists)
        with open(tmp_path / f"{here()}.tried", "a") as file:
            file.write(f"{tree}\n")

    killed = pydpgen.ray.check(trees, holds, progress=kill)
    assert doomed not in cluster.worker_nodes and killed.restarts >= 1
    # What the node had is tried elsewhere, not only said to be.
    tried = {line for file in tmp_path.glob("*.tried") for line in file.read_text().splitlines()}
    assert tried == set(map(str, trees))
    quiet = pydpgen.ray.check(trees, holds)
    assert quiet.restarts == 0
    assert killed.certificate.to_json() == quiet.certificate.to_json()
    assert pydpgen.ray.verify(killed.certificate, counts=CATALAN) == sum(CATALAN)


def test_a_case_that_kills_its_process_is_a_failure(cluster, trees):
    bad = trees.at(2, 1)
    checked = pydpgen.ray.check(trees, lambda tree: os._exit(1) if tree == bad else None, max_size=3)
    assert checked.failure.key == (2, 1) and "died, again and again" in str(checked.failure.exception)
    assert (checked.failures, checked.cases) == (1, 9)
    assert pydpgen.ray.verify(checked.certificate, counts=CATALAN[:4]) == 9


def test_time_ends_a_check(cluster, trees):
    def sticks(tree):
        if len(repr(tree)) > 40:
            time.sleep(10 * TIMEOUT_SECONDS)

    checked = pydpgen.ray.check(trees, sticks, time=2)
    assert checked.stopped and checked.failure is None and checked.seconds < TIMEOUT_SECONDS
    assert not checked.certificate.complete
    # The workers that were stuck are free again.
    assert pydpgen.ray.check(trees, lambda tree: None, max_size=5).cases == 65


class Odd(Exception):
    """It can not be pickled and made again."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def test_errors_say_what_they_are(cluster, trees):
    def odd(tree):
        raise Odd(1, 2)

    failure = pydpgen.ray.check(trees, odd, max_size=2).failure
    assert str(failure.exception).endswith("Odd: 1 and 2") and "in odd" in failure.exception.__notes__[0]

    def leaves(tree):
        raise SystemExit(3)

    with pytest.raises(RuntimeError, match=r"left by SystemExit\(3\) at 0:0"):
        pydpgen.ray.check(trees, leaves, max_size=0)
    lock = threading.Lock()
    with pytest.raises(TypeError, match="can not be sent to them: .*lock"):
        pydpgen.ray.check(trees, lambda tree: lock.locked())
    assert pydpgen.ray.check(trees.part(3, 3), leaves).cases == 0
    with pytest.raises(ValueError, match="the sizes are 0 to 9"):
        pydpgen.ray.check(trees, leaves, max_size=10)


def test_a_module_that_nodes_do_not_have_is_named(cluster, trees, tmp_path, monkeypatch):
    (tmp_path / "only_here.py").write_text("def holds(tree):\n    return True\n")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here

    with pytest.raises(RuntimeError, match="only_here.*working_dir"):
        pydpgen.ray.check(trees, only_here.holds)


#: A script whose property calls an attribute that calls itself.
SCRIPT = """
import sys
from dataclasses import dataclass
import pydpgen
from pydpgen.ray._object_store import without_predicates, pickled

@dataclass(frozen=True)
class Node:
    left: "Tree"
    right: "Tree"

Tree = Node | None

@pydpgen.attribute
def height(tree):
    return 0 if tree is None else 1 + max(height(tree.left), height(tree.right))

def low(tree):
    return height(tree) < 4 and (tree is None or isinstance(tree, Node))

trees = pydpgen.build(Tree, low, max_size=7)
open(sys.argv[1], "wb").write(pickled((without_predicates(trees), low)))
"""
#: A script that loads the value. All trees of up to 3 nodes are low: Catalan numbers again.
LOADS = """
import sys
import ray
trees, low = ray.cloudpickle.loads(open(sys.argv[1], "rb").read())
print(trees.counts()[:4], all(map(low, trees)))
"""


def test_what_a_script_defines_goes_along(tmp_path):
    for code in (SCRIPT, LOADS):
        (tmp_path / "run.py").write_text(code)
        words = [sys.executable, "run.py", "sent"]
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert done.stdout == "[1, 1, 2, 5] True\n"


def test_rows_are_all_structures(cluster, trees):
    def counted(table):
        return table.append_column("nodes_of", pa.compute.list_value_length(table["nodes"])).drop_columns("nodes")

    import pyarrow as pa
    import pyarrow.compute

    rows = pydpgen.ray.dataset(trees, max_size=7, override_num_blocks=3)
    found = rows.map_batches(counted, batch_format="pyarrow").take_all()
    assert sorted((row["size"], row["rank"], row["nodes_of"]) for row in found) == [
        (size, rank, 2 * size + 1) for size in range(8) for rank in range(CATALAN[size])
    ]
    places = [(row["size"], row["rank"]) for row in trees.up_to(7).to_arrow().drop_columns("nodes").to_pylist()]
    objects = pydpgen.ray.dataset(trees, max_size=7, as_objects=True, override_num_blocks=2).take_all()
    assert {(row["size"], row["rank"]): row["structure"] for row in objects} == dict(zip(places, trees.up_to(7)))


def test_wide_ranks_are_text(cluster):
    huge = pydpgen.Spec("binary-tree").build(max_size=60).of_size(60)
    last = huge.part(huge.total - 3, huge.total)
    for as_objects in (False, True):
        rows = pydpgen.ray.dataset(last, as_objects=as_objects, override_num_blocks=1).take_all()
        assert [row["rank"] for row in rows] == [str(huge.total - number) for number in (3, 2, 1)]
