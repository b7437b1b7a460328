"""Laws that published packages break, as tests that pass while they do.

A fault is a law, the smallest structure that breaks it, and how many of all structures up to the size do. Its test fails when
the law holds, or breaks first elsewhere: then the package has changed, and ``docs/findings/python.md`` is to be changed, too.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any

import pytest

import pydpgen

__all__ = ["fault", "texts"]

PAGE = "docs/findings/python.md"


def texts(*tokens: str, max_size: int) -> pydpgen.Structures[list[str]]:
    """All texts of up to ``max_size`` of these tokens, as lists of tokens."""
    return pydpgen.build(list[Annotated[str, pydpgen.Values(*tokens)]], max_size=max_size)


def fault(
    package: str, structures: pydpgen.Structures[Any], *, smallest: str, failed: int, case_time: float | None = None
) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    """Makes a law a test that asserts its failure: ``smallest`` is the counterexample as it is printed, ``failed`` the number
    of all. With ``DPGEN_REPLAY`` the law itself runs, so that its failure is seen."""

    def mark(law: Callable[[Any], None]) -> Callable[[], None]:
        run = pydpgen.exhaustive(structures, case_time=case_time, max_failures=1)(law)
        [argument] = inspect.signature(law).parameters

        def test() -> None:
            if os.environ.get("DPGEN_REPLAY"):
                run()
                return
            if os.environ.get("DPGEN_SHARD"):
                pytest.skip("which case fails first is known of all cases only")
            release = f"{package} {version(package)}"
            shown = _counterexample(run)
            if shown is None:
                pytest.fail(f"{release} keeps this law now: make it a test of its own, and take it out of {PAGE}")
            if shown != f"  {argument} = {smallest}":
                pytest.fail(f"{release} breaks this law elsewhere now, at{shown}: change it here and in {PAGE}")
            count = failed if case_time else sum(_fails(law, structure) for structure in structures)
            if count != failed:
                pytest.fail(f"{release} breaks this law in {count} cases now, where it was {failed}: change it here and in {PAGE}")

        test.__doc__ = law.__doc__
        return test

    return mark


def _counterexample(run: Callable[[], None]) -> str | None:
    """The argument of the first case that fails, as the note of its exception prints it; None if none fails."""
    try:
        run()
    except Exception as error:
        notes = [note for note in getattr(error, "__notes__", []) if note.startswith("counterexample of size ")]
        if not notes:
            raise
        return notes[0].splitlines()[1]
    return None


def _fails(law: Callable[[Any], None], structure: Any) -> bool:
    try:
        law(structure)
    except Exception:
        return True
    return False
