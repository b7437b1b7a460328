"""netaddr: sets and networks of addresses at both ends of IPv4, against sets of numbers."""

from dataclasses import dataclass
from typing import Annotated

import pytest
from faults import fault

import pydpgen
from pydpgen import Range

netaddr = pytest.importorskip("netaddr")

#: The last eight addresses.
BASE = 2**32 - 8


@dataclass(frozen=True)
class Net:
    prefix_len: Annotated[int, Range(29, 32)]
    address: Annotated[int, Range(0, 7)]


@dataclass(frozen=True)
class Span:
    __dpgen_weight__ = 0
    first: Annotated[int, Range(0, 7)]
    last: Annotated[int, Range(lambda first: range(first, 8))]


@dataclass(frozen=True)
class Union:
    span: Span


@dataclass(frozen=True)
class Difference:
    span: Span


@dataclass(frozen=True)
class Intersection:
    span: Span


Steps = list[Union | Difference | Intersection]
PAIRS = pydpgen.build(tuple[Net, Net], max_size=2)
STEPS = pydpgen.build(Steps, max_size=2)


def network(net: Net):
    return netaddr.IPNetwork(f"{netaddr.IPAddress(BASE + net.address, 4)}/{net.prefix_len}").cidr


def numbers(addresses) -> set[int]:
    return {int(address) for address in addresses}


def taken(steps):
    """The set after the steps, and what it is to have."""
    found, expected = netaddr.IPSet(), set()
    for step in steps:
        span = netaddr.IPRange(*(netaddr.IPAddress(BASE + end, 4) for end in (step.span.first, step.span.last)))
        match step:
            case Union():
                found, expected = found | netaddr.IPSet(span), expected | numbers(span)
            case Difference():
                found, expected = found - netaddr.IPSet(span), expected - numbers(span)
            case Intersection():
                found, expected = found & netaddr.IPSet(span), expected & numbers(span)
    return found, expected


@pydpgen.exhaustive(STEPS, expect=11773)
def test_sets(steps) -> None:
    found, expected = taken(steps)
    assert numbers(found) == expected and len(found) == len(expected)


@fault("netaddr", STEPS, smallest="[Union(span=Span(first=1, last=7))]", failed=602)
def test_contiguous_sets(steps) -> None:
    """`iscontiguous`: "Returns True if the members of the set form a contiguous IP address range"."""
    found, expected = taken(steps)
    assert found.iscontiguous() == (not expected or max(expected) - min(expected) < len(expected))


@pydpgen.exhaustive(PAIRS, expect=1024)
def test_networks(pair) -> None:
    one, other = map(network, pair)
    assert numbers(address for net in netaddr.cidr_exclude(one, other) for address in net) == numbers(one) - numbers(other)
    assert (one in other) == (numbers(one) <= numbers(other))


@fault("netaddr", PAIRS, smallest="(Net(prefix_len=29, address=0), Net(prefix_len=31, address=0))", failed=176)
def test_spanning_networks(pair) -> None:
    """`spanning_cidr`: "large enough to span the lower and upper bound IP addresses"."""
    one, other = map(network, pair)
    spanning = netaddr.spanning_cidr([one, other])
    assert one in spanning and other in spanning
