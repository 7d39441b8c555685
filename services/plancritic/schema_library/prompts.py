"""The prompts of this room: text files with places `${name}` that are filled and never read again."""

from __future__ import annotations

from functools import cache
from importlib import resources
from string import Template


def prompt(package: str, name: str, /, **values: str) -> str:
    """Return a prompt of a package of this room with its places filled.

    Raises:
        KeyError: A place of the file has no value.
    """
    return _template(package, name).substitute(values)


@cache
def _template(package: str, name: str) -> Template:
    file = resources.files(f"plancritic.schema_library.{package}").joinpath("prompts", f"{name}.md")
    return Template(file.read_text(encoding="utf-8"))
