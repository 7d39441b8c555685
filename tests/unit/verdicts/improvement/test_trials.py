"""Which searches engines can make of a task."""

from plancritic.engines import Engine, create_engine
from plancritic.verdicts.improvement.trials import Trials
from plancritic.verdicts.task import Task, Texts, read_task

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
CONDITIONAL = "(define (domain d) (:predicates (p) (q)) (:action a :parameters () :effect (when (q) (p))))"
PROBLEM = "(define (problem one) (:domain d) (:init) (:goal (p)))"


def trials(*names: str, domain: str = DOMAIN) -> Trials:
    task = read_task(Texts(domain, PROBLEM), (), "test")
    assert isinstance(task, Task)
    engines: list[Engine] = [create_engine(name) for name in names]
    return Trials(engines, task, (), None)


def test_engines_take_turns_with_and_without_a_bound() -> None:
    ways = [(way.name, way.bounded) for way in trials("kairos", "lpg").ways]
    assert ways[:4] == [("kairos lama-novelty", False), ("lpg", False), ("kairos m3", True), ("lpg", True)]
    assert len(set(ways)) == len(ways)


def test_an_engine_that_is_not_here_is_left_out() -> None:
    assert {way.strategy.engine.name for way in trials("kairos").local} == {"kairos"}


def test_small_changes_are_searched_by_the_first_engine_under_a_bound() -> None:
    found = trials("kairos", "lpg").closer
    assert found
    assert all(way.bounded and way.strategy.engine.name == "kairos" for way in found)
    assert [way.name for way in trials("lpg").closer] == ["lpg"]


def test_one_engine_alone_has_its_own_search() -> None:
    assert [(way.name, way.bounded) for way in trials("lpg").ways] == [("lpg", False), ("lpg", True)]


async def test_ways_are_left_out_whose_engine_would_refuse_what_it_is_given() -> None:
    able, unable = trials("kairos", "lpg"), trials("kairos", "lpg", domain=CONDITIONAL)
    before = able.ways, able.local
    await able.leave_out_unable()
    assert (able.ways, able.local) == before
    await unable.leave_out_unable()
    for ways in (unable.ways, unable.local, unable.closer):
        assert {way.strategy.engine.name for way in ways} == {"kairos"}


async def test_one_engine_that_would_refuse_everything_says_so_itself() -> None:
    alone = trials("lpg", domain=CONDITIONAL)
    before = alone.ways, alone.local
    await alone.leave_out_unable()
    assert (alone.ways, alone.local) == before
