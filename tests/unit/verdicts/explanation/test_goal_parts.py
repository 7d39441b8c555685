"""Which parts of the goal a clash needs, on the shipped domains."""

from __future__ import annotations

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import Problem, parse_constraint
from plancritic.verdicts.explanation.goal_parts import goal_in_clash
from plancritic.wording import Lexicon


def problem(domain: str, name: str) -> Problem:
    return Lexicon(load_domain(domain), name).problem


@pytest.mark.parametrize(
    ("domain", "name", "constraints", "goal"),
    [
        ("waterway", "1", ("(always (not (at shp_0 shp_dck_0)))",), ("(at shp_0 shp_dck_0)",)),
        ("waterway", "1", ("(<= (total-time) 9)",), ("(at shp_0 shp_dck_0)",)),
        (
            "waterway",
            "1",
            ("(always (not (at deb_ast_0 wpt_a_0)))", "(always (not (at deb_ast_0 wpt_b_0)))"),
            ("(at shp_0 shp_dck_0)",),
        ),
        # Of a goal with many parts only what clashes is named.
        ("haulage", "2", ("(at end (lies parcel1 mill))",), ("(lies parcel1 hospital)",)),
        # Impossible whatever the goal.
        ("waterway", "1", ("(always (not (at sct_ast_0 wpt_ini)))",), ()),
        ("waterway", "1", ("(within 0.5 (at sct_ast_0 wpt_end))",), ()),
    ],
)
def test_what_clashes_with_the_goal_names_the_parts_of_it(
    domain: str, name: str, constraints: tuple[str, ...], goal: tuple[str, ...]
) -> None:
    found = goal_in_clash(problem(domain, name), [parse_constraint(each) for each in constraints])
    assert tuple(map(str, found)) == goal


def test_where_reachability_proves_nothing_the_plan_without_steps_tells_what_the_goal_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("plancritic.verdicts.analysis.proof", lambda *_: None)
    of = problem("waterway", "1")
    avoids, wants = "(always (not (at shp_0 shp_dck_0)))", "(within 1 (at sct_ast_0 wpt_b_0))"
    assert tuple(map(str, goal_in_clash(of, [parse_constraint(avoids)]))) == ("(at shp_0 shp_dck_0)",)
    assert goal_in_clash(of, [parse_constraint(wants)]) == ()
    assert tuple(map(str, goal_in_clash(of, [parse_constraint("(<= (total-time) 3)")]))) == ("(at shp_0 shp_dck_0)",)
    # No plan without steps lasts so long.
    assert goal_in_clash(of, [parse_constraint("(>= (total-time) 20)")]) == ()


def test_where_reachability_proves_nothing_of_a_goal_of_several_parts_none_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("plancritic.verdicts.analysis.proof", lambda *_: None)
    found = goal_in_clash(problem("haulage", "2"), [parse_constraint("(at end (not (lies parcel1 hospital)))")])
    assert found == ()
