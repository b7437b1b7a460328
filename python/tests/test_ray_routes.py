"""The structures that reach a Ray cluster are exactly the valid ones, for each clause that rejects others."""

from __future__ import annotations

import sys

import pytest
import rejection_clauses

import pydpgen
import pydpgen.ray

try:
    import ray

    pytest.register_assert_rewrite("ray_nodes")
    from ray_nodes import here
except ImportError:
    pytest.skip("Ray is not installed: pip install 'pydpgen[ray]'", allow_module_level=True)

pytest_plugins = ["ray_nodes"]

for module in (rejection_clauses, sys.modules[__name__]):
    ray.cloudpickle.register_pickle_by_value(module)


@pytest.mark.parametrize("clause", rejection_clauses.CLAUSES)
def test_a_cluster_tries_what_is_valid(cluster, clause, tmp_path):
    structures, valid = rejection_clauses.CLAUSES[clause].structures(), rejection_clauses.CLAUSES[clause].valid()
    seen_as = rejection_clauses.CLAUSES[clause].seen

    def notes(structure):
        with open(tmp_path / here(), "a") as file:
            file.write(f"{seen_as(structure)!r}\n")

    checked = pydpgen.ray.check(structures, notes)
    seen = [line for file in tmp_path.iterdir() for line in file.read_text().splitlines()]
    assert checked.passed and checked.cases == len(seen) == len(set(seen)) and set(seen) == valid
    rows = pydpgen.ray.dataset(structures, as_objects=True, override_num_blocks=2).take_all()
    # Blocks come as they are ready.
    assert sorted(repr(row["structure"]) for row in rows) == sorted(repr(one) for one in structures)
    assert [repr(structures.at(row["size"], row["rank"])) for row in rows] == [repr(row["structure"]) for row in rows]
    assert {repr(seen_as(row["structure"])) for row in rows} == valid


def test_a_property_that_runs_nothing_fails(cluster):
    async def coroutine(structure):
        raise AssertionError

    checked = pydpgen.ray.check(rejection_clauses.CLAUSES["nothing"].structures(), coroutine, stop_early=True)
    assert not checked.passed and "nothing was checked" in str(checked.failure.exception)
