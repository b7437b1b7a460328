"""The pytest plugins of the tests."""

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def _runs_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What pytest-xdist tells its workers is not told to the runs of pytest that a test starts."""
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)
