"""Runs of pytest within a test, with a type of binary trees at hand."""

from __future__ import annotations

__all__ = ["HEAD", "run", "run_here"]

HEAD = """
    from dataclasses import dataclass
    import pydpgen

    @dataclass(frozen=True)
    class Node:
        left: "Tree"
        right: "Tree"

    Tree = Node | None
    trees = pydpgen.build(Tree, max_size=7)

    def size(tree):
        return 0 if tree is None else size(tree.left) + 1 + size(tree.right)
"""


def prepare(pytester, body, environment):
    """Writes a file with these tests, and sets these environment variables."""
    pytester.makepyfile(test_it=HEAD + body)
    # Where one of the first two is set, pytest repeats whole messages in its summary.
    for name in ["CI", "BUILD_NUMBER", "DPGEN_REPLAY", "DPGEN_SHARD", "DPGEN_PROFILE", "DPGEN_OBSERVE"]:
        pytester._monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        pytester._monkeypatch.setenv(name, value)


def run_here(pytester, body, *options, plugins=("no:cacheprovider",), **environment):
    """Runs pytest in this process on a file with these tests, under these environment variables."""
    prepare(pytester, body, environment)
    given = [option for plugin in ("no:hypothesispytest", *plugins) for option in ("-p", plugin)]
    return pytester.runpytest_inprocess(*given, *options)


def run(pytester, body, *options, **environment):
    """The same in a process of its own."""
    prepare(pytester, body, environment)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)
