"""Answers to questions about the plan, and short words to what asks for nothing: from the plan and what is in force."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.feedback import Answer
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.sessions.named import NamedObjects
from plancritic.coordinator.turns.acts import Asked
from plancritic.pddl.execution import causal_links, execute
from plancritic.pddl.language import Plan, number_text, parse_constraint, parse_plan
from plancritic.wording import Lexicon, step_reasons, step_sentence

_STEP = re.compile(r"\b(?:steps?|number|no\.?|#)\s*(\d{1,4})\b", re.IGNORECASE)
_WHY = re.compile(r"\b(?:why|what for|how come|reason|purpose|needed|necessary)\b", re.IGNORECASE)
_IN_FORCE = re.compile(
    r"\bin (?:force|effect)\b"
    r"|\b(?:i|we)(?: have|'ve)?(?: already)? (?:said|say|ask|asked|told|tell|given|give|want|wanted)\b"
    r"|\b(?:my|which|what) (?:\w+ )?(?:rules|wishes|statements|requests|conditions|constraints)\b"
    r"|\bdid i\b|\bstill (?:in|there)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:how long|when .*\b(?:end|over|done|finish|ready)|finish|duration|total|end)\b", re.IGNORECASE
)
_BACK = re.compile(r"\b(?:back|return|home)\b", re.IGNORECASE)
_MOST_STEPS = 6
_SHORT = {
    "chatter": "I found nothing here that the plan has to do, so it stays as it is.",
    "accept": "The plan stays as it is. `accept` takes it, and the way your statements were read.",
    "confirm": "Nothing is waiting for a yes here. `accept` takes the plan, and the way your statements were read.",
    "deny": "The plan stays as it is. Say what it should be like in other words, or `undo` the last statement.",
    "cancel": "It was taken for a cancellation, but it fits nothing that is in force. Name a statement by its "
    "words or its id.",
    "change": "It was taken for a change of something said before, but it fits nothing that is in force. Say the whole "
    "statement.",
}
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
    return tuple(
        Answer(
            question=each.text,
            act=each.act,
            sentences=() if each.told else _sentences(each, plan, in_force, specification, lexicon),
        )
        for each in asked
    )


def how_to_insist(example: str) -> str:
    """Return what to do where a wish was taken for a remark; `example` is a sentence about the problem, if any."""
    return f"If it was a wish, say it as an instruction{f', for example: {example}' if example else '.'}"


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
    names = NamedObjects(lexicon)
    about = {each for mention in names.mentions(text) for each in mention.objects}
    numbers = [int(each) for each in _STEP.findall(text)]
    numbered = plan.numbered()
    places = [place for place, (number, _) in enumerate(numbered) if number in numbers]
    if numbers and not places:
        return (f"The plan has steps 1 to {max((each for each, _ in numbered), default=0)}, no step {numbers[0]}.",)
    if _IN_FORCE.search(text) and not places:
        return _listed(in_force)
    if not places:
        places = _about(plan, about)
    if not places:
        return _whole(plan, in_force, lexicon)
    if _WHY.search(text):
        return _reasons(plan, places if numbers else places[-1:], in_force, specification, lexicon)
    if about and _BACK.search(text):
        places = places[-1:]
    shown = places[:_MOST_STEPS]
    told = [_step(numbered[place][0], plan, place, lexicon) for place in shown]
    if len(places) > len(shown):
        told.append(f"So do {len(places) - len(shown)} later steps.")
    return (*told, *(_ends(plan, lexicon) if _WHOLE.search(text) else ()))


def _about(plan: Plan, objects: set[str]) -> list[int]:
    """Return the steps that have all the objects; where none has, those with any of them."""
    lowered = {each.casefold() for each in objects}
    having = [lowered & {each.casefold() for each in step.arguments} for step in plan.steps]
    whole = [place for place, found in enumerate(having) if lowered and found == lowered]
    return whole or [place for place, found in enumerate(having) if found]


def _reasons(
    plan: Plan,
    places: Sequence[int],
    in_force: Sequence[StatementInForce],
    specification: Sequence[TracedConstraint],
    lexicon: Lexicon,
) -> tuple[str, ...]:
    texts = {each.statement.id: each.statement.text for each in in_force}
    trajectory = execute(lexicon.problem, plan)
    links = causal_links(trajectory, [parse_constraint(each.constraint) for each in specification])
    sources = [
        f'your statement "{"; ".join(texts[name] for name in each.statements if name in texts)}"'
        for each in specification
    ]
    found = [step_reasons(trajectory, links, place, lexicon, sources) for place in places]
    return tuple(sentence for each in found for sentence in each.sentences)


def _step(number: int, plan: Plan, place: int, lexicon: Lexicon) -> str:
    step = plan.steps[place]
    begins, ends = (number_text(round(each, 2)) for each in (step.start, step.start + (step.duration or 0.0)))
    return f"Step {number}, {begins} to {ends} {lexicon.time.plural}: {step_sentence(step, lexicon)}"


def _whole(plan: Plan, in_force: Sequence[StatementInForce], lexicon: Lexicon) -> tuple[str, ...]:
    return (*_ends(plan, lexicon), *_listed(in_force))


def _ends(plan: Plan, lexicon: Lexicon) -> tuple[str, ...]:
    return (f"The plan takes {lexicon.duration(round(plan.makespan, 2))} and has {len(plan.steps)} steps.",)


def _listed(in_force: Sequence[StatementInForce]) -> tuple[str, ...]:
    if not in_force:
        return ("Nothing that you said is in force.",)
    return tuple(f"In force: {each.statement.id}, {each.statement.text!r}" for each in in_force)
