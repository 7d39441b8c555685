"""Jobs for the translator: statements in, readings out."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints, field_validator

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.specification import ProblemReference, Strength

MAXIMUM_STATEMENT_LENGTH = 2_000
MAXIMUM_STATEMENTS = 50
#: Characters of a domain that is read by without being published: a message of a broker as it ships holds them.
MAXIMUM_DRAFT = 900_000

ReadingKind = Literal["reading", "doubt", "guess", "learned"]
TranslatorName = Literal["offline", "language_model"]


def _printable(text: str) -> str:
    """The text with control characters as blanks: what people wrote is shown on terminals."""
    return "".join(" " if unicodedata.category(character) == "Cc" else character for character in text)


_PRINTABLE = BeforeValidator(lambda text: _printable(text) if isinstance(text, str) else text)

StatementText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAXIMUM_STATEMENT_LENGTH),
    _PRINTABLE,
]


class Statement(Contract):
    """One piece of feedback in the person's own words; `id` is unique within its session.

    What is no `must` is a preference: met where it can be beside the musts. Where `text` was composed of what was said
    now and of an earlier statement, or is a part of what was said, `own_words` has what was said; else it is empty.
    """

    id: Token
    text: StatementText
    strength: Strength = "must"
    own_words: Annotated[str, _PRINTABLE] = Field(default="", max_length=MAXIMUM_STATEMENT_LENGTH)

    @property
    def quoted(self) -> str:
        """Return what the person said."""
        return self.own_words or self.text

    def composed(self, text: str, strength: Strength | None = None) -> Statement:
        """Return the statement with a text that was made of it, beside the person's own words."""
        own = "" if text == self.quoted else self.quoted
        return self.model_copy(update={"text": text, "strength": strength or self.strength, "own_words": own})


def as_submitted(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Return statements as a client may submit them: what they say is the person's own words, composed of nothing."""
    return tuple(each.model_copy(update={"own_words": ""}) if each.own_words else each for each in statements)


def unique_ids(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Return the statements, refused where two share an id: answers and clashes name statements by it."""
    ids = [statement.id for statement in statements]
    repeated = sorted({each for each in ids if ids.count(each) > 1})
    if repeated:
        raise ValueError(f"statement ids must be unique, repeated: {', '.join(repeated)}")
    return statements


class Repair(Contract):
    """What the translator changed in a candidate to make it fit the grammar or the problem."""

    before: str
    after: str
    reason: str


class Reading(Contract):
    """One way to understand a statement.

    `score` is the translator's own confidence in [0, 1]; readings come best first. `similarity` is how alike the
    statement and the constraints in words are, the cosine of their sentence embeddings (back-translation); None
    where the translator has no sentence encoder.
    """

    mid_level_goal: str
    constraints: tuple[str, ...] = Field(min_length=1)
    score: float = Field(ge=0, le=1)
    similarity: float | None = Field(default=None, ge=-1, le=1)
    #: A doubt is what the parser read in spite of its doubts; a guess owes nothing to the grammar; what is learned was
    #: read by the reader's networks alone.
    kind: ReadingKind = "reading"
    #: How likely the reading is by the reader's network that holds it for likelier, and by the other; None without one.
    proposed: float | None = Field(default=None, ge=0, le=1)
    judged: float | None = Field(default=None, ge=0, le=1)
    #: The statement is the very sentence that the program prints for this reading, and for no other.
    printed: bool = False
    #: How much the statement is wanted, where its words say so ("as fast as possible" is a should); it counts where it
    #: is weaker than the statement's own.
    strength: Strength | None = None
    repairs: tuple[Repair, ...] = ()
    #: Clauses of the statement that ask for something and of which this reading has nothing, in the person's words.
    unread: tuple[str, ...] = ()
    #: The words that this reading has, and those that it leaves out and that say anything (reasons, unknown words): in
    #: stretches, in their order. Both are empty where that is not known, as of a language model's reading.
    used: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


class StatementReadings(Contract):
    """All readings of one statement; none means it was not understood, and `reason` says why.

    `closest` offers, for a statement that was not understood, sentences that would be. `guesses` are what it may mean
    at best, or beside its readings, best first, each with the share of such guesses that are right as its score: no
    readings (though one may mean the same), but something for a search to try that has other evidence. A statement that
    asks for nothing has none.
    """

    statement: str
    readings: tuple[Reading, ...] = ()
    reason: str | None = None
    closest: tuple[str, ...] = ()
    guesses: tuple[Reading, ...] = ()
    #: How likely the statement asks for nothing that constraints can say, by the reader's networks; None without one.
    asks_nothing: float | None = Field(default=None, ge=0, le=1)


class TranslateStatements(Message):
    """Job: read statements as mid-level goals and constraints on the problem."""

    problem: ProblemReference
    statements: tuple[Statement, ...] = Field(min_length=1, max_length=MAXIMUM_STATEMENTS)
    #: The plan that was shown to the person (PDDL plan text), to which step numbers refer.
    shown_plan: str | None = None
    #: Mid-level goals the session has accepted before.
    earlier_goals: tuple[str, ...] = ()
    #: Most readings wanted for each statement.
    readings: int = Field(default=5, ge=1, le=50)
    #: `offline`, `language_model`, or the service's own default.
    translator: TranslatorName | None = None
    #: Deterministic mode: a language model is asked without sampling, with this seed.
    seed: int | None = None

    _unique = field_validator("statements")(unique_ids)


class Translation(Message):
    """Result of `TranslateStatements`, in the order of its statements."""

    kind: Literal["translation"] = "translation"
    job: str
    translator: str
    statements: tuple[StatementReadings, ...]


class PreviewReading(Message):
    """Ask: read one statement by a domain that nobody has published; nothing of either is stored.

    `draft` is the domain as `DomainBundle.to_json` writes it; of its problems the one named by `problem` is enough.
    """

    draft: str = Field(min_length=1, max_length=MAXIMUM_DRAFT)
    problem: str
    text: StatementText


class ReadingPreviewed(Contract):
    """Answer to `PreviewReading`: what the offline translator reads, whoever else the service is configured to ask."""

    reading: StatementReadings
