"""The translator's core: statements in, readings with their scores out, or the reason why there are none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any, Literal

from cachetools import LRUCache

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.syntax_faults import fault_of
from plancritic.contracts.translation import Reading, Repair, Statement, StatementReadings
from plancritic.domains import DomainBundle
from plancritic.domains.context import Example
from plancritic.domains.errors import UnknownProblemError
from plancritic.english.lists import enumerated
from plancritic.llm import LanguageModel, LanguageModelNotConfigured, RunBudgets, TokenBudget
from plancritic.mentions.effort import TooMuchToReadError, bounded
from plancritic.mentions.linking import Linker
from plancritic.mentions.text import constraint_text, number_out_of_range, unread_text
from plancritic.mentions.world import World
from plancritic.pddl.language import PddlSyntaxError, parse_constraint, parse_plan
from plancritic.pddl.specification import canonical_key
from plancritic.reading.own import Readers
from plancritic.translator.candidates.denied_orders import DeniedOrderReader
from plancritic.translator.candidates.exchanged import ExchangedReader
from plancritic.translator.candidates.guesses import Guesser
from plancritic.translator.candidates.offered import offered_examples
from plancritic.translator.candidates.offline import Parse, Parser
from plancritic.translator.candidates.plan_wishes import PlanWishes
from plancritic.translator.candidates.printed import PrintedSentences
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.translator.candidates.softened import softened
from plancritic.translator.candidates.staying import StayingReader, stays_from_arrival
from plancritic.translator.happenings.events import EventReader
from plancritic.translator.language_model.candidates import LanguageModelTranslator
from plancritic.translator.learned import LearnedCandidates
from plancritic.translator.plan_steps.remedies import StepRemedies, names_a_step, step_reason
from plancritic.translator.plan_steps.steps import StepReader
from plancritic.translator.refusals.counting import counted_words, told_uncounted
from plancritic.translator.refusals.doubts import ASKS_UNREAD
from plancritic.translator.refusals.reasons import as_written, reason_of
from plancritic.translator.refusals.unread import names_of_nothing
from plancritic.translator.refusals.unread_clauses import Account
from plancritic.wording import Lexicon, constraints_sentence

_KEPT = 16


class _Prepared:
    """All that is read once for a problem."""

    def __init__(
        self, bundle: DomainBundle, problem: str, retrieval: Retrieval | None, readers: Readers | None, learned: int
    ) -> None:
        self.words = Lexicon(bundle, problem)
        self.linker = Linker(bundle.context, World(self.words.problem))
        reader = None if readers is None else readers.of(self.words)
        self.learned = None if reader is None else LearnedCandidates(reader, self.words, self.linker, learned)
        self.wishes = PlanWishes(bundle.context.time)
        self.parser = Parser(self.linker)
        self.orders = DeniedOrderReader(self.parser)
        self.staying = StayingReader(self.parser)
        self.exchanged = ExchangedReader(self.parser)
        self.reader = EventReader(self.linker)
        self.display = tuple(self.words.problem.display.items())
        #: Made when it is first asked for.
        self.offered: tuple[Example, ...] | None = None
        self.printed = PrintedSentences(self.words)
        self.retrieval = retrieval
        self.guesser = Guesser(self.parser, self.words, bundle, problem, retrieval)


def readable_examples(lexicon: Lexicon) -> tuple[Example, ...]:
    """Return the examples about the lexicon's problem that the offline translator reads as told, for `help`."""
    translator = Translator()
    return translator._offered(translator._prepare(lexicon.bundle, lexicon.problem_id))


