"""Certificates, their verification, and the range ledger of a check, without a cluster."""

from __future__ import annotations

import ast
import copy
import doctest
import importlib
import json
import os
import random
import subprocess
import sys

import pytest

import pydpgen
import pydpgen.ray
from pydpgen._range_ledger import RangeLedger
from pydpgen._range_length import RangeLengths
from pydpgen.ray import Certificate, merge, verify
from pydpgen.ray._certificate import sizes_of
from pydpgen.ray._dataset import balanced
from pydpgen.ray._fingerprints import build_fingerprint, property_fingerprint

#: Catalan numbers (OEIS A000108).
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429]


def holds(structure):
    return True


@pytest.fixture(scope="module")
def trees():
    return pydpgen.Spec("binary-tree").build(max_size=7)


def certificate(structures, tried=None, property=holds):
    spans = [(0, structures.total)] if tried is None else tried
    cases = sum(stop - start for start, stop in spans)
    return Certificate(build_fingerprint(structures), property_fingerprint(property), sizes_of(structures, spans), cases)


def test_a_certificate_of_everything_holds(trees):
    whole = certificate(trees)
    assert verify(whole, counts=CATALAN) == sum(CATALAN)
    assert whole.complete and whole.whole
    assert str(whole).endswith("all 626 structures of sizes 0 to 7, each counted once: none failed")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda sizes: sizes[5].update(tried=[[0, 41]]), "size 5: ranks 41 to 42 were not tried"),
        (lambda sizes: sizes[5].update(tried=[[0, 20], [21, 42]]), "size 5: ranks 20 to 21 were not tried"),
        (lambda sizes: sizes[5].update(tried=[[0, 20], [19, 42]]), "size 5: ranks 19 to 20 are there twice"),
        (lambda sizes: sizes[5].update(tried=[[0, 42], [3, 4]]), "size 5: ranks 3 to 4 are there twice"),
        (lambda sizes: sizes[5].update(tried=[[0, 43]]), "size 5: 0 to 43 is no span of its 42 ranks"),
        (lambda sizes: sizes[5].update(tried=[[-1, 42]]), "size 5: -1 to 42 is no span"),
        (lambda sizes: sizes[5].update(tried=[]), "size 5: ranks 0 to 42 were not tried"),
        (
            lambda sizes: sizes[5].update(count=41, tried=[[0, 41]]),
            "size 5 has 41 structures here, but their number is 42",
        ),
        (lambda sizes: sizes.pop(5), "size 5 is missing"),
        (lambda sizes: sizes.append(sizes[5]), "size 5 is there twice"),
    ],
)
def test_a_certificate_that_was_changed_does_not_hold(trees, change, told):
    read = json.loads(certificate(trees).to_json())
    changed = copy.deepcopy(read)
    change(changed["sizes"])
    assert verify(read, counts=CATALAN) == 626
    with pytest.raises(ValueError, match=told):
        verify(changed, counts=CATALAN)


def test_cases_that_were_not_counted_are_noticed(trees):
    read = json.loads(certificate(trees).to_json())
    read["cases"] -= 1
    with pytest.raises(ValueError, match="626 ranks were tried, in 625 cases"):
        verify(read)


def test_what_judges_certificates_imports_nothing_of_dpgen():
    path = importlib.import_module("pydpgen.ray._verify").__file__
    with open(path, encoding="utf-8") as file:
        nodes = list(ast.walk(ast.parse(file.read())))
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    assert not [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level]
    assert modules == {"__future__", "collections.abc", "json", "typing"}


def test_certificates_of_shards_merge_to_that_of_the_whole(trees):
    parts = [certificate(trees.shard(number, 5)) for number in (3, 1, 5, 2, 4)]
    for part in parts:
        assert verify(part, part=True) == part.cases
        with pytest.raises(ValueError, match="were not tried"):
            verify(part, counts=CATALAN)
    assert merge(parts) == certificate(trees)


def test_parts_that_do_not_fit_are_not_merged(trees):
    one, two = (certificate(trees.shard(number, 2)) for number in (1, 2))
    with pytest.raises(ValueError, match="certificate 3 has ranks of size 2 that another has, too"):
        merge([one, two, one])
    with pytest.raises(ValueError, match="of another property than the first: code"):
        merge([one, certificate(trees.shard(2, 2), property=lambda tree: tree is None)])
    other = pydpgen.Spec("binary-tree").build(max_size=7, algorithm="lazy-dp")
    with pytest.raises(ValueError, match="of another build than the first: order"):
        merge([one, certificate(other.shard(2, 2))])
    with pytest.raises(ValueError, match="nothing to merge"):
        merge([])


def test_ranks_of_any_magnitude_are_written_and_read():
    huge = pydpgen.Spec("binary-tree").build(max_size=200).of_size(200)
    part = certificate(huge, [(huge.total - 7, huge.total - 2)])
    assert Certificate.from_json(part.to_json()) == part
    assert part.sizes[0].tried[0][1] == huge.total - 2
    assert "5 of" in str(part)


def test_a_text_that_is_no_certificate_is_refused(tmp_path):
    for text in ["", "[]", "{}", '{"format": "dpgen certificate 2"}', "17"]:
        with pytest.raises(ValueError, match="certificate"):
            Certificate.from_json(text)


