"""What a table of an evaluation holds for: seed, version, kind of the starts, limits, and what runs share."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.planning import SolveLimits
from plancritic.engines.children.limits import backstop_seconds
from plancritic.laboratory.refinement.evaluation.rows import StartKind
from plancritic.refiner.proposers.opening import ProposerName


class Conditions(BaseModel):
    """The conditions of an evaluation.

    `faults` are the fewest and the most of a start drawn with single edits, None where starts are recorded ones;
    `kinds` are all kinds of drawn starts. `has_landmarks`: the runs knew landmarks. `candidates` are K*'s
    limits on one problem of a candidate, for feedback and for HDE, `truth` those for the true domain and the starts,
    `landmarks` those of the landmark finder.
    """

    model_config = ConfigDict(frozen=True)

    seed: int
    version: str
    proposer: ProposerName
    faults: tuple[int, int] | None
    kinds: tuple[StartKind, ...] = ("edits",)
    has_landmarks: bool = True
    unseen: tuple[str, ...] = ()
    #: Seconds of a refinement by our own pipeline.
    limit: float
    candidates: SolveLimits
    truth: SolveLimits
    landmarks: SolveLimits


def condition_lines(conditions: Conditions) -> list[str]:
    """Return the conditions in words, a line each."""
    lines = [
        f"Seed {conditions.seed}; version {conditions.version}, a hash of the refiner's files and limits; "
        f"proposer {conditions.proposer}.",
        "The pipelines of a start share their judgements and K*'s plans, and run in the order of the table: what an "
        "earlier one found out costs a later one nothing. `seconds` favours the later ones. `candidates` counts the "
        "distinct domains that a run had judged, whether an earlier run had paid for them or not.",
    ]
    if conditions.faults is None:
        lines.append("Starts are recorded ones.")
    elif "edits" in conditions.kinds:
        fewest, most = conditions.faults
        starts = "Starts" if conditions.kinds == ("edits",) else "Starts `edits`"
        span = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        lines.append(
            f"{starts} are true domains with {span} edits drawn by plancritic.pddl.faults. They share their edit space "
            "with the edits of the repairer, which favours own-0, own-10 and the symbolic proposer. Starts of other "
            "origin are measured with --recorded."
        )
    larger = [each for each in conditions.kinds if each != "edits"]
    if conditions.faults is not None and larger:
        lines.append(
            f"Starts {', '.join(f'`{each}`' for each in larger)} are true domains with one larger fault of "
            "plancritic.pddl.faults, in the order of the seed, each of which shows; a domain with fewer of them has "
            "fewer starts."
        )
    if not conditions.has_landmarks:
        lines.append("No landmarks were known: a practitioner has none.")
    if conditions.unseen:
        lines.append(f"Nothing was tuned on {', '.join(conditions.unseen)}.")
    lines.append(f"Our own pipeline has {conditions.limit:g} s of wall time for a refinement.")
    lines.append(
        f"Feedback is limited: K* gets {_text(conditions.candidates)} for each problem of a candidate, for feedback "
        f"and for HDE, and {_text(conditions.truth)} for each problem of a true domain or a start that is drawn; "
        f"finding the landmarks of a problem gets {_text(conditions.landmarks)}. A candidate whose plans are not found "
        "in time counts as one without plans, so that another machine may give other results."
    )
    return lines


def _text(limits: SolveLimits) -> str:
    wall = f"{backstop_seconds(limits):g} s of wall time"
    return f"{limits.seconds:g} CPU seconds and at most {wall}" if limits.deterministic else wall
