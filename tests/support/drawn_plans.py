"""Plans of the shipped domains and of the courier, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.pictures.drawing import Drawing
from plancritic.pictures.drawings import draw_plan_alone
from plancritic.wording import Lexicon

CASES = Path(__file__).resolve().parents[1] / "cases"
COURIER = CASES / "courier"
#: Domain and problem of each plan in the cases.
SHIPPED = (("waterway", "1"), ("haulage", "2"), ("satellite", "1"))


def plan_text(domain: str, problem: str) -> str:
    return (CASES / "pictures" / f"{domain}-{problem}.plan").read_text()


def courier_lexicon() -> Lexicon:
    return Lexicon.without_context((COURIER / "domain.pddl").read_text(), (COURIER / "problem.pddl").read_text())


def drawn_courier(*constraints: str, plan: str | None = None) -> Drawing:
    text = (COURIER / "letter.plan").read_text() if plan is None else plan
    return draw_plan_alone(text, courier_lexicon(), "1", traced(constraints))


def drawn_shipped(domain: str, problem: str, *constraints: str) -> Drawing:
    lexicon = Lexicon(load_domain(domain), problem)
    return draw_plan_alone(plan_text(domain, problem), lexicon, problem, traced(constraints))


def traced(constraints: Sequence[str]) -> tuple[TracedConstraint, ...]:
    return tuple(
        TracedConstraint(constraint=each, statements=(f"s{number}",)) for number, each in enumerate(constraints, 1)
    )
