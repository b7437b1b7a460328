"""Ray, or what to do where it is missing."""

from __future__ import annotations

from typing import Any

__all__ = ["need_ray", "need_ray_data"]


def need_ray(what: str) -> Any:
    """The package ``ray``; ``what`` asks for it."""
    try:
        import ray
    except ImportError as error:
        raise ImportError(f"{what} needs Ray: pip install 'pydpgen[ray]'") from error
    return ray


def need_ray_data(what: str) -> Any:
    """The package ``ray.data``; ``what`` asks for it."""
    need_ray(what)
    try:
        import ray.data
    except ImportError as error:
        raise ImportError(f"{what} needs Ray Data ({error}): pip install 'pydpgen[ray]'") from error
    return ray.data
