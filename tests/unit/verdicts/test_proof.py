"""Proofs whole and question by question."""

from pathlib import Path

from plancritic.verdicts import prove_plan, standard_judges

COURIER = Path(__file__).parents[2] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))


async def test_answers_follow_the_order_of_the_questions() -> None:
    home, market, broken = "(always (at ann home))", "(sometime (at ann market))", "(always)"
    proved = await prove_plan(standard_judges(), DOMAIN, PROBLEM, LETTER, [market], [home, market, broken, home])
    assert proved.proof.ruling == "accepted"
    assert [one.constraint for one in proved.answers] == [home, market, broken, home]
    assert [one.proof.ruling for one in proved.answers] == ["rejected", "accepted", "unjudged", "rejected"]
