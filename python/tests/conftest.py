"""The pytest plugins of the tests."""

pytest_plugins = ["pytester"]
