"""How sure a domain is, from values of the search to those of the bus, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.known_problem import Steps
from plancritic.contracts.refinement.messages import DoubtedAnswer, SettledLiteral, Sureness
from plancritic.pddl.language import parse_domain
from plancritic.refiner.feedback.messages import PlanFeedback
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.questions import certainty as search
from plancritic.refiner.questions.certainty import SettledBy
from plancritic.refiner.questions.literal_words import Has, LiteralWords, literal_sentence

_SETTLED: dict[SettledBy, str] = {
    "plans": "plans and landmarks {}",
    "answers": "answers {}",
    "nothing": "nothing {}",
    "no_difference": "{} make no difference in any situation that was checked",
}
#: More than a message may hold are not told: the likeliest to be wrong come first.
_MOST_LITERALS, _MOST_ANSWERS = 2_000, 1_000


def sureness_of(found: Refinement, description: DomainDescription) -> Sureness | None:
    """Return how sure a refined domain is, in the words of its description; None where that was not looked at."""
    sure = found.certainty
    if sure is None:
        return None
    words = LiteralWords.of(description, parse_domain(found.domain))
    told = sorted(sure.literals, key=lambda each: each.probability)[:_MOST_LITERALS]
    literals = tuple(_literal(each, words) for each in told)
    refused = sum(isinstance(each, PlanFeedback) for each in found.messages)
    if refused:
        # Of the domains that were compared none meets what is known: how they weigh against each other says nothing.
        return Sureness(probability=0.0, text=_contrary(refused), literals=literals, situations=sure.situations)
    return Sureness(probability=sure.probability, text=_sentence(sure), literals=literals, situations=sure.situations)


def doubted_answers_of(found: Refinement) -> tuple[DoubtedAnswer, ...]:
    """Return the answers that may be wrong, those that are likeliest to be first."""
    if found.certainty is None:
        return ()
    doubted = sorted(found.certainty.doubted, key=lambda each: -each.probability)[:_MOST_ANSWERS]
    return tuple(_answer(found, each) for each in doubted)


def _contrary(refused: int) -> str:
    plans, work = ("a plan that is", "it works") if refused == 1 else (f"{refused} plans that are", "they work")
    return (
        f"Either this domain or the given knowledge is wrong: the domain refuses {plans} known to work, and no "
        "better domain "
        f"was found. Check whether {work}."
    )


def _sentence(sure: search.Certainty) -> str:
    own = [each for each in sure.literals if each.is_in_domain]
    counts = Counter(each.by for each in own)
    parts = [how.format(counts[by]) for by, how in _SETTLED.items() if by != "no_difference" and counts[by]]
    text = (
        f"This domain is right with a probability of about {_percent(sure.probability)}, as far as "
        f"{sure.situations} situations of the problems show. What settles its {len(own)} conditions and effects: "
        f"{_joined(parts) if parts else 'nothing was compared'}"
    )
    if counts["no_difference"]:
        text += f"; {_SETTLED['no_difference'].format(counts['no_difference'])}"
    missing = sum(not each.is_in_domain and each.by == "nothing" for each in sure.literals)
    if missing:
        text += f"; {missing} more may be missing"
    return f"{text}."


def _percent(probability: float) -> str:
    # Nothing that was weighed so is ever quite sure.
    return f"{min(99, max(1, round(probability * 100)))} %"


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _literal(literal: search.SettledLiteral, words: LiteralWords) -> SettledLiteral:
    has: Has = "has" if literal.is_in_domain else "lacks"
    return SettledLiteral(
        action=literal.action,
        part=literal.part,
        literal=literal.literal,
        is_in_domain=literal.is_in_domain,
        is_changed=literal.is_changed,
        by=literal.by,
        probability=literal.probability,
        text=literal_sentence(literal.action, literal.part, has, literal.literal, words),
    )


def _answer(found: Refinement, doubted: search.DoubtedAnswer) -> DoubtedAnswer:
    answer = found.answers[doubted.answer]
    return DoubtedAnswer(
        problem=answer.problem,
        steps=answer.steps,
        is_possible=answer.is_possible,
        probability=doubted.probability,
        is_followed=doubted.is_followed,
        text=_answer_text(answer.problem, answer.steps, answer.is_possible, doubted),
    )


def _answer_text(problem: int, steps: Steps, is_possible: bool, doubted: search.DoubtedAnswer) -> str:
    *before, last = (f"({' '.join(step)})" for step in steps)
    after = f" after {' '.join(before)}" if before else ""
    said = f"problem {problem + 1}: {last} {'can' if is_possible else 'cannot'} be done{after}"
    if doubted.is_followed:
        return f"{said}. The domain follows it, but it is wrong with a probability of {_percent(doubted.probability)}"
    return f"{said}. It contradicts plans or other answers, and was not followed"
