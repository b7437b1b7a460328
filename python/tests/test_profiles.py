"""Profiles of settings: what is in them, and how one is chosen."""

from __future__ import annotations

import re

import pytest
from pytest_runs import run_here
from trees import Tree, is_search_tree

import pydpgen
from pydpgen import settings


@pytest.fixture(autouse=True)
def _profiles(monkeypatch):
    """Profiles that a test registers or loads are gone after it."""
    monkeypatch.setattr(settings, "_profiles", {name: settings.get_profile(name) for name in ("default", "dev", "ci")})
    monkeypatch.setattr(settings, "_loaded", None)
    monkeypatch.delenv("DPGEN_PROFILE", raising=False)


def test_a_profile_has_the_values_of_its_parent():
    settings.register_profile("nightly", parent="ci", time="2h", max_cases=10)
    assert settings.get_profile("nightly") == settings.Profile(time=7200.0, case_time=60.0, max_cases=10, database=False)
    settings.register_profile("nightly", time=None)
    assert settings.get_profile("nightly") == settings.get_profile("default") == settings.Profile()


def test_which_profile_is_current(monkeypatch):
    assert settings.current_profile() == ("default", settings.get_profile("default"))
    monkeypatch.setenv("DPGEN_PROFILE", "ci")
    assert settings.current_profile()[0] == "ci"
    settings.load_profile("dev")
    assert settings.current_profile()[0] == "dev"
    monkeypatch.setenv("DPGEN_PROFILE", "none")
    settings.load_profile(None)
    with pytest.raises(ValueError, match="no profile 'none': there are default, dev, ci;"):
        settings.current_profile()


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"max_examples": 10}, TypeError, "'max_examples' is no setting of a profile: there are time, case_time, max_failures"),
        ({"time": "soon"}, ValueError, "write seconds"),
        ({"max_cases": 0}, ValueError, "max_cases=0: it is a number of at least 1"),
        ({"max_failures": None}, ValueError, "max_failures=None"),
        ({"parent": "none"}, ValueError, "no profile 'none'"),
    ],
)
def test_what_no_profile_has(values, error, message):
    with pytest.raises(error, match=message):
        settings.register_profile("wrong", **values)


def test_arguments_are_before_the_profile():
    trees = pydpgen.build(Tree, is_search_tree, max_size=4)
    settings.register_profile("few", max_cases=5, max_failures=1)
    settings.load_profile("few")

    def run(**arguments):
        test = pydpgen.exhaustive(trees, **arguments)(lambda tree: None)
        test()
        return test.__dpgen__.checked

    assert run().cases == 5 and run().limit == "the limit of cases" and run(max_cases=7).cases == 7
    # A limit that is just reached leaves nothing out.
    assert run(max_cases=trees.total).coverage.startswith("all ")
    settings.load_profile(None)
    assert run().cases == trees.total
    with pytest.raises(ValueError, match="max_failures=0"):
        pydpgen.exhaustive(trees, max_failures=0)


def test_pytest_chooses_a_profile(pytester):
    pytester.makeconftest("""
    import pydpgen
    pydpgen.settings.register_profile("few", max_cases=8)
    pydpgen.settings.register_profile("fewer", max_cases=3)
    pydpgen.settings.load_profile("few")
    """)
    body = """
    @pydpgen.exhaustive(trees, max_size=5)
    def test_all(tree): ...
    """
    for options, environment, cases in [
        ((), {}, 8),
        ((), {"DPGEN_PROFILE": "fewer"}, 3),
        (("--dpgen-profile", "fewer"), {"DPGEN_PROFILE": "few"}, 3),
    ]:
        text = run_here(pytester, body, *options, **environment).stdout.str()
        # There are 1, 1, 2 and 5 trees of sizes 0 to 3.
        covered = {8: "all of size ≤ 2, and 4 of size 3", 3: "all of size ≤ 1, and 1 of size 2"}[cases]
        assert re.search(rf"test_all: {cases} cases in \d\.\d s, the limit of cases: {covered}\n", text)
        assert settings.loaded_profile() == "few"
        assert ("pydpgen: profile fewer" in text) == (cases == 3)
    wrong = run_here(pytester, body, "--dpgen-profile", "none")
    assert wrong.ret == pytest.ExitCode.USAGE_ERROR
    assert "there is no profile 'none': there are default, dev, ci, few, fewer" in wrong.stderr.str()
