"""Times of builds by Python predicates, and of their counts, instances and columns.

    python benches/builds.py

Times are of one process and include every run of the predicate; the result is the fastest of three. The types and predicates
are those of the tests. The counts are those of the encyclopedia of integer sequences: A001137 (red-black trees) and A000108
(search trees).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pydpgen

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import trees

#: Search trees of twelve nodes.
SEARCH_TREES = 208_012

#: Red-black trees of twelve and of twenty nodes, with a black root.
RED_BLACK = {12: 688, 20: 248_312}


def fastest(what: str, bar: float, run: Callable[[], Any]) -> Any:
    """The result of ``run``; prints the seconds of the fastest of three runs, and the bar."""
    taken = []
    result = None
    for _ in range(3):
        result = None
        begun = time.perf_counter()
        result = run()
        taken.append(time.perf_counter() - begun)
    print(f"{what:<52} {min(taken):7.3f} s   (bar {bar} s)")
    return result


def red_black(size: int) -> Any:
    return pydpgen.build(trees.RedBlackTree, trees.is_red_black, root_ok=trees.is_black, max_size=size)


def search_trees() -> Any:
    return pydpgen.build(trees.Tree, trees.is_search_tree, max_size=12)


def main() -> None:
    for size, bar in ((12, 0.5), (20, 2.0)):
        built = fastest(f"red-black trees to {size}, built and counted", bar, lambda size=size: red_black(size))
        assert built.count(size) == RED_BLACK[size]
    search = fastest("search trees to 12, built and counted", 0.5, search_trees)
    largest = search.of_size(12)
    assert len(largest) == SEARCH_TREES
    instances = fastest("208,012 search trees as instances", 2.0, lambda: list(largest))
    assert len(instances) == SEARCH_TREES
    table = fastest("208,012 search trees as columns of Arrow", 0.5, largest.to_arrow)
    assert table.num_rows == SEARCH_TREES


if __name__ == "__main__":
    main()
