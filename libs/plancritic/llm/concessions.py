"""What an endpoint is asked differently from the plan, because it said or showed that it cannot do it.

"OpenAI-compatible" servers differ in what they take. Nothing is guessed from names: each request is made in full until
the endpoint's own answer says which parameter it refuses (by the error's `param`, or by its words). Then that
one parameter is given up, told in the log once, and remembered for as long as the client lives: a service has one
client for its process. The messages that the words are from stand in `tests/support/limited_llm_endpoint.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

import structlog

from plancritic.llm.errors import LanguageModelUnavailable

_log = structlog.get_logger("plancritic.llm")


class RefusedRequest(Exception):
    """The endpoint refused what is in the request; `words` and `parameter` are its own."""

    def __init__(self, words: str, parameter: str | None, failed: LanguageModelUnavailable) -> None:
        self.words, self.parameter, self.failed = words, parameter, failed
        super().__init__(words)


class Concession(StrEnum):
    """A parameter that an endpoint does without; the value is the parameter's name in a request."""

    SCHEMA = "response_format"
    SEVERAL = "n"
    TEMPERATURE = "temperature"
    SEED = "seed"
    #: The older name of the longest answer; the newer one is tried next.
    LONGEST = "max_tokens"
    LONGEST_NEWER = "max_completion_tokens"

    @property
    def instead(self) -> str:
        """What is done instead."""
        return _INSTEAD[self]


_INSTEAD = {
    Concession.SCHEMA: "the prompt asks for the shape in words, and the client checks it",
    Concession.SEVERAL: "candidates are requested one at a time, each with the whole prompt",
    Concession.TEMPERATURE: "left out: the endpoint uses its own temperature, even for the most likely answer",
    Concession.SEED: "left out: the same question may get another answer",
    Concession.LONGEST: "max_completion_tokens is sent",
    Concession.LONGEST_NEWER: "left out: an answer may be longer than the budget reserved for it",
}

#: How a parameter is named in an error's words; `n` needs more than its letter.
_NAMED = {
    Concession.SCHEMA: re.compile(r"response_?format|json_?\s?schema|structured[ _]outputs?|guided"),
    Concession.SEVERAL: re.compile(r"""['"`]n['"`]|\bn\s*(?:=|>|must\b|should\b|has to\b)|\bbody[. ]n\b"""),
    Concession.TEMPERATURE: re.compile(r"\btemperature\b"),
    Concession.SEED: re.compile(r"\bseed\b"),
    Concession.LONGEST: re.compile(r"\bmax_tokens\b"),
    Concession.LONGEST_NEWER: re.compile(r"\bmax_completion_tokens\b"),
}
_REFUSING = re.compile(
    r"unsupported|not\W+(?:\w+\W+)?support|does ?n[o']t support|not (?:permitted|allowed|available|implemented)"
    r"|unavailable|unrecogni[sz]ed|unknown|unexpected|extra (?:inputs|fields|parameters)"
    r"|only|must be|at most|cannot|no endpoints"
)
#: A value out of bounds is no refusal of the parameter: who asks for too long an answer is to be told so.
_OUT_OF_BOUNDS = re.compile(r"too (?:large|long|big|high)|context|less than|greater than|at least|exceed")
#: Statuses with which endpoints refuse a request for what is in it.
REFUSING_STATUSES = frozenset((400, 404, 422, 501))


def refused_parameter(words: str, parameter: str | None, sent: Iterable[str]) -> Concession | None:
    """Return which of the parameters that were sent an error refuses, or None where it is about something else.

    Args:
        words: What the error says.
        parameter: What the error names as `param`, where it does.
        sent: Names of the parameters in the request.
    """
    said = words.lower()
    candidates = [each for each in Concession if each in sent]
    named = [each for each in candidates if parameter == each or (parameter or "").startswith(f"{each}.")]
    if not named:
        found = {each: match.start() for each in candidates if (match := _NAMED[each].search(said))}
        # The first one named is the one refused: others stand in advice ("use 'max_completion_tokens' instead").
        named = sorted(found, key=lambda each: found[each])
    for each in named[:1]:
        if each is Concession.SCHEMA:
            # Whatever is wrong with a schema that we derive, the words for it will do.
            return each
        if each in (Concession.LONGEST, Concession.LONGEST_NEWER) and _OUT_OF_BOUNDS.search(said):
            return None
        if _REFUSING.search(said):
            return each
    return None


class Concessions:
    """What one endpoint and model are asked otherwise, and why: the endpoint's words or what it did."""

    def __init__(self, endpoint: str, model: str) -> None:
        self._endpoint = endpoint
        self._model = model
        self._reasons: dict[Concession, str] = {}

    def __contains__(self, concession: object) -> bool:
        return concession in self._reasons

    @property
    def reasons(self) -> dict[Concession, str]:
        """Each concession with its reason, in the order in which they were made."""
        return dict(self._reasons)

    def make(self, concession: Concession, reason: str) -> None:
        """Remember a concession; the first time it is told in the log."""
        if concession in self._reasons:
            return
        self._reasons[concession] = reason
        _log.warning(
            "language model endpoint lacks a feature",
            parameter=str(concession),
            instead=concession.instead,
            reason=reason,
            endpoint=self._endpoint,
            model=self._model,
        )
