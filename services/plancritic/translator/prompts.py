"""The prompts: text files beside this module, with places `${name}` that are filled and never read again."""

from __future__ import annotations

from functools import cache
from importlib import resources
from string import Template
from typing import Literal

PromptName = Literal["goals", "constraints", "complaint"]


def prompt(name: PromptName, **values: str) -> str:
    """A prompt with its places filled. What is filled in is not looked through for places: it may be anybody's text.

    Raises:
        KeyError: A place of the file has no value.
    """
    return _template(name).substitute(values)


def quoted(text: str) -> str:
    """Text of people or models in one line, without the characters of the marks around it: it cannot close them."""
    return " ".join(text.replace("<", "‹").replace(">", "›").split())


@cache
def _template(name: PromptName) -> Template:
    return Template(
        resources.files("plancritic.translator").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
    )
