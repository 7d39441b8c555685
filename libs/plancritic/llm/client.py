"""One client for any OpenAI-compatible endpoint: candidates of an asked-for shape, or a typed error."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Generic, Self

import httpx2
import structlog
from pydantic import BaseModel

from plancritic.llm.budget import TokenBudget, estimated_tokens
from plancritic.llm.completion import AnswerFormat, Candidate, Completion, Message, Spending, Written
from plancritic.llm.concessions import (
    REFUSING_STATUSES,
    Concession,
    Concessions,
    RefusedRequest,
    refused_parameter,
)
from plancritic.llm.errors import LanguageModelMalformed, LanguageModelNotConfigured, LanguageModelRefused
from plancritic.llm.fault_text import safe
from plancritic.llm.recording import Recorder
from plancritic.llm.reply import Choice, Reply
from plancritic.llm.settings import LanguageModelSettings
from plancritic.llm.structured import Answer, MalformedAnswer, read_answer, response_format, shape_in_words

_log = structlog.get_logger("plancritic.llm")

#: Requests under way for one question, where an endpoint gives one candidate a request.
_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class _Question(Generic[Answer]):
    """What is asked, whatever way the endpoint wants to be asked."""

    messages: tuple[Message, ...]
    #: The shape; None where any text will do.
    answer: type[Answer] | None
    candidates: int
    temperature: float
    seed: int | None
    longest: int

    @property
    def prompt_tokens(self) -> int:
        """A cautious estimate, for one request."""
        return estimated_tokens("".join(message.content for message in self.messages))


@dataclass(frozen=True, slots=True)
class _Heard:
    """Choices, how their shape was asked for in the end, and what they cost."""

    choices: tuple[Choice, ...]
    answer_format: AnswerFormat
    model: str
    tokens: int
    attempts: int


class LanguageModel:
    """A chat model. Open it once a process, close it at the end; safe to use from several tasks.

    `concessions` is what this endpoint is asked otherwise because it refused something, `spending` what was used so
    far. Everything that is spent counts against the caller's budget and against the process's.

    Raises:
        LanguageModelNotConfigured: The settings name no model, or neither key nor server.
    """

    def __init__(
        self,
        settings: LanguageModelSettings,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        # Imported here: the OpenAI client takes a second to import, which services without a model are spared.
        from plancritic.llm.sending import Sender

        if settings.missing is not None:
            raise LanguageModelNotConfigured(settings.missing)
        assert settings.model is not None
        self.settings = settings
        self.name = settings.model
        self.budget = TokenBudget(settings.process_tokens, "PLANCRITIC_LLM_PROCESS_TOKENS")
        self.spending = Spending()
        if settings.record is not None:
            transport = Recorder(settings.record, transport)
        self._sender = Sender(settings, transport)
        self.concessions = Concessions(self.endpoint, self.name)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def endpoint(self) -> str:
        """The server's address without credentials."""
        return self._sender.endpoint

    @property
    def answer_format(self) -> AnswerFormat:
        """How a shape is asked for, after what the endpoint has refused so far."""
        in_words = self.settings.structured == "text" or Concession.SCHEMA in self.concessions
        return "text" if in_words else "json_schema"

    async def close(self) -> None:
        """Close the connections."""
        await self._sender.close()

    async def models(self) -> tuple[str, ...]:
        """Names of the models that the endpoint lists; none where its list is not of the usual form.

        Raises:
            LanguageModelUnavailable: The endpoint does not answer, or has no list (then `status` is 404 or the like).
        """
        try:
            listed = json.loads(await self._sender.models())
        except ValueError:
            return ()
        rows = listed.get("data") if isinstance(listed, dict) else None
        names = [row.get("id") for row in rows or () if isinstance(row, dict)]
        return tuple(name for name in names if isinstance(name, str))

    async def complete(
        self,
        messages: tuple[Message, ...],
        answer: type[Answer],
        budget: TokenBudget,
        candidates: int = 1,
        temperature: float = 0.0,
        seed: int | None = None,
        most_tokens: int | None = None,
    ) -> Completion[Answer]:
        """Ask for `candidates` answers of a shape, each of at most `most_tokens` tokens (by default the settings').

        Raises:
            BudgetExceeded: The request and its longest answers could exceed a budget; it was not sent.
            LanguageModelUnavailable: No answer, as often as it was tried.
            LanguageModelRefused: The model declined.
            LanguageModelMalformed: No candidate has the shape.
        """
        longest = most_tokens or self.settings.answer_tokens
        question = _Question(messages, answer, candidates, temperature, seed, longest)
        heard = await self._hear(question, self.answer_format, budget)
        read = [_read(choice, answer) for choice in heard.choices]
        tokens, attempts = heard.tokens, heard.attempts
        with_schema = heard.answer_format == "json_schema"
        if self.settings.structured == "auto" and with_schema and _shows_no_schema(heard.choices, read):
            # A server that enforces a schema cannot answer otherwise: this one took the parameter and ignored it.
            self.concessions.make(Concession.SCHEMA, f"accepted but not enforced: {read[0].complaint}")
            heard = await self._hear(question, "text", budget)
            read = [_read(choice, answer) for choice in heard.choices]
            tokens, attempts = tokens + heard.tokens, attempts + heard.attempts
        found = Completion(tuple(read), heard.answer_format, heard.model, tokens, attempts)
        _log.info(
            "completion",
            model=self.name,
            answer_format=found.answer_format,
            answers=len(found.answers),
            tokens=tokens,
            attempts=attempts,
        )
        if found.answers:
            return found
        declined = [c for choice, c in zip(heard.choices, read, strict=True) if _declined(choice)]
        if declined and len(declined) == len(read):
            raise LanguageModelRefused(declined[0].complaint or "")
        raise LanguageModelMalformed(found.malformed, tuple(each.text for each in read))

    async def write(
        self,
        messages: tuple[Message, ...],
        budget: TokenBudget,
        temperature: float = 0.0,
        seed: int | None = None,
        most_tokens: int | None = None,
    ) -> Written:
        """Ask for one text of no particular shape, of at most `most_tokens` tokens (by default the settings').

        Raises:
            BudgetExceeded: The request and its longest answer could exceed a budget; it was not sent.
            LanguageModelUnavailable: No answer, as often as it was tried.
            LanguageModelRefused: The model declined.
            LanguageModelMalformed: The text is empty.
        """
        longest = most_tokens or self.settings.answer_tokens
        question: _Question[BaseModel] = _Question(messages, None, 1, temperature, seed, longest)
        heard = await self._hear(question, "text", budget)
        _log.info("text", model=self.name, tokens=heard.tokens, attempts=heard.attempts)
        if not heard.choices:
            raise LanguageModelMalformed(("the answer has no text",))
        choice = heard.choices[0]
        if _declined(choice):
            raise LanguageModelRefused(safe(choice.message.refusal or "filtered by the server"))
        if not choice.message.content.strip():
            raise LanguageModelMalformed(("the answer is empty",))
        return Written(choice.message.content, choice.finish_reason == "length", heard.model, heard.tokens)

    async def _hear(self, question: _Question[Any], answer_format: AnswerFormat, budget: TokenBudget) -> _Heard:
        """The asked-for number of choices, in as many requests as the endpoint needs."""
        if question.candidates == 1 or Concession.SEVERAL in self.concessions:
            return await self._one_by_one(question, answer_format, budget, 0)
        heard = await self._request(question, answer_format, budget, question.candidates)
        missing = question.candidates - len(heard.choices)
        if missing <= 0:
            return heard
        if Concession.SEVERAL not in self.concessions:
            given = f"gave {len(heard.choices)} of {question.candidates} candidates requested"
            self.concessions.make(Concession.SEVERAL, given)
        rest = await self._one_by_one(question, answer_format, budget, len(heard.choices))
        return _together((heard, rest))

    async def _one_by_one(
        self, question: _Question[Any], answer_format: AnswerFormat, budget: TokenBudget, have: int
    ) -> _Heard:
        free = asyncio.Semaphore(_AT_ONCE)

        async def one(number: int) -> _Heard:
            async with free:
                return await self._request(question, answer_format, budget, 1, number)

        asked = [asyncio.ensure_future(one(number)) for number in range(have, question.candidates)]
        try:
            return _together(await asyncio.gather(*asked))
        finally:
            for task in asked:
                task.cancel()

    async def _request(
        self,
        question: _Question[Any],
        answer_format: AnswerFormat,
        budget: TokenBudget,
        candidates: int,
        number: int = 0,
    ) -> _Heard:
        """One request, made again without what the endpoint refuses; `number` counts the requests of one question."""
        most = question.prompt_tokens + candidates * question.longest
        refusals = 0
        with budget.held(most), self.budget.held(most):
            while True:
                body = self._body(question, answer_format, candidates, number)
                try:
                    reply, attempts = await self._sender.completion(body)
                except RefusedRequest as error:
                    refusals += 1
                    concession = self._concede(error, body)
                    if concession is None:
                        raise error.failed from None
                    if concession is Concession.SCHEMA:
                        answer_format = "text"
                    if concession is Concession.SEVERAL:
                        candidates = 1
                    continue
                return self._heard(reply, body, answer_format, budget, refusals + attempts)

    def _concede(self, error: RefusedRequest, body: dict[str, Any]) -> Concession | None:
        """What to do without after a refusal, or None where it is about something else or nothing may be given up."""
        if error.failed.status not in REFUSING_STATUSES:
            return None
        concession = refused_parameter(error.words, error.parameter, body)
        if concession is None or (concession is Concession.SCHEMA and self.settings.structured != "auto"):
            return None
        self.concessions.make(concession, error.failed.reason)
        return concession

    def _body(
        self, question: _Question[Any], answer_format: AnswerFormat, candidates: int, number: int
    ) -> dict[str, Any]:
        said = [{"role": message.role, "content": message.content} for message in question.messages]
        if answer_format == "text" and question.answer is not None:
            said.insert(1, {"role": "system", "content": shape_in_words(question.answer)})
        body: dict[str, Any] = {"model": self.name, "messages": said}
        if candidates > 1 or Concession.SEVERAL not in self.concessions:
            body["n"] = candidates
        if Concession.TEMPERATURE not in self.concessions:
            body["temperature"] = question.temperature
        if Concession.LONGEST not in self.concessions:
            body["max_tokens"] = question.longest
        elif Concession.LONGEST_NEWER not in self.concessions:
            body["max_completion_tokens"] = question.longest
        if answer_format == "json_schema" and question.answer is not None:
            body["response_format"] = response_format(question.answer)
        if question.seed is not None and Concession.SEED not in self.concessions:
            # One seed for all would give the same candidate again and again.
            body["seed"] = question.seed + number
        return body

    def _heard(
        self, reply: Reply, body: dict[str, Any], answer_format: AnswerFormat, budget: TokenBudget, attempts: int
    ) -> _Heard:
        if reply.usage is not None:
            prompt, answers = reply.usage.prompt_tokens, reply.usage.completion_tokens
        else:
            prompt = sum(estimated_tokens(message["content"]) for message in body["messages"])
            answers = sum(estimated_tokens(choice.message.content) for choice in reply.choices)
            self.spending.estimated = True
        self.spending.requests += 1
        self.spending.prompt += prompt
        self.spending.answers += answers
        for each in (budget, self.budget):
            each.spend(prompt + answers)
        return _Heard(tuple(reply.choices), answer_format, safe(reply.model), prompt + answers, attempts)


