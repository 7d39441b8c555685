"""What the offline parser understands, measured on suites of wordings, and what it does with single difficulties."""

import json
from pathlib import Path
from typing import Any

from tests.support.parsers import parser

from plancritic.pddl.language import parse_constraint

CASES = Path(__file__).parents[3] / "cases"
FEEDBACK = CASES / "feedback"
ASSETS = ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")


def canonical(constraints: Any) -> frozenset[str]:
    return frozenset(str(parse_constraint(str(c))) for c in constraints)


def best(statement: str, domain: str = "waterway", problem: str = "1") -> frozenset[str]:
    parses = parser(domain, problem).parse(statement)
    return canonical(parses[0].constraints) if parses else frozenset()


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def share_understood(suite: list[dict[str, Any]]) -> float:
    right = sum(best(r["statement"], r["domain"]) == canonical(r["ground_truth"]) for r in suite)
    return right / len(suite)


def test_most_of_the_development_suite_is_read_exactly_right() -> None:
    assert share_understood(rows(FEEDBACK / "rephrasings-dev.jsonl")) >= 0.9


def test_most_of_our_own_wordings_of_the_same_meanings_are_read_exactly_right() -> None:
    assert share_understood(rows(CASES / "translator" / "rephrasings-own.jsonl")) >= 0.9


def test_statements_of_several_are_read_one_by_one() -> None:
    right = total = 0
    for row in rows(FEEDBACK / "multi-dev.jsonl"):
        if len(row["statements"]) == len(row["ground_truth"]):
            for statement, truth in zip(row["statements"], row["ground_truth"], strict=True):
                total += 1
                right += best(statement, row["domain"]) == canonical(truth)
    assert right / total >= 0.9


def test_the_article_is_not_waypoint_a() -> None:
    assert all("wpt_a_0" not in c for c in best("Finish with a debris boat at B."))


def test_a_misspelt_name_is_understood_and_reported() -> None:
    parse = parser("waterway").parse("The debris vesel must finish at waypiont B.")[0]
    assert canonical(parse.constraints) == {"(at end (at deb_ast_0 wpt_b_0))"}
    assert ("waypiont", "waypoint") in parse.slips


def test_readings_come_best_first_with_scores_from_0_to_1() -> None:
    scores = [p.score for p in parser("waterway").parse("The scout goes to the wreck before the debris boat.", 10)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_two_thousand_characters_are_read_in_bounded_time() -> None:
    statement = "Never visit A, and finish with the scout at B. " * 42
    (parse,) = parser("waterway").parse(statement)
    never = {f"(always (not (at {boat} wpt_a_0)))" for boat in ASSETS}
    assert canonical(parse.constraints) == never | {"(at end (at sct_ast_0 wpt_b_0))"}


def test_a_long_text_is_not_understood_where_one_of_its_wishes_is_not() -> None:
    assert parser("waterway").parse("Never visit A with any boat. " * 40 + "The scout must never visit the moon.") == ()
