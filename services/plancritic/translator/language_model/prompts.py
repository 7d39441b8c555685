"""The prompts: text files beside this module, with places `${name}` that are filled and never read again."""

from __future__ import annotations

from typing import Literal

from plancritic.llm import filled_prompt

PromptName = Literal["goals", "constraints", "complaint"]


def prompt(name: PromptName, **values: str) -> str:
    """A prompt with its places filled. What is filled in is not looked through for places: it may be anybody's text.

    Raises:
        KeyError: A place of the file has no value.
    """
    return filled_prompt("plancritic.translator", name, **values)


def quoted(text: str) -> str:
    """Text of people or models in one line, without the characters of the marks around it: it cannot close them."""
    return " ".join(text.replace("<", "‹").replace(">", "›").split())
