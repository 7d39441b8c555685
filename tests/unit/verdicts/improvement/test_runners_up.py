"""Plans beside the best one, around which is searched as well."""

from collections.abc import Iterator

from plancritic.pddl.language import Plan, parse_plan
from plancritic.verdicts.improvement.neighbourhoods import Neighbourhood, actions_of
from plancritic.verdicts.improvement.runners_up import RunnersUp


def plan(name: str, end: int) -> Plan:
    return parse_plan(f"0: (go {name}) [{end}]\n")


def own(of: Plan) -> Iterator[Neighbourhood]:
    yield Neighbourhood("window", actions_of(of))
    yield Neighbourhood("lane", actions_of(of))


def found(runners_up: RunnersUp, best: Plan) -> list[tuple[str, set[str]]]:
    around = runners_up.around(best, own)
    return [(part.name, {arguments[0] for _, arguments in part.actions}) for part in around]


def test_another_plan_is_joined_with_the_best_and_then_searched_around() -> None:
    runners_up = RunnersUp()
    runners_up.add(plan("b", 11))
    assert found(runners_up, plan("a", 10)) == [
        ("window", {"a"}),
        ("joined", {"a", "b"}),
        ("lane", {"a"}),
        ("window", {"b"}),
    ]


def test_the_soonest_are_kept_and_none_that_is_far_off() -> None:
    runners_up = RunnersUp()
    for name, end in (("e", 14), ("b", 11), ("d", 13), ("c", 12), ("f", 16)):
        runners_up.add(plan(name, end))
    several = [Neighbourhood("window", actions_of(plan("a", 10)))] * 9
    joined = [part for part in runners_up.around(plan("a", 10), lambda _: iter(several)) if part.name == "joined"]
    assert [sorted(part.actions)[1][1] for part in joined] == [("b",), ("c",), ("d",)]
    assert [part.name for part in runners_up.around(plan("a", 2), own)] == ["window", "lane"]


def test_the_best_plan_is_no_other() -> None:
    runners_up = RunnersUp()
    runners_up.add(plan("a", 10))
    assert found(runners_up, plan("a", 10)) == [("window", {"a"}), ("lane", {"a"})]


def test_of_two_plans_with_the_same_actions_the_sooner_is_kept() -> None:
    runners_up = RunnersUp()
    for end in (19, 12, 18):
        runners_up.add(plan("b", end))
    assert len(found(runners_up, plan("a", 10))) == 4
