"""Throughput of pydpgen.ray.check against as many plain processes, for a property of 1 ms a case.

    python benches/ray_throughput.py --cases 1000000 --workers 8

The property sleeps, so that the figures tell what scheduling costs even where there are fewer cores than workers; with
``--spin`` it computes instead. Plain processes are of ``multiprocessing``: each goes over one of equal shards. Both sides
have their processes before the clock starts, and both make the structures within it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from typing import Any

import ray

import pydpgen
import pydpgen.ray

#: Seconds that a case takes.
CASE = 0.001


def sleeps(structure: Any) -> None:
    time.sleep(CASE)


def spins(structure: Any) -> None:
    end = time.perf_counter() + CASE
    while time.perf_counter() < end:
        pass


def go_over(shard: tuple[Any, Any]) -> int:
    """The work of a plain process."""
    structures, function = shard
    cases = 0
    for structure in structures:
        function(structure)
        cases += 1
    return cases


def with_processes(structures: Any, function: Any, workers: int) -> float:
    shards = [(structures.shard(number + 1, workers), function) for number in range(workers)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        pool.map(time.sleep, [0.1] * workers, chunksize=1)
        begun = time.perf_counter()
        cases = sum(pool.map(go_over, shards, chunksize=1))
        taken = time.perf_counter() - begun
    assert cases == structures.total
    return taken


def with_ray(structures: Any, function: Any, workers: int) -> float:
    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        pydpgen.ray.check(structures.part(0, 100 * workers), function)
        begun = time.perf_counter()
        checked = pydpgen.ray.check(structures, function)
        taken = time.perf_counter() - begun
    finally:
        ray.shutdown()
    assert pydpgen.ray.verify(checked.certificate, part=True) == structures.total
    print(f"{checked.processes} processes, {checked.loads} loads of the build, {checked.restarts} restarts")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--spin", action="store_true", help="compute for 1 ms instead of sleeping")
    given = parser.parse_args()
    function = spins if given.spin else sleeps
    structures = pydpgen.Spec("binary-tree").build(max_size=14).part(0, given.cases)
    for name, run in [("plain processes", with_processes), ("pydpgen.ray.check", with_ray)]:
        taken = run(structures, function, given.workers)
        rate = structures.total / taken
        print(f"{name}: {structures.total:,} cases in {taken:.1f} s, {rate:,.0f} a second", flush=True)
        if run is with_processes:
            plain = rate
    print(f"pydpgen.ray.check has {100 * rate / plain:.1f} % of the throughput of plain processes")


if __name__ == "__main__":
    main()
