"""Where answers come from: language models, or files that hold what was written before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Protocol

import httpx2

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains import DomainFolderError
from plancritic.domains.descriptions import skeleton_of
from plancritic.domains.descriptions.recorded_answers import recording_order
from plancritic.domains.files import MAXIMUM_YAML_BYTES, read_text
from plancritic.llm import (
    LanguageModel,
    LanguageModelError,
    LanguageModelSettings,
    Message,
    TokenBudget,
    Written,
    configured,
)
from plancritic.schema_library.candidates.answers import stored_text
from plancritic.schema_library.candidates.merging import schemas_of
from plancritic.schema_library.candidates.prompt import actions_prompt, again_prompt
from plancritic.schema_library.candidates.settings import CandidateSettings

#: Takes the name of an instance and its answer, to store it.
Keep = Callable[[str, str], Awaitable[None]]


@dataclass(slots=True)
class Collected:
    """All answers by instance, in the order of the instances, and why an instance gave none or less than it should."""

    answers: dict[str, str] = field(default_factory=dict)
    failures: dict[str, Fault] = field(default_factory=dict)


class Answers(Protocol):
    """A source of answers to the prompt for all actions of a domain."""

    async def collect(
        self, description: DomainDescription, register: Register, known: Mapping[str, str], keep: Keep
    ) -> Collected:
        """Return the answers of all instances; those in `known` are not asked.

        Each new answer goes to `keep` as soon as it is there, so that an interrupted collection can go on.

        Raises:
            ContractError: No instance has an answer.
        """
        ...


class RecordedAnswers:
    """Answers in files `NN.md` of a folder, each by an instance of that number; `instances` takes the first ones."""

    def __init__(self, folder: Path, instances: int | None = None) -> None:
        self._folder = folder
        self._instances = instances

    async def collect(
        self, description: DomainDescription, register: Register, known: Mapping[str, str], keep: Keep
    ) -> Collected:
        """Read the files. The folder has to hold answers to the prompt of this description in this register."""
        numbered = (each for each in self._folder.glob("*.md") if each.stem.isdecimal())
        files = sorted(numbered, key=lambda each: recording_order(each.stem))
        if not files:
            remedy = "name a folder with files 01.md, 02.md ..."
            raise _fault(self._folder, "no recorded answer in this folder", remedy)
        if self._instances is not None and len(files) < self._instances:
            raise _fault(self._folder, f"{len(files)} recorded answers, {self._instances} asked for", "ask for fewer")
        found = Collected()
        for file in files[: self._instances]:
            if file.stem in known:
                found.answers[file.stem] = known[file.stem]
                continue
            try:
                text = read_text(file, MAXIMUM_YAML_BYTES)
            except DomainFolderError as error:
                raise _fault(error.file, error.fault, error.remedy) from None
            await keep(file.stem, text)
            found.answers[file.stem] = text
        return found


def _fault(file: Path, message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy, file=str(file)))


@dataclass(frozen=True, slots=True)
class Instance:
    """One way to ask: a model, how varied its answers are, and the seed."""

    model: str
    temperature: float
    seed: int

    @property
    def name(self) -> str:
        """What names it in a library."""
        return f"{self.model} t{self.temperature:g} s{self.seed}"


class ModelAnswers:
    """Answers of language models behind one endpoint: each instance writes all actions of the domain in one answer.

    Actions that are missing or cannot be corrected are asked for once more in the same conversation; both answers
    together are the answer of the instance. One budget of tokens pays for all of it.

    Raises:
        ContractError: No language model is configured.
    """

    def __init__(
        self,
        settings: CandidateSettings,
        endpoint: LanguageModelSettings,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        models = settings.models or ((endpoint.model,) if endpoint.model else ())
        configured(endpoint, "use recorded answers", models[0] if models else None)
        self._settings = settings
        self._endpoint = endpoint
        self._transport = transport
        ways = product(models, settings.temperatures, settings.seeds)
        self.instances = tuple(dict.fromkeys(Instance(*way) for way in ways))

    async def collect(
        self, description: DomainDescription, register: Register, known: Mapping[str, str], keep: Keep
    ) -> Collected:
        """Ask every instance that is not in `known`."""
        found = Collected({each.name: known[each.name] for each in self.instances if each.name in known})
        budget = TokenBudget(self._settings.tokens, "PLANCRITIC_SCHEMA_LIBRARY_TOKENS")
        free = asyncio.Semaphore(self._settings.concurrency)
        models = {
            name: LanguageModel(self._endpoint.model_copy(update={"model": name}), self._transport)
            for name in {each.model for each in self.instances if each.name not in known}
        }

        async def ask(instance: Instance) -> None:
            async with free:
                conversation = _Conversation(models[instance.model], instance, budget, self._settings.answer_tokens)
                try:
                    answer, failure = await conversation.answer(description, register)
                except LanguageModelError as error:
                    found.failures[instance.name] = error.fault
                    return
                if failure is not None:
                    found.failures[instance.name] = failure
                await keep(instance.name, answer)
                found.answers[instance.name] = answer

        asked = [asyncio.ensure_future(ask(each)) for each in self.instances if each.name not in known]
        try:
            await asyncio.gather(*asked)
        finally:
            for task in asked:
                task.cancel()
            for model in models.values():
                await model.close()
        if not found.answers:
            raise ContractError(next(iter(found.failures.values())))
        found.answers = {each.name: found.answers[each.name] for each in self.instances if each.name in found.answers}
        return found


@dataclass(frozen=True, slots=True)
class _Conversation:
    model: LanguageModel
    instance: Instance
    budget: TokenBudget
    longest: int

    async def answer(self, description: DomainDescription, register: Register) -> tuple[str, Fault | None]:
        """Return the answer, and why actions could not be asked for once more."""
        asked = (Message("user", actions_prompt(description, register)),)
        first = await self._write(asked)
        actions = [name.lower() for name in description.actions]
        stored = stored_text(first.text, first.cut_off)
        found = schemas_of(description, skeleton_of(description), self.instance.name, stored)
        unusable = found.unusable(actions)
        if not unusable:
            return stored, None
        again = (*asked, Message("assistant", first.text), Message("user", again_prompt(unusable)))
        try:
            second = await self._write(again)
        except LanguageModelError as error:
            return stored, error.fault
        return stored_text(first.text, first.cut_off, second.text, second.cut_off), None

    async def _write(self, messages: tuple[Message, ...]) -> Written:
        return await self.model.write(
            messages, self.budget, self.instance.temperature, self.instance.seed, self.longest
        )
