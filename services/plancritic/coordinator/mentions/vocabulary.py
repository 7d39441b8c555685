"""The lists of words that turns are understood by: `vocabulary.yaml`, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from plancritic.domains.files import read_data

_FILE = Path(__file__).with_name("vocabulary.yaml")
_Word = Annotated[str, StringConstraints(pattern=r"^[^\sA-Z]+$")]
_Words = Annotated[frozenset[_Word], Field(min_length=1)]


class Vocabulary(BaseModel):
    """Words by what they say of a turn; `vocabulary.yaml` explains each list."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shared: _Words
    of_commands: _Words
    of_corrections: _Words
    of_choices: _Words
    concepts: dict[str, _Words]
    of_questions: _Words
    light_verbs: _Words


_VOCABULARY = TypeAdapter(Vocabulary)


@cache
def vocabulary() -> Vocabulary:
    """Return the lists of words. Raises DomainFolderError, with file and line, where the file is missing or wrong."""
    return read_data(_FILE, _VOCABULARY, "correct the line; vocabulary.py beside the file has the schema")


@cache
def concept_of_words() -> dict[str, str]:
    """Return the name of the concept that a word stands for, by the word: `<order>` for "before"."""
    return {word: f"<{name}>" for name, words in vocabulary().concepts.items() for word in words}