def _together(heard: tuple[_Heard, ...] | list[_Heard]) -> _Heard:
    return _Heard(
        tuple(choice for each in heard for choice in each.choices),
        "text" if any(each.answer_format == "text" for each in heard) else "json_schema",
        heard[0].model,
        sum(each.tokens for each in heard),
        sum(each.attempts for each in heard),
    )


def _declined(choice: Choice) -> bool:
    return bool(choice.message.refusal) or choice.finish_reason == "content_filter"


def _read(choice: Choice, answer: type[Answer]) -> Candidate[Answer]:
    text = choice.message.content
    if _declined(choice):
        return Candidate(text, complaint=safe(choice.message.refusal or "filtered by the server"))
    try:
        return Candidate(text, read_answer(text, answer))
    except MalformedAnswer as error:
        cut = " (cut off at the length limit)" if choice.finish_reason == "length" else ""
        return Candidate(text, complaint=f"{error}{cut}")


def _shows_no_schema(choices: tuple[Choice, ...], read: list[Candidate[Any]]) -> bool:
    """Whether every candidate that was neither declined nor cut off is of another shape than the schema's."""
    whole = [each for choice, each in zip(choices, read, strict=True) if not _declined(choice)]
    ended = [choice for choice in choices if not _declined(choice) and choice.finish_reason != "length"]
    return bool(ended) and len(ended) == len(whole) and all(each.answer is None for each in whole)
