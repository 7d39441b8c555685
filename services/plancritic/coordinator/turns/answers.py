"""Answers to questions about the plan, and short words to what asks for nothing: from the plan and what is in force."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.feedback import Answer
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.turns.questions.asking import kind_of
from plancritic.coordinator.turns.questions.moments import movers
from plancritic.coordinator.turns.questions.telling import Asked as QuestionAbout
from plancritic.coordinator.turns.questions.telling import answer_of, steps_asked
from plancritic.pddl.execution import Trajectory, causal_links, execute
from plancritic.pddl.language import Plan, parse_constraint, parse_plan
from plancritic.wording import Lexicon, step_reasons

_STEP = re.compile(r"\b(?:steps?|number|no\.?|#)\s*(\d{1,4})\b", re.IGNORECASE)
_IN_FORCE = re.compile(
    r"\bin (?:force|effect)\b"
    r"|\b(?:i|we)(?: have|'ve)?(?: already)? (?:said|say|ask|asked|told|tell|given|give|want|wanted)\b"
    r"|\b(?:my|which|what) (?:\w+ )?(?:rules|wishes|statements|requests|conditions|constraints)\b"
    r"|\bdid i\b|\bstill (?:in|there)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\bafter step\b", re.IGNORECASE)
_MOST_REASONS = 2
_SHORT = {
    "chatter": "I found nothing here for the plan to do, so it stays as it is.",
    "accept": "The plan stays as it is. `accept` takes it and the readings of your statements.",
    "confirm": "Nothing is waiting for a yes here. `accept` takes the plan and the readings of your statements.",
    "deny": "The plan stays as it is. Say what it should be like in other words, or `undo` the last statement.",
    "cancel": "I took this for a cancellation, but it matches no statement in force. Name a statement by its "
    "words or its id.",
    "change": "I took this for a change of an earlier statement, but it matches none in force. Say the whole "
    "statement.",
}
#: Acts that are answered only where nothing in force fits them.
_FITS_NOTHING = frozenset({"cancel", "change"})
#: What a question supposes: "what if we skipped A?".
SUPPOSES = re.compile(
    r"^.*?\b(?:what (?:if|happens if|would happen if)|suppose|supposing|(?:and|how about) if|would it (?:still )?"
    r"(?:all )?(?:still )?work(?: out)? if|what about)\s+(?P<clause>.+?)[?.!\s]*$",
    re.IGNORECASE | re.DOTALL,
)


def answers(
    asked: Sequence[Asked],
    plan_text: str,
    in_force: Sequence[StatementInForce],
    specification: Sequence[TracedConstraint],
    lexicon: Lexicon,
) -> tuple[Answer, ...]:
    """Return the answer to each text, but for what it supposes, which needs a plan of its own."""
    plan = parse_plan(plan_text)
    found = []
    for each in asked:
        sentences = () if each.told else _sentences(each, plan, in_force, specification, lexicon)
        fits_nothing = each.act in _FITS_NOTHING and not each.told
        understood = (
            each.understood
            and not fits_nothing
            and (each.act != "question" or sentences != not_understood(plan, lexicon))
        )
        found.append(Answer(question=each.text, act=each.act, sentences=sentences, understood=understood))
    return tuple(found)


def how_to_insist(example: str) -> str:
    """Return what to do where a wish was taken for a remark; `example` is a sentence about the problem, if any."""
    return f"If you want this, say it as an instruction{f', for example: {example}' if example else '.'}"


def _sentences(
    asked: Asked,
    plan: Plan,
    in_force: Sequence[StatementInForce],
    specification: Sequence[TracedConstraint],
    lexicon: Lexicon,
) -> tuple[str, ...]:
    if asked.act == "question":
        return _answer(asked.text, plan, in_force, specification, lexicon)
    return (_SHORT.get(asked.act, _SHORT["chatter"]),)


def _answer(
    text: str,
    plan: Plan,
    in_force: Sequence[StatementInForce],
    specification: Sequence[TracedConstraint],
    lexicon: Lexicon,
) -> tuple[str, ...]:
    kind, names = kind_of(text), NamedObjects(lexicon)
    numbers = [int(each) for each in _STEP.findall(text)]
    numbered = plan.numbered()
    places = [place for place, (number, _) in enumerate(numbered) if number in numbers]
    if numbers and not places:
        return (f"The plan has steps 1 to {max((each for each, _ in numbered), default=0)}, no step {numbers[0]}.",)
    if _IN_FORCE.search(text) and not places:
        return _listed(in_force)
    trajectory = execute(lexicon.problem, plan)
    asked = QuestionAbout(text, kind or "what", trajectory, names, lexicon)
    if kind == "why":
        # Why the plan is as long as it is no step tells.
        places = places or (steps_asked(asked)[:_MOST_REASONS] if asked.mentions else [])
        return _reasons(trajectory, places, in_force, specification, lexicon) or not_understood(plan, lexicon)
    after = _AFTER.search(text) is not None
    found = tuple(map(asked.step, places)) if places and not after else answer_of(asked)
    return found or not_understood(plan, lexicon)


def not_understood(plan: Plan, lexicon: Lexicon) -> tuple[str, ...]:
    """Return that a question was not understood, with questions about the plan that are."""
    return (
        "I did not understand what you ask about the plan; nothing was changed. "
        f"You can ask, for example: {' '.join(example_questions(plan, lexicon))}",
    )


def example_questions(plan: Plan, lexicon: Lexicon) -> tuple[str, ...]:
    """Return questions about a plan that are understood."""
    general = ("How long does the plan take?", "What have I asked for?")
    if not plan.steps:
        return general
    number, _ = plan.numbered()[-1]
    moved = movers(execute(lexicon.problem, plan))
    names = [lexicon.name(each) for each in moved[:1]]
    own = [f"Where is {each} in the end?" for each in names] + [f"What does {each} do?" for each in names]
    return (f"Why is step {number} there?", *own, *general)


def _reasons(
    trajectory: Trajectory,
    places: Sequence[int],
    in_force: Sequence[StatementInForce],
    specification: Sequence[TracedConstraint],
    lexicon: Lexicon,
) -> tuple[str, ...]:
    texts = {each.statement.id: each.statement.text for each in in_force}
    links = causal_links(trajectory, [parse_constraint(each.constraint) for each in specification])
    sources = [
        f'your statement "{"; ".join(texts[name] for name in each.statements if name in texts)}"'
        for each in specification
    ]
    found = [step_reasons(trajectory, links, place, lexicon, sources) for place in places]
    return tuple(sentence for each in found for sentence in each.sentences)


def _listed(in_force: Sequence[StatementInForce]) -> tuple[str, ...]:
    if not in_force:
        return ("Nothing that you said is in force.",)
    return tuple(f"In force: {each.statement.id}, {each.statement.text!r}" for each in in_force)
