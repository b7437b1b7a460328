"""Imports Ray, with advice where it is missing."""

from __future__ import annotations

from typing import Any

__all__ = ["import_ray", "import_ray_data"]


def import_ray(function: str) -> Any:
    """The package ``ray``. Raises ``ImportError`` with the name of the function that needs it."""
    try:
        import ray
    except ImportError as error:
        raise ImportError(f"{function} needs Ray: pip install 'pydpgen[ray]'") from error
    return ray


def import_ray_data(function: str) -> Any:
    """The package ``ray.data``. Raises ``ImportError`` as :func:`import_ray`."""
    import_ray(function)
    try:
        import ray.data
    except ImportError as error:
        raise ImportError(f"{function} needs Ray Data ({error}): pip install 'pydpgen[ray]'") from error
    return ray.data
