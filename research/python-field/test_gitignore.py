"""pathspec: patterns of .gitignore files, against git itself."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from faults import fault, texts

pathspec = pytest.importorskip("pathspec")
try:
    subprocess.run(["git", "--version"], check=True, capture_output=True)
except OSError:
    pytest.skip("there is no git", allow_module_level=True)

#: Two asterisks are only tried between slashes: what git does with others is not what it documents.
PATTERNS = texts("a", "*", "/", "/**/", " ", max_size=3)
ESCAPES = texts("a", "*", "/", "\\", " ", max_size=4)
PATHS = ["a", "b", "aa", "a b", " a", "a ", "a/a", "a/b", "b/a", "a/a/a", "b/a/b"]


@cache
def ignored_by_git() -> dict[str, set[str]]:
    """The paths that git ignores by each pattern, which stands in a directory of its own."""
    patterns = list(dict.fromkeys("".join(tokens) for build in (PATTERNS, ESCAPES) for tokens in build))
    with TemporaryDirectory() as folder:
        subprocess.run(["git", "init", "--quiet", folder], check=True)
        for number, pattern in enumerate(patterns):
            Path(folder, str(number)).mkdir()
            Path(folder, str(number), ".gitignore").write_text(pattern + "\n")
        asked = "\0".join(f"{number}/{path}" for number in range(len(patterns)) for path in PATHS)
        command = ["git", "-C", folder, "check-ignore", "--no-index", "--stdin", "-z"]
        ignored = set(subprocess.run(command, input=asked, capture_output=True, text=True).stdout.split("\0"))
    return {pattern: {path for path in PATHS if f"{number}/{path}" in ignored} for number, pattern in enumerate(patterns)}


def ignored_by_pathspec(pattern: str) -> set[str]:
    """What is no pattern for pathspec ignores nothing."""
    try:
        spec = pathspec.GitIgnoreSpec.from_lines([pattern])
    except ValueError:
        return set()
    return {path for path in PATHS if spec.match_file(path)}


@fault("pathspec", PATTERNS, smallest="['a', '/**/']", failed=10)
def test_directories(tokens: list[str]) -> None:
    """A pattern with a slash at its end is one of directories."""
    pattern = "".join(tokens)
    assert ignored_by_pathspec(pattern) == ignored_by_git()[pattern]


@fault("pathspec", ESCAPES, smallest=r"['a', '\\', '/', 'a']", failed=6)
def test_escapes(tokens: list[str]) -> None:
    """A backslash escapes any character."""
    pattern = "".join(tokens)
    assert ignored_by_pathspec(pattern) == ignored_by_git()[pattern]
