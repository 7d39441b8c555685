"""Prompts of services: text files with places `${name}` that are filled and never read again."""

from __future__ import annotations

from functools import cache
from importlib import resources
from string import Template


def filled_prompt(package: str, name: str, /, **values: str) -> str:
    """Return the prompt `prompts/NAME.md` of a package (its full name) with its places filled.

    What is filled in is not looked through for places: it may be anybody's text.

    Raises:
        KeyError: A place of the file has no value.
    """
    return _template(package, name).substitute(values)


@cache
def _template(package: str, name: str) -> Template:
    return Template(resources.files(package).joinpath("prompts", f"{name}.md").read_text(encoding="utf-8"))
