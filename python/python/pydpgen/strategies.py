"""A strategy for Hypothesis that draws structures.

>>> from hypothesis import given
>>> import pydpgen
>>> from pydpgen import strategies
>>> trees = pydpgen.Spec("binary-tree").build(max_size=8)
>>> @given(strategies.structures(trees))
... def test_is_a_node_or_a_leaf(tree):
...     assert type(tree).__name__ in ("Node", "Nil")
>>> test_is_a_node_or_a_leaf()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

if TYPE_CHECKING:
    from ._structures import Structures

__all__ = ["structures"]

T = TypeVar("T")


def structures(space: Structures[T], *, by_size: bool = False) -> st.SearchStrategy[T]:
    """Draws each structure with exactly the same probability; or, with ``by_size``, each size that has structures, and then
    each structure of it. A failing example shrinks to structures of smaller rank, which are of smaller sizes first.

    A rank is drawn as bits, the highest first: Hypothesis draws bits evenly, unlike integers, and shrinks them to 0.
    """
    if not space:
        raise ValueError(f"there is nothing to draw from {space!r}")
    if by_size:
        sizes = [space.of_size(size) for size in range(space.complete_sizes)]
        filled = [of_size for of_size in sizes if of_size]
        return st.sampled_from(filled).flatmap(structures)
    total = space.total

    @st.composite
    def structure(draw: st.DrawFn) -> T:
        while True:
            rank = 0
            for _ in range((total - 1).bit_length()):
                rank = 2 * rank + draw(st.booleans())
            if rank < total:
                return space[rank]

    return structure()
