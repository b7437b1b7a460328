"""A plot of the number of structures by size, with a logarithmic axis, as an SVG element for a page."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

__all__ = ["growth_plot"]

#: The size of the picture and of its margins, in pixels.
WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 12, 30
#: The most labels at an axis.
MAX_LABELS_ACROSS, MAX_LABELS_UP = 9, 5


def growth_plot(counts: Mapping[int, int]) -> str:
    """The plot of the counts by size; empty if there are not two sizes to compare.

    >>> growth_plot({0: 1, 1: 0, 2: 5}).count("<circle")
    2
    >>> growth_plot({0: 0, 1: 7})
    ''
    """
    # The logarithm of an integer of any magnitude.
    points = [(size, math.log10(count)) for size, count in counts.items() if count]
    if len(points) < 2:
        return ""
    last, top = max(counts), max(1, math.ceil(max(height for _, height in points)))

    def x(size: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * size / last

    def y(height: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * height / top

    lines, labels = [], []
    for power in range(0, top + 1, -(-top // MAX_LABELS_UP)):
        lines.append(f'<path d="M{LEFT} {y(power):.1f}H{WIDTH - RIGHT}" opacity=".2"/>')
        labels.append(f'<text x="{LEFT - 6}" y="{y(power) + 4:.1f}" text-anchor="end">{_power_of_ten(power)}</text>')
    for size in range(0, last + 1, -(-(last + 1) // MAX_LABELS_ACROSS)):
        labels.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{size}</text>')
    # Sizes without structures have no place on a logarithmic axis.
    for (one, low), (other, high) in itertools.pairwise(points):
        if other == one + 1:
            lines.append(f'<path d="M{x(one):.1f} {y(low):.1f}L{x(other):.1f} {y(high):.1f}"/>')
    dots = [
        f'<circle cx="{x(size):.1f}" cy="{y(height):.1f}" r="2.5"><title>size {size}: {_number(counts[size])}</title></circle>'
        for size, height in points
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dpgen-growth" role="img" aria-label="structures by size" width="{WIDTH}" '
        f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="11" fill="currentColor"><g fill="none" stroke="currentColor">'
        f"{''.join(lines)}</g>{''.join(dots)}{''.join(labels)}"
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 2}" text-anchor="middle">size</text></svg>'
    )


def _power_of_ten(power: int) -> str:
    return f"{10**power:,}" if power < 4 else f'10<tspan dy="-4" font-size="8">{power}</tspan>'


def _number(count: int) -> str:
    return f"{count:,}" if count < 10**18 else f"about 10^{math.log10(count):.1f}"
