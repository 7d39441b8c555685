"""Why the steps with a number are in a plan, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancritic.contracts.specification import TracedConstraint
from plancritic.english.lists import enumerated
from plancritic.pddl.execution import causal_links, execute
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.wording import Lexicon, StepReasons, constraint_in_words, step_reasons


class NoSuchStep(LookupError):
    """A plan has no step with this number; `last` is its last one, 0 in a plan without steps."""

    def __init__(self, number: int, last: int) -> None:
        has = f"steps 1 to {last}" if last else "no steps"
        super().__init__(f"the plan has {has}, no step {number}")
        self.number, self.last = number, last


def reasons_of_step(
    plan: str,
    number: int,
    lexicon: Lexicon,
    specification: Sequence[TracedConstraint] = (),
    statements: Mapping[str, str] | None = None,
) -> tuple[StepReasons, ...]:
    """Return why each step with this number is in the plan; `statements` maps ids of statements to their texts.

    Raises:
        NoSuchStep: the plan has none.
    """
    parsed = parse_plan(plan)
    steps = [index for index, (each, _) in enumerate(parsed.numbered()) if each == number]
    if not steps:
        raise NoSuchStep(number, max((each for each, _ in parsed.numbered()), default=0))
    trajectory = execute(lexicon.problem, parsed)
    links = causal_links(trajectory, [parse_constraint(traced.constraint) for traced in specification])
    sources = [_source(traced, lexicon, statements or {}) for traced in specification]
    return tuple(step_reasons(trajectory, links, step, lexicon, sources) for step in steps)


def _source(traced: TracedConstraint, lexicon: Lexicon, statements: Mapping[str, str]) -> str:
    """What a constraint comes from, as the subject of a sentence in the singular."""
    texts = [f'"{statements[each]}"' for each in traced.statements if each in statements]
    if not texts:
        return f'the constraint "{constraint_in_words(traced.constraint, lexicon)}"'
    if len(texts) == 1:
        return f"your statement {texts[0]}"
    return f"what you said ({enumerated(texts)})"
