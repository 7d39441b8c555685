"""Two statements of one turn that contradict each other as they are taken; stand-ins are the workers."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.builders import feedback_submitted
from tests.support.sayings import GUESSED, MEANT, NEVER, READ, Sayings, does, reading

from plancritic.contracts.envelope import Message
from plancritic.contracts.feedback import PlanRevised, SearchSettings
from plancritic.contracts.planning import Impossible, SolveLimits, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.coordinator.checkpoints.beginning import first_checkpoint
from plancritic.coordinator.checkpoints.known_answers import KnownAnswers, RememberingWorkers
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.runs.run import start_run
from plancritic.domains import load_domain

DOUBTFUL = StatementReadings(statement="s1", readings=(reading(READ, 0.6), reading(MEANT, 0.57)))
CLEAR = StatementReadings(statement="s1", readings=(reading(READ, 0.95),))
SURE = StatementReadings(statement="s2", readings=(reading(GUESSED, 0.95),))


class Contradicting(Sayings):
    """Workers for whom each of some pairs of constraints is impossible together."""

    pairs: tuple[tuple[str, str], ...] = ()

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        verdict = await super().solve(specification, limits, engine, explain, seconds_wanted, tidy)
        wanted = {each.constraint for each in specification if each.strength == "must"}
        for pair in self.pairs:
            if wanted.issuperset(pair):
                clash = tuple(each for each in specification if each.constraint in pair)
                return Impossible(engine="none", reason="a test", clash=clash, clash_minimal=True)
        return verdict


async def run(
    *translated: StatementReadings, pairs: tuple[tuple[str, str], ...] = (), preference: int | None = None
) -> tuple[PlanRevised, Contradicting]:
    """A run of statements that are translated so; the one at the place `preference` is only preferred."""
    statements = tuple(
        Statement(id=each.statement, text=f"Say {number}.", strength="should" if number == preference else "must")
        for number, each in enumerate(translated)
    )
    settings = SearchSettings(seed=1, generations=0, population=2)
    submitted = feedback_submitted(statements=statements, settings=settings)
    workers = Contradicting(tuple(translated), tuple(each.readings[0].constraints[0] for each in translated))
    workers.pairs = pairs
    if DOUBTFUL in translated:
        workers.liked = (None, *workers.liked[1:])

    async def publish(_message: Message, _: Subject) -> None:
        return None

    situation = situation_of(submitted, load_domain("waterway"))
    first = first_checkpoint(submitted, situation.reference)
    remembering = RememberingWorkers(workers, submitted.envelope, KnownAnswers())
    return await start_run(first, RunParts(situation, remembering, publish)), workers


async def test_the_next_joint_reading_that_has_a_plan_is_taken_and_nobody_is_told_that_it_was_meant() -> None:
    ended, _ = await run(DOUBTFUL, SURE, pairs=((READ, GUESSED),))
    doubtful, sure = ended.statements
    assert (doubtful.constraints, doubtful.verdict, doubtful.reading) == ((MEANT,), "unconfirmed", "doubtful")
    assert [each.constraints for each in doubtful.alternatives] == [(READ,)]
    likelier = [each for each in doubtful.alternatives if "another reading is likelier" in doubtful.doubt]
    assert all(each.sentence in doubtful.doubt for each in likelier)
    assert len(likelier) == 1
    assert sure.constraints == (GUESSED,)
    assert does(ended.plan, MEANT) and does(ended.plan, GUESSED)


async def test_without_a_contradiction_the_likeliest_readings_stay() -> None:
    ended, _ = await run(DOUBTFUL, SURE)
    assert [each.constraints for each in ended.statements] == [(READ,), (GUESSED,)]


async def test_where_no_joint_reading_has_a_plan_nothing_is_told_impossible_on_a_doubtful_reading() -> None:
    ended, workers = await run(DOUBTFUL, SURE, pairs=((READ, GUESSED), (MEANT, GUESSED)))
    assert [each.constraints for each in ended.statements] == [(READ,), (GUESSED,)]
    assert "impossible" not in [each.verdict for each in ended.statements]
    assert frozenset({MEANT, GUESSED}) in workers.solved


async def test_of_clear_statements_that_contradict_each_other_one_is_impossible_and_no_other_is_read_otherwise() -> (
    None
):
    ended, workers = await run(CLEAR, SURE, pairs=((READ, GUESSED),))
    assert sorted(each.verdict for each in ended.statements) == ["adhered", "impossible"]
    assert set(workers.solved) <= {frozenset(), frozenset({READ}), frozenset({GUESSED}), frozenset({READ, GUESSED})}


async def test_what_is_impossible_by_itself_makes_no_other_statement_mean_something_else() -> None:
    never = StatementReadings(statement="s3", readings=(reading(NEVER, 0.95),))
    ended, _ = await run(DOUBTFUL, SURE, never)
    assert [each.constraints for each in ended.statements] == [(READ,), (GUESSED,), (NEVER,)]
    contradicted, _ = await run(DOUBTFUL, SURE, never, pairs=((READ, GUESSED),))
    assert [each.constraints for each in contradicted.statements] == [(MEANT,), (GUESSED,), (NEVER,)]


async def test_what_is_only_preferred_contradicts_nothing() -> None:
    ended, _ = await run(DOUBTFUL, SURE, pairs=((READ, GUESSED),), preference=1)
    assert [each.constraints for each in ended.statements] == [(READ,), (GUESSED,)]
    ended, _ = await run(DOUBTFUL, SURE, pairs=((READ, GUESSED),), preference=0)
    assert [each.constraints for each in ended.statements] == [(READ,), (GUESSED,)]
