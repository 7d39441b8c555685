"""How good a plan is, as plain sentences: what improving it did, what is proved, and what came of preferences."""

from __future__ import annotations

from plancritic.contracts.planning import LowerBound, PlanQuality, PreferenceOutcome
from plancritic.english.lists import enumerated
from plancritic.pddl.language import PddlSyntaxError, number_text, parse_plan
from plancritic.wording.constraints import constraint_in_words
from plancritic.wording.lexicon import Lexicon


def quality_sentence(quality: PlanQuality, lexicon: Lexicon | None = None) -> str:
    """Return what was gained by improving a plan, and which steps were needless."""
    before, after = (_time(each, lexicon) for each in (quality.makespan_before, quality.makespan_after))
    if quality.makespan_before == quality.makespan_after and quality.steps_before == quality.steps_after:
        return f"The plan takes {after} in {_steps(quality.steps_after)}; nothing in it was needless."
    sentence = f"The plan takes {after} in {_steps(quality.steps_after)}"
    sentence += f", before it was improved {before} in {_steps(quality.steps_before)}."
    if not quality.removed:
        return sentence
    return f"{sentence} Needless: {enumerated([_action(each, lexicon) for each in quality.removed])}."


def bound_sentence(bound: LowerBound, lexicon: Lexicon | None = None) -> str:
    """Return how soon any plan under the same wishes can end, as far as that is proved."""
    end = _time(bound.value, lexicon)
    if bound.met:
        return f"No plan under these wishes ends before {end} (proved)."
    return f"The best bound known is {end}: whether a plan under these wishes ends sooner than this one is not proved."


def earliest_end_sentence(
    bound: LowerBound, known: float, lexicon: Lexicon | None = None, under_wishes: bool = False
) -> str:
    """Return how soon any plan can end, for a person who asked for less; `known` is a plan's end.

    With `under_wishes` that is proved of plans that meet what else is in force, not of every plan.
    """
    under = " under these wishes" if under_wishes else ""
    end = _time(bound.value, lexicon)
    if bound.met:
        return f"The earliest possible end{under} is {end} (proved, up to the least times between steps)."
    return f"No plan{under} ends before {end} (proved), and the earliest end known is {_time(known, lexicon)}."


def preference_sentence(outcome: PreferenceOutcome, lexicon: Lexicon | None = None) -> str:
    """Return whether a preference is kept, and its price."""
    words = constraint_in_words(outcome.constraint.constraint, lexicon).rstrip(".")
    kept = "Kept" if outcome.kept else "Left out"
    price = _price(outcome, lexicon)
    reason = f" ({outcome.reason.rstrip('.')})" if outcome.reason else ""
    return f'{kept} ({outcome.constraint.strength}): "{words}"{price}{reason}.'


def _price(outcome: PreferenceOutcome, lexicon: Lexicon | None) -> str:
    parts = []
    if outcome.price_time is not None:
        parts.append(_more(outcome.price_time, _time(abs(outcome.price_time), lexicon), "time"))
    if outcome.price_steps is not None:
        parts.append(_more(outcome.price_steps, _steps(abs(outcome.price_steps)), "step"))
    if not parts:
        return ""
    verb = "it costs" if outcome.kept else "it would cost"
    return f"; {verb} {enumerated(parts)}"


def _more(amount: float, words: str, noun: str) -> str:
    return f"no {noun}" if amount == 0 else f"{words} {'more' if amount > 0 else 'less'}"


def _time(amount: float, lexicon: Lexicon | None) -> str:
    rounded = round(amount, 3)
    return f"{number_text(rounded)} time units" if lexicon is None else lexicon.duration(rounded)


def _steps(count: int) -> str:
    return f"{count} step" if count == 1 else f"{count} steps"


def _action(action: str, lexicon: Lexicon | None) -> str:
    if lexicon is None:
        return action
    try:
        steps = parse_plan(action).steps
    except PddlSyntaxError:
        return action
    return lexicon.sentence_of_action(steps[0].action, steps[0].arguments) if len(steps) == 1 else action
