"""After the search: guesses at what was not understood are tried, and the scorer says whether one is worth it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.evaluation.evidence import ENOUGH, Evidence, is_against, is_for
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.evaluation.preferences import wished
from plancritic.coordinator.refinement.completion import Completion, standing
from plancritic.coordinator.refinement.understanding import ActedOn, best_of
from plancritic.coordinator.search.population import Individual, Specification, merged
from plancritic.coordinator.search.presets import Preset


def tries_guesses(settings: SearchSettings, preset: Preset, evidence: Evidence) -> bool:
    """Whether a run tries guesses: as it says itself, else as the preset does (ours: yes, where the scorer counts).

    Raises:
        ContractError: it asks for guesses that it could not try.
    """
    if not settings.guesses:
        return settings.guesses is None and not preset.published and not settings.translate_only
    if settings.translate_only:
        why, instead = "translation alone tries none", "let the run search"
    elif "scorer" not in evidence.sources:
        why, instead = "the scorer, which alone can judge them, does not count", "name scorer in --evidence too"
    else:
        return True
    message = f"guesses are asked for, but {why}"
    raise ContractError(
        Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=f"{instead}, or leave out --guesses")
    )


async def act_on_guesses(
    completion: Completion,
    statements: Sequence[Statement],
    translated: Sequence[StatementReadings],
    evaluator: Evaluator,
    acted: dict[str, ActedOn],
) -> None:
    """Tries the guesses at each statement that was not understood, beside all that the best plan does.

    A guess is acted on where the scorer, which judges the person's words and knows of no guess, is against the best
    plan and the plan without feedback (else it would find no fault with what somebody complains of), is for the plan
    with the guess (`evidence.is_for`), and where nothing that was understood is worse off. Of several the likeliest is
    taken (`likelihood`). The new best stands in `completion` at once, and the guess in `acted`, by the statement's id,
    so that being cut off by the deadline loses none of it.

    Guesses are not mutated: of enough mutants one pleases the scorer by chance, and it would be nobody's wish.
    """
    if "scorer" not in evaluator.evidence.sources:
        return
    readings = best_of(translated)
    without = await evaluator.without_feedback()
    for place, (statement, each) in enumerate(zip(statements, translated, strict=True)):
        best = completion.best
        against = is_against(without.findings[place]) and is_against(best.findings[place])
        if each.readings or not each.guesses or not against:
            continue
        whole = standing(statements, readings, best)
        tried = await evaluator.evaluate(
            [_with_guess(best, whole, statement, guess, number) for number, guess in enumerate(each.guesses, start=1)]
        )
        guessed = [number for number, other in enumerate(statements) if other.id in acted]
        worth = {
            number: likelihood(guess, evaluation.findings[place].scorer)
            for number, (guess, evaluation) in enumerate(zip(each.guesses, tried, strict=True))
            if keeps(best, evaluation, guessed) and is_for(evaluation.findings[place])
        }
        if worth:
            chosen = max(worth, key=lambda number: (worth[number], -number))
            completion.best = tried[chosen]
            before, after = best.findings[place].scorer, tried[chosen].findings[place].scorer
            assert before is not None and after is not None, "a scorer that speaks has a probability"
            acted[statement.id] = ActedOn(each.guesses[chosen], before, after)


def marked(
    specification: Specification, acted: Mapping[str, ActedOn], statements: Sequence[Statement]
) -> Specification:
    """The specification with what comes from a guess alone told as that: nice to have, for nobody said it.

    What was guessed and said as well is told as what was said, and as strong as `statements` are.
    """
    told = tuple(
        traced.model_copy(update={"strength": "nice", "guessed": True})
        if traced.statements and all(_from_guess(traced, acted.get(each)) for each in traced.statements)
        else traced.model_copy(update={"guessed": False})
        for traced in specification
    )
    return wished(told, statements)


def _from_guess(traced: TracedConstraint, acted: ActedOn | None) -> bool:
    return acted is not None and traced.constraint in acted.guess.constraints


def _with_guess(
    best: Evaluation, whole: Specification, statement: Statement, guess: Reading, number: int
) -> Individual:
    # A must while it is planned for (`wished`): a plan that leaves the guess out says nothing about it.
    added = (TracedConstraint(constraint=each, statements=(statement.id,), guessed=True) for each in guess.constraints)
    lineage = (*best.individual.lineage, f"guess {number} at statement {statement.id}")
    return Individual(merged((*whole, *added)), lineage)


def keeps(best: Evaluation, other: Evaluation, guessed: Collection[int] = (), aside: Collection[int] = ()) -> bool:
    """Whether the other has a proved plan that does whatever the best does, by judges and by the evidence that counts.

    `guessed` are the places of statements that a guess was acted on for: the scorer must still speak for those. Of the
    statements at the places `aside` nothing is asked.
    """
    if other.plan is None:
        return False
    for place, (check, before) in enumerate(zip(best.checks, best.evidence, strict=True)):
        if place in aside:
            continue
        after = other.evidence[place]
        if check == "adhered" and other.checks[place] != "adhered":
            return False
        if before is not None and place not in other.by_check and (after is None or after < min(before, ENOUGH)):
            return False
    return all(other.findings[place].called for place in guessed)


def likelihood(reading: Reading, scorer: float | None) -> tuple[float, int, float]:
    """What the likeliest of several readings has most of, each with the scorer's probability p for a plan for it.

    By the law of total probability a plan for a reading of score s does what was said with s + (1 - s) p, as far as
    translator and scorer err each for itself. Of readings as likely (to the hundredth: the scorer is no finer) the one
    that asks for less comes first: what is said of a plan for more is said of one for less as well.
    """
    likely = reading.score + (1.0 - reading.score) * (scorer or 0.0)
    return round(likely, 2), -len(reading.constraints), likely