class Translator:
    """Translates statements about any problem; what it read of the last few problems stays read.

    Without a language model every statement is read offline. `default` says who reads where nobody asks.
    """

    def __init__(
        self,
        model: LanguageModel | None = None,
        retrieval: Retrieval | None = None,
        missing: str = "PLANCRITIC_LLM_MODEL",
        candidates: int = 5,
        readers: Readers | None = None,
        learned: int = 8,
        kept: int = _KEPT,
    ) -> None:
        """Their domain's of `readers` proposes up to `learned` readings and judges all; `kept` problems stay read."""
        self._model = model
        self._missing = missing
        self._candidates = candidates
        self._retrieval = retrieval
        self._readers = readers
        self._learned = learned
        self._budgets = None if model is None else RunBudgets(model.settings.tokens)
        self._kept: LRUCache[tuple[str, str], _Prepared] = LRUCache(kept)
        self._kept_lock = threading.Lock()
        #: Held while one statement is read: readers remember what they read of it, and the work counted has to be its.
        #: Whoever waits longest is next, so that a job of many statements does not keep a job of few waiting.
        self._turn = asyncio.Lock()

    @property
    def default(self) -> Literal["offline", "language_model"]:
        """Who reads a job that names nobody."""
        return "language_model" if self._model is not None else "offline"

    async def translate(
        self,
        bundle: DomainBundle,
        problem: str,
        statements: Sequence[Statement],
        shown_plan: str | None = None,
        earlier_goals: Sequence[str] = (),
        readings: int = 5,
        translator: Literal["offline", "language_model"] | None = None,
        seed: int | None = None,
        run: str | None = None,
    ) -> tuple[str, tuple[StatementReadings, ...]]:
        """Return who translated, and the readings in the order of the statements.

        What a language model may spend is counted for each `run` (its correlation id), else for this call alone. A
        `seed` has the language model answer without sampling, as deterministic mode needs it (as far as the
        model's server keeps its word: most promise no more than their best effort).

        Raises:
            ContractError: Unknown problem, a shown plan that is none, or a language model that is asked for and fails
                or is not configured.
        """
        who = translator or self.default
        if who == "language_model" and self._model is None:
            raise LanguageModelNotConfigured(self._missing)
        prepared = await asyncio.to_thread(self._prepare, bundle, problem)
        if who == "offline":
            read = await self._offline(prepared, statements, shown_plan, readings)
            return "offline", await asyncio.to_thread(self._compared, prepared, statements, read)
        assert self._model is not None
        assert self._budgets is not None
        by_model = LanguageModelTranslator(self._model, prepared.words, self._candidates, seed)
        budget = TokenBudget(self._model.settings.tokens) if run is None else self._budgets.of(run)
        found = []
        for statement in statements:
            refusal = number_out_of_range(statement.text)
            if refusal is not None:
                found.append(StatementReadings(statement=statement.id, reason=refusal))
                continue
            try:
                each = await by_model.translate(statement, budget, shown_plan, earlier_goals, readings)
            except PddlSyntaxError as error:
                # The shown plan: what a model writes is refused where it is read.
                raise ContractError(fault_of(error)) from None
            async with self._turn:
                guesses = await asyncio.to_thread(self._guesses_bounded, prepared, statement.text, bool(each.readings))
            if not each.readings:
                each = await self._with_examples(prepared, statement, each)
            found.append(each.model_copy(update={"guesses": guesses}))
        return by_model.name, await asyncio.to_thread(self._compared, prepared, statements, found)

    def _prepare(self, bundle: DomainBundle, problem: str) -> _Prepared:
        key = (bundle.sha256, problem)
        with self._kept_lock:
            prepared = self._kept.get(key)
        if prepared is None:
            try:
                prepared = _Prepared(bundle, problem, self._retrieval, self._readers, self._learned)
            except UnknownProblemError as error:
                raise ContractError(
                    Fault(code=FaultCode.UNKNOWN_PROBLEM, message=error.message, remedy=error.remedy)
                ) from None
            except PddlSyntaxError as error:
                raise ContractError(fault_of(error)) from None
            with self._kept_lock:
                self._kept[key] = prepared
        return prepared

    def _offered(self, prepared: _Prepared) -> tuple[Example, ...]:
        """Return the examples that are read as told."""

        def best(sentence: str) -> str | None:
            read = self._read_bounded(prepared, Statement(id="example", text=sentence), None, 1)
            if not read.readings:
                return None
            return canonical_key([parse_constraint(text) for text in read.readings[0].constraints])

        if prepared.offered is None:
            prepared.offered = offered_examples(prepared.words, best)
        return prepared.offered

    def _compared(
        self, prepared: _Prepared, statements: Sequence[Statement], found: Sequence[StatementReadings]
    ) -> tuple[StatementReadings, ...]:
        """Return the readings with what a reader adds, as preferences where they are, printed ones marked, compared."""
        if prepared.learned is not None:
            found = [
                prepared.learned.joined(statement.text, each) for statement, each in zip(statements, found, strict=True)
            ]
        pairs = zip(statements, found, strict=True)
        found = [prepared.printed.marked(said.text, softened(said.text, each)) for said, each in pairs]
        found = [told_uncounted(said.text, each, prepared.linker) for said, each in zip(statements, found, strict=True)]
        if self._retrieval is None:
            return tuple(found)
        return tuple(
            each.model_copy(
                update={
                    "readings": self._retrieval.compared(statement.text, each.readings),
                    "guesses": self._retrieval.compared(statement.text, each.guesses),
                }
            )
            for statement, each in zip(statements, found, strict=True)
        )

    async def _offline(
        self, prepared: _Prepared, statements: Sequence[Statement], shown_plan: str | None, most: int
    ) -> tuple[StatementReadings, ...]:
        steps = await asyncio.to_thread(self._steps, prepared, shown_plan) if shown_plan is not None else None
        found = []
        for statement in statements:
            async with self._turn:
                read = await asyncio.to_thread(self._read_bounded, prepared, statement, steps, most)
            found.append(await self._with_examples(prepared, statement, read))
        return tuple(found)

    @staticmethod
    def _steps(prepared: _Prepared, shown_plan: str) -> StepReader:
        try:
            return StepReader(prepared.reader, parse_plan(shown_plan, "shown plan"))
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None

    def _read_bounded(
        self, prepared: _Prepared, statement: Statement, steps: StepReader | None, most: int
    ) -> StatementReadings:
        """Read one statement, or refuse it where that would take too much work (`effort`)."""
        try:
            with bounded():
                return self._read(prepared, statement, steps, most)
        except TooMuchToReadError as error:
            return StatementReadings(statement=statement.id, reason=str(error))

    def _read(
        self, prepared: _Prepared, statement: Statement, steps: StepReader | None, most: int
    ) -> StatementReadings:
        unread = unread_text(statement.text) or number_out_of_range(statement.text)
        if unread is not None:
            return StatementReadings(statement=statement.id, reason=unread)
        shown = steps.plan if steps is not None else None
        wishes = prepared.wishes.read(statement.text, shown)
        if isinstance(wishes, str):
            return StatementReadings(statement=statement.id, reason=wishes)
        if wishes:
            read = (
                self._reading(prepared, Parse((wish.constraint,), wish.score)).model_copy(
                    update={"strength": wish.strength}
                )
                for wish in wishes[:most]
            )
            return StatementReadings(statement=statement.id, readings=tuple(read))
        beside = prepared.wishes.apart(statement.text, shown)
        if beside is None:
            return self._read_states(prepared, statement, steps, most)
        bound, rest = beside
        others = self._read_states(prepared, statement.model_copy(update={"text": rest}), steps, most)
        words, text = constraints_sentence((bound,), prepared.words), str(bound)
        both = tuple(
            each.model_copy(
                update={
                    "constraints": (*each.constraints, text),
                    "mid_level_goal": f"{each.mid_level_goal} {words}",
                }
            )
            for each in others.readings
        )
        # A guess at a part is no guess at the whole.
        return others.model_copy(update={"readings": both, "guesses": ()})

    def _read_states(
        self, prepared: _Prepared, statement: Statement, steps: StepReader | None, most: int
    ) -> StatementReadings:
        """Read what a statement says of states."""
        parses: tuple[Parse, ...] = ()
        hidden: tuple[str, ...] = ()
        if steps is not None:
            missing = steps.unknown(statement.text)
            if missing is not None:
                return StatementReadings(
                    statement=statement.id, reason=missing, closest=self._instead(prepared, statement, steps)
                )
            parses = steps.parse(statement.text)
            hidden = steps.unread(statement.text) if parses else ()
        parses = parses or prepared.staying.parse(statement.text) or prepared.orders.parse(statement.text)
        if not stays_from_arrival(statement.text):
            # The parser would read the arrival alone.
            parses = parses or prepared.parser.parse(statement.text, most) or prepared.exchanged.parse(statement.text)
        if not parses:
            return StatementReadings(
                statement=statement.id,
                reason=self._reason(prepared, statement.text, steps),
                closest=self._instead(prepared, statement, steps),
                guesses=self._guesses(prepared, statement.text),
            )
        return StatementReadings(
            statement=statement.id,
            readings=tuple(
                self._reading(prepared, parse).model_copy(
                    update=_told(prepared.parser.account(statement.text, parse.constraints), hidden)
                )
                for parse in parses[:most]
            ),
            guesses=self._guesses(prepared, statement.text, read=True),
        )

    @staticmethod
    def _reading(prepared: _Prepared, parse: Parse) -> Reading:
        return Reading(
            mid_level_goal=constraints_sentence(parse.constraints, prepared.words),
            constraints=tuple(constraint_text(c, prepared.display) for c in parse.constraints),
            score=parse.score,
            repairs=tuple(
                Repair(before=before, after=after, reason="taken for a misspelt word") for before, after in parse.slips
            ),
        )

    def _guesses_bounded(self, prepared: _Prepared, text: str, read: bool) -> tuple[Reading, ...]:
        """Guess beside a language model's reading; a statement that is too much to read offline has no guess."""
        try:
            with bounded():
                return self._guesses(prepared, text, read)
        except TooMuchToReadError:
            return ()

    @staticmethod
    def _guesses(prepared: _Prepared, text: str, read: bool = False) -> tuple[Reading, ...]:
        return tuple(
            Reading(
                mid_level_goal=constraints_sentence(guess.constraints, prepared.words),
                constraints=tuple(constraint_text(c, prepared.display) for c in guess.constraints),
                score=guess.score,
                kind=guess.kind,
                **(_told(prepared.parser.account(text, guess.constraints)) if guess.kind == "doubt" else {}),
            )
            for guess in prepared.guesser.guesses(text, read)
        )

    @staticmethod
    def _instead(prepared: _Prepared, statement: Statement, steps: StepReader | None) -> tuple[str, ...]:
        """What can be said of the steps that a statement names."""
        if steps is None or not steps.named(statement.text):
            return ()
        return StepRemedies(steps, prepared.parser, prepared.words).instead_of(statement.text)

    @staticmethod
    def _reason(prepared: _Prepared, text: str, steps: StepReader | None) -> str:
        items = prepared.linker.items_of(text)
        unknown = [as_written(f"{each!r}", text) for each in dict.fromkeys(names_of_nothing(items, prepared.linker))]
        if unknown:
            return f"I know nothing here called {enumerated(unknown)}: use the names of this problem"
        doubts = prepared.parser.why_not(text)
        if (not doubts or any(each.endswith(ASKS_UNREAD) for each in doubts)) and names_a_step(text):
            return step_reason(text, steps)
        counted = counted_words(text, prepared.linker)
        if doubts or counted:
            return reason_of(doubts, counted)
        names = prepared.parser.named(text)
        if names:
            said = enumerated([as_written(each, text) for each in names])
            return f"it names {said}, but I did not find what you want to happen there: say what must happen"
        return "it names nothing of this problem: name a thing, a place or an action of it"

    async def _with_examples(
        self, prepared: _Prepared, statement: Statement, read: StatementReadings
    ) -> StatementReadings:
        """Return what was read of a statement; where that is nothing, with the examples that are nearest to it."""
        if read.readings or read.closest:
            return read
        async with self._turn:
            offered = await asyncio.to_thread(self._offered, prepared)
        known = tuple(dict.fromkeys(example.statement for example in offered))
        if prepared.retrieval is None:
            return read.model_copy(update={"closest": known[:3]})
        closest = await asyncio.to_thread(prepared.retrieval.closest, statement.text, known, 3)
        return read.model_copy(update={"closest": closest})


def _told(account: Account, hidden: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the fields of a reading that tell its words; `hidden` are further clauses that it leaves out."""
    return {"unread": (*hidden, *account.unread), "used": account.used, "unused": account.unused}
