"""Where files lie when no setting says so: in the checkout that the code runs from, else in the working folder.

Every default folder is defined here once, so that all services and the command line agree on it.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["cache_folder", "checkout", "domains_folder"]


def checkout() -> Path | None:
    """Return the checkout this code runs from; None where it is installed as a wheel (in an image, say)."""
    root = Path(__file__).resolve().parents[3]
    return root if (root / "pyproject.toml").is_file() and (root / "domains").is_dir() else None


def cache_folder() -> Path:
    """Default of PLANCRITIC_CACHE: `.plancritic/cache` of the checkout, else of the working folder."""
    return (checkout() or Path()) / ".plancritic/cache"


def domains_folder() -> Path:
    """Default of PLANCRITIC_DOMAINS: `domains` of the checkout, else of the working folder.

    The folder is outside the wheel: an image or an installation elsewhere sets PLANCRITIC_DOMAINS.
    """
    return (checkout() or Path()) / "domains"
