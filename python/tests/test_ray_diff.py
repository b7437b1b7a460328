"""Comparisons of programs on a real cluster of Ray, with the command line."""

from __future__ import annotations

import json
import os
import shutil
import sys
import warnings
from pathlib import Path

import pytest

import pydpgen
import pydpgen.ray

try:
    import ray  # noqa: F401
except ImportError:
    warnings.warn("skipped: tests of pydpgen.ray.diff on a cluster, as Ray is not installed", stacklevel=1)
    pytest.skip("Ray is not installed: pip install 'pydpgen[ray]'", allow_module_level=True)

pytest_plugins = ["ray_nodes"]

ROOT = Path(__file__).parents[2]
#: The command line: `DPGEN_COMMAND`, one that this repository built, or one that is installed.
COMMAND = next(
    (
        str(path)
        for path in [os.environ.get("DPGEN_COMMAND"), *(ROOT / "target" / of / "dpgen" for of in ("release", "debug"))]
        if path and os.access(path, os.X_OK)
    ),
    shutil.which("dpgen"),
)

SPEC = ROOT / "examples" / "differential" / "json-edges.ron"

#: Programs that read a line and answer with one; the second waits on the node that is to be killed, and
#: elsewhere until it does.
WRITES = "import sys\nfor line in sys.stdin: print(line.strip(), flush=True)\n"
SHORTENS = """
import os, pathlib, sys, time
begun = pathlib.Path("begun")
if os.environ.get("DPGEN_TEST_DOOMED"):
    begun.touch()
    time.sleep(30)
while "RAY_RAYLET_PID" in os.environ and not begun.exists():
    time.sleep(0.01)
for line in sys.stdin: print(line.strip().replace("0.0", "0"), flush=True)
"""


@pytest.mark.skipif(COMMAND is None, reason="the command line is not built: cargo build -p dpgen-cli")
def test_a_comparison_has_the_report_of_one_machine(cluster, doomed, tmp_path):
    (tmp_path / "writes.py").write_text(WRITES)
    (tmp_path / "shortens.py").write_text(SHORTENS)
    begun = tmp_path / "begun"
    commands = [f"{sys.executable} writes.py", f"{sys.executable} shortens.py"]

    def kill(done, of):
        if begun.exists() and doomed in cluster.worker_nodes:
            cluster.remove_node(doomed, allow_graceful=False)

    def compare(report, shards, progress):
        return pydpgen.ray.diff(
            SPEC,
            report=tmp_path / report,
            shards=shards,
            command=COMMAND,
            folder=tmp_path,
            progress=progress,
            commands=commands,
            lines=True,
            timeout="60s",
            max_size=1,
        )

    many = compare("many", 4, kill)
    assert doomed not in cluster.worker_nodes and many.restarts >= 1
    words = [
        COMMAND,
        "diff",
        str(SPEC),
        "--lines",
        "--max-size",
        "1",
        "--timeout",
        "60s",
        "--report",
        str(tmp_path / "one"),
    ]
    one = pydpgen.ray._diff._run([*words, "--commands", *commands], str(tmp_path))
    assert (many.exit_code, many.groups) == (one.returncode, one.stdout) == (5, many.groups)
    assert many.statement.splitlines()[0] == one.stderr.splitlines()[0]
    assert lines(tmp_path / "many") == lines(tmp_path / "one")
    assert (tmp_path / "many/groups.txt").read_text() == (tmp_path / "one/groups.txt").read_text()
    assert (tmp_path / "many/index.html").exists()


def lines(folder):
    return [json.loads(line) for line in (folder / "findings.jsonl").read_text().splitlines()]


@pytest.mark.skipif(COMMAND is None, reason="the command line is not built: cargo build -p dpgen-cli")
def test_a_comparison_says_what_is_wrong(cluster, tmp_path):
    given = {"report": tmp_path / "report", "command": COMMAND, "max_size": 1}
    with pytest.raises(ValueError, match="nothing to compare"):
        pydpgen.ray.diff(SPEC, **given)
    with pytest.raises(ValueError, match="shard is not for pydpgen.ray.diff"):
        pydpgen.ray.diff(SPEC, commands=["a", "b"], shard="1/2", **given)
    with pytest.raises(ValueError, match="no-such-flag"):
        pydpgen.ray.diff(SPEC, commands=["cat", "cat -"], no_such_flag=True, shards=1, **given)
    whole = pydpgen.Spec.read(SPEC).build(max_size=1)
    with pytest.raises(ValueError, match="takes a whole build"):
        pydpgen.ray.diff(whole.shard(1, 2), report=tmp_path / "report", commands=["cat", "cat -"])
    with pytest.raises(TypeError, match="takes a spec"):
        pydpgen.ray.diff(pydpgen.build(bool, max_size=0), report=tmp_path / "report", commands=["cat", "cat -"])
    with pytest.raises(FileNotFoundError, match="cargo install dpgen-cli"):
        pydpgen.ray.diff(SPEC, commands=["cat", "cat -"], **{**given, "command": "dpgen-that-is-not-there"})
    del given["max_size"]
    same = pydpgen.ray.diff(whole, commands=["cat", "cat -"], shards=2, **given)
    assert same.exit_code == 0 and same.statement.startswith("all 26 structures of sizes 0 to 1: no differences")
