"""A new statement that clashes with one in force is read otherwise where that is likely; stand-ins are the workers."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.builders import feedback_submitted
from tests.support.revisions import entry, revision
from tests.support.sayings import GUESSED, MEANT, READ, Sayings, plan_for, reading

from plancritic.contracts.envelope import Message
from plancritic.contracts.feedback import PlanRevised, SearchSettings
from plancritic.contracts.planning import Impossible, SolveLimits, Verdict
from plancritic.contracts.questions import QuestionAsked
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.checkpoints.beginning import first_checkpoint
from plancritic.coordinator.checkpoints.known_answers import KnownAnswers, RememberingWorkers
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.runs.run import start_run
from plancritic.coordinator.sessions.turn import turn_of
from plancritic.domains import load_domain


class Clashing(Sayings):
    """Workers for whom each of some pairs of constraints is impossible together."""

    def __init__(self, translated: StatementReadings, *pairs: tuple[str, str]) -> None:
        super().__init__((translated,), (None,), scorer=False)
        self.pairs = pairs

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        wanted = {each.constraint for each in specification if each.strength == "must"}
        for pair in self.pairs:
            if wanted.issuperset(pair):
                self.asked.append(("solve", tuple(specification), limits, explain, tidy))
                clash = tuple(each for each in specification if each.constraint in pair)
                return Impossible(engine="none", reason="a test", clash=clash, clash_minimal=True)
        return await super().solve(specification, limits, engine, explain, seconds_wanted, tidy)


async def second_turn(first: float, second: float, *pairs: tuple[str, str]) -> tuple[PlanRevised, list[QuestionAsked]]:
    """What comes of a statement read in two ways after one in force that is read as `GUESSED`."""
    read = StatementReadings(statement="s2", readings=(reading(READ, first), reading(MEANT, second)))
    submitted = feedback_submitted("Scout A.", settings=SearchSettings(seed=1, generations=0, population=2))
    situation = situation_of(submitted, load_domain("waterway"))
    head = revision(
        entry("Debris to the station.", constraints=(GUESSED,)), plan=plan_for(GUESSED), problem=situation.reference
    )
    turn = turn_of(submitted, head, situation.reference)
    workers = RememberingWorkers(Clashing(read, *pairs), submitted.envelope, KnownAnswers())
    asked: list[QuestionAsked] = []

    async def publish(message: Message, _: Subject) -> None:
        if isinstance(message, QuestionAsked):
            asked.append(message)

    checkpoint = first_checkpoint(submitted, situation.reference, turn=turn)
    return await start_run(checkpoint, RunParts(situation, workers, publish)), asked


async def test_another_likely_reading_that_does_not_clash_is_taken_and_nobody_is_asked_which_holds() -> None:
    ended, _ = await second_turn(0.6, 0.55, (READ, GUESSED))
    earlier, told = ended.statements
    assert earlier.verdict == "adhered"
    assert (told.constraints, told.verdict, told.reading) == ((MEANT,), "unconfirmed", "doubtful")
    undisturbed, _ = await second_turn(0.6, 0.55)
    assert undisturbed.statements[1].constraints == (READ,), "else nothing was read otherwise for the clash"


async def test_a_reading_that_is_hardly_likely_is_no_way_out_of_a_clash() -> None:
    ended, _ = await second_turn(0.9, 0.2, (READ, GUESSED))
    earlier, told = ended.statements
    assert earlier.verdict == "adhered"
    assert told.constraints == (READ,) and told.verdict in ("violated", "impossible")


async def test_where_every_likely_reading_clashes_the_earlier_statement_stays() -> None:
    ended, asked = await second_turn(0.6, 0.55, (READ, GUESSED), (MEANT, GUESSED))
    assert asked == []
    assert [each.verdict in ("adhered", "unconfirmed") for each in ended.statements] == [True, False]
