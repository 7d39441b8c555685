"""Dialogues held with the services, turn by turn, each turn's plan judged by what is in force then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing

from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.contracts.envelope import Contract, Envelope
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.contracts.questions import QuestionAsked
from plancritic.laboratory.feedback.dialogues.suite import Dialogue, StepMissingError, Turn, with_step_numbers
from plancritic.laboratory.feedback.judging import GroundTruthJudge
from plancritic.laboratory.feedback.posterior.meanings import MeaningJudge
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.pddl.language import parse_plan

_TOLERANCE = 1e-3


class TurnRow(Contract):
    """What came of a turn.

    `said` are its statements with the numbers of steps filled in. `adherent` says that the plan satisfies all that is
    in force. `told` has a verdict for each statement of the turn's answer. `plan` is None where the turn was refused,
    and where it could not be said (`missing`: the plan shown has no such step).
    """

    said: tuple[str, ...] = ()
    plan: str | None = None
    adherent: bool = False
    told: tuple[str, ...] = ()
    questions: int = 0
    refers_to_steps: bool = False
    refused: str | None = None
    missing: str | None = None
    #: What commands were taken for, and what questions and remarks were answered.
    taken_as: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    #: The plan is another one than before the turn; None in a first turn.
    changed: bool | None = None


class DialogueRow(Contract):
    """What came of a dialogue, turn by turn."""

    dialogue: Dialogue
    settings: EvaluationSettings
    turns: tuple[TurnRow, ...]

    @property
    def ends_well(self) -> bool:
        """Return whether the last turn's plan satisfies all that is in force."""
        return len(self.turns) == len(self.dialogue.turns) and self.turns[-1].adherent


class DialogueEvaluation:
    """Holds dialogues of one domain, one after the other."""

    def __init__(
        self,
        client: PlancriticClient,
        settings: EvaluationSettings,
        judge: GroundTruthJudge,
        meanings: MeaningJudge,
    ) -> None:
        self._client = client
        self._settings = settings
        self._judge = judge
        self._meanings = meanings
        self._base_plans: dict[str, str] = {}

    async def run(self, dialogues: Sequence[Dialogue], done: Callable[[DialogueRow], None]) -> None:
        """Hand each dialogue's row to `done` as it comes.

        Raises:
            ContractError: the services are gone.
        """
        for dialogue in dialogues:
            done(await self.row(dialogue))

    async def row(self, dialogue: Dialogue) -> DialogueRow:
        """Hold one dialogue in a session of its own."""
        session = Envelope.start().session_id
        rows: list[TurnRow] = []
        shown: str | None = None
        for turn in dialogue.turns:
            row = await self._turn(dialogue, turn, session, shown)
            rows.append(row)
            shown = row.plan or shown
        return DialogueRow(dialogue=dialogue, settings=self._settings, turns=tuple(rows))

    async def _turn(self, dialogue: Dialogue, turn: Turn, session: str, shown: str | None) -> TurnRow:
        empty = TurnRow(refers_to_steps=turn.refers_to_steps)
        try:
            plan = shown if shown is not None or not turn.refers_to_steps else await self._base_plan(dialogue)
            said = tuple(
                with_step_numbers(each, parse_plan(plan)) if plan is not None else each for each in turn.statements
            )
        except StepMissingError as error:
            return empty.model_copy(update={"missing": error.action})
        ended, questions = await self._said(dialogue, turn, session, said)
        row = empty.model_copy(update={"said": said, "questions": questions})
        if isinstance(ended, FeedbackRefused):
            return row.model_copy(update={"refused": ended.fault.message})
        return row.model_copy(
            update={
                "plan": ended.plan,
                "adherent": await self._adherent(dialogue, turn, ended.plan),
                "told": tuple(each.verdict for each in ended.statements),
                "taken_as": ended.taken_as,
                "answers": tuple(sentence for each in ended.answers for sentence in each.sentences),
                "changed": None if shown is None else ended.plan != shown,
            }
        )

    async def _said(self, dialogue: Dialogue, turn: Turn, session: str, said: Sequence[str]) -> tuple[RunEnd, int]:
        feedback = make_feedback(
            dialogue.domain,
            dialogue.problem,
            list(said),
            self._settings.search(),
            session,
            questions="none" if self._settings.answers == "none" else "ask",
        )
        run = await self._client.submit(feedback)
        questions = 0
        async with aclosing(run.follow()) as events:
            async for event in events:
                if isinstance(event, RunEnd):
                    return event, questions
                if isinstance(event, QuestionAsked):
                    questions += 1
                    await run.answer(event, await self._answer(dialogue, turn, event))
        raise AssertionError("a run is followed to its end, or given up with an error")

    async def _answer(self, dialogue: Dialogue, turn: Turn, asked: QuestionAsked) -> int | None:
        """Return the first choice that behaves like something in force after the turn; None for none of them.

        What a command means to drop or replace is in force no longer: there the first choice that does not counts.
        """
        for choice in asked.choices:
            stays = False
            for truth in turn.in_force:
                stays = stays or (
                    isinstance(truth, list)
                    and await self._meanings.behaves_like(dialogue.problem, choice.constraints, truth)
                )
            if stays is not (asked.kind == "target"):
                return choice.number
        return None

    async def _adherent(self, dialogue: Dialogue, turn: Turn, plan: str) -> bool:
        latest = turn.latest_end
        if latest is not None and parse_plan(plan).makespan > latest + _TOLERANCE:
            return False
        return (await self._judge.judge(dialogue.problem, plan, turn.constraints)).adherent

    async def _base_plan(self, dialogue: Dialogue) -> str:
        """Return the plan without feedback, as a run in a session of nobody's reports it.

        Raises:
            ContractError: there is none.
        """
        if dialogue.problem not in self._base_plans:
            feedback = make_feedback(dialogue.domain, dialogue.problem, ["Thank you."], self._settings.search(True))
            ended = await (await self._client.submit(feedback)).end()
            if isinstance(ended, FeedbackRefused):
                raise ContractError(ended.fault)
            assert isinstance(ended, PlanRevised), "these are the two ends of a run"
            self._base_plans[dialogue.problem] = ended.base_plan
        return self._base_plans[dialogue.problem]