@pytest.mark.parametrize(
    "seed", [*range(30), *([int.from_bytes(os.urandom(4))] if os.environ.get("DPGEN_LONG") else [])]
)
def test_the_ledger_counts_each_rank_once_whatever_happens(seed):
    """Ranges come back late, in part, twice, or not at all."""
    print(f"seed {seed}")
    draw, total = random.Random(seed), 400
    ledger, out, old = RangeLedger(total), [], []
    counted = [0] * total
    while not ledger.is_over:
        if len(out) < 6 and (taken := ledger.take(draw.randint(1, 40))):
            out.append(taken)
        event = draw.random()
        of = draw.choice(out)
        if event < 0.2:
            ledger.give_back(of, cuts=[draw.randint(of[0], of[1]) for _ in range(draw.randint(0, 3))])
            out.remove(of)
        elif event < 0.6:
            stop = draw.randint(of[0] + 1, of[1])
            assert ledger.mark_done(of, stop, stop - of[0])
            out.remove(of)
            old.append(of)
            for rank in range(of[0], stop):
                counted[rank] += 1
        elif old and (again := draw.choice(old)) not in out:
            assert not ledger.mark_done(again, again[1], again[1] - again[0])
    assert counted == [1] * total
    assert (ledger.spans(), ledger.cases, ledger.left) == ([(0, total)], total, 0)


def test_what_follows_the_last_rank_is_not_wanted():
    ledger = RangeLedger(100)
    ranges = [ledger.take(20) for _ in range(5)]
    assert ledger.mark_done(ranges[4], 100, 20) and ledger.mark_done(ranges[2], 51, 11, last=True)
    assert ledger.mark_done(ranges[1], 30, 10) and ledger.take(50) == (30, 40)
    assert ledger.mark_done((30, 40), 40, 10) and ledger.mark_done(ranges[0], 20, 20)
    assert ledger.is_over and ledger.spans() == [(0, 51)] and ledger.cases == 51


def test_ranges_take_as_long_as_they_should_and_shrink_to_the_end():
    chosen, left, lengths = RangeLengths(), 10_000, []
    assert chosen.next_length(10**9, 4) == chosen.next_length(10**40, 4) == 256
    chosen.observe(100, 0.1)
    while left:
        lengths.append(min(left, chosen.next_length(left, 4)))
        left -= lengths[-1]
    assert max(lengths) == 834 and sorted(lengths, reverse=True) == lengths and lengths[-1] <= 50


def test_read_tasks_have_about_as_many_nodes_each():
    spans = pydpgen.Spec("binary-tree").build(max_size=10).spans()
    for parts in [1, 2, 7, 100]:
        found = balanced(spans, parts)
        assert [rank for part in found for span in part for rank in walk(span)] == [
            r for span in spans for r in walk(span)
        ]
        nodes = [sum((size + 1) * (last - first) for size, first, last in part) for part in found]
        assert len(found) == parts and max(nodes) - min(nodes) <= 25


def walk(span):
    return [(span[0], rank) for rank in range(span[1], span[2])]


def test_without_ray_it_says_what_to_do_and_certificates_work(trees, tmp_path):
    certificate(trees).write(tmp_path / "whole.json")
    code = f"""
import sys
sys.modules["ray"] = None
import pydpgen, pydpgen.ray
print(pydpgen.ray.verify(pydpgen.ray.Certificate.read({str(tmp_path / "whole.json")!r})))
trees = pydpgen.Spec("binary-tree").build(max_size=2)
asks = [
    lambda: pydpgen.ray.check(trees, bool),
    lambda: pydpgen.ray.dataset(trees),
    lambda: pydpgen.ray.diff("binary-tree", report="r", commands=["a", "b"]),
]
for ask in asks:
    try:
        ask()
    except ImportError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    whole, *told = done.stdout.splitlines()
    assert whole == "626", done.stderr
    assert told == [f"pydpgen.ray.{name} needs Ray: pip install 'pydpgen[ray]'" for name in ("check", "dataset", "diff")]


def test_the_command_verifies_and_merges(trees, tmp_path):
    for number in (1, 2):
        certificate(trees.shard(number, 2)).write(tmp_path / f"{number}.json")

    def run(*words):
        words = [sys.executable, "-m", "pydpgen.ray", *words]
        return subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=tmp_path)

    assert run("verify", "1.json").returncode == 1
    assert run("verify", "--part", "1.json").returncode == 0
    merged = run("merge", "1.json", "2.json", "--out", "all.json")
    assert merged.returncode == 0 and merged.stdout.endswith("each counted once: none failed\n")
    assert run("verify", "all.json").stdout == "all.json: 626 structures, each counted once\n"
    counts = ",".join(map(str, CATALAN))
    assert run("verify", "all.json", "--counts", counts).returncode == 0
    assert "size 8 is missing" in run("verify", "all.json", "--counts", counts + ",1430").stdout
    assert run("verify", "all.json", "--counts", "1,x").returncode == 2
    again = run("merge", "1.json", "1.json")
    assert again.returncode == 2 and "merge each part once" in again.stderr and "Traceback" not in again.stderr
    assert run("verify", "none.json").returncode == 2


@pytest.mark.parametrize("name", ["_verify", "_dataset"])
def test_examples(name):
    result = doctest.testmod(importlib.import_module(f"pydpgen.ray.{name}"))
    assert result.failed == 0
    assert result.attempted > 0
