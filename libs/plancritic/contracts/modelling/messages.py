"""Domain models from plain descriptions: the request, its progress and its end, and the jobs in between."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.errors import Fault
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.specification import ObjectHash
from plancritic.contracts.validation import PlanRuling

#: What interpretations are ranked by: mean or summed cosine similarity of their schemas ([DK] 4.4 and its tables), or
#: how many instances wrote their schemas.
Ranking = Literal["mean", "summed", "votes"]
#: What the filter drops candidates by: how similar description and schema are, how many writers agree with them, or
#: both in one.
FilterScore = Literal["similarity", "agreement", "combined"]
#: A modelling run gives back so many sets of schemas at most to start a refinement from.
MOST_STARTS = 50
#: The parts of a modelling run, in order.
ModellingPhase = Literal["answers", "filter", "combinations", "proofs"]


class DomainDescribed(Message):
    """A request for domain models of a description. `description.problem` is needed unless only a library is made.

    `answers` are recorded answers of instances (name to text, verbatim); without any, language models are asked, as the
    service is configured. Only the first `instances` of them count where it is given. `epsilon` is the share of true
    schemas that the filter may drop; None switches it off. `score` is what it goes by; None: as the service is
    configured. `until` ends the run early, with the library alone.
    """

    description: DomainDescription
    described_in: Register = "detailed"
    answers: dict[str, str] = Field(default_factory=dict, max_length=1_000)
    instances: int | None = Field(default=None, ge=1, le=1_000)
    epsilon: float | None = Field(default=0.2, gt=0, le=0.99)
    score: FilterScore | None = None
    ranking: Ranking = "mean"
    #: So many interpretations are given back at most, the best first.
    most: int = Field(default=10, ge=1, le=50)
    until: Literal["library", "interpretations"] = "interpretations"
    #: What is known of the true domain: interpretations that contradict the least of it come first.
    known: tuple[KnownProblem, ...] = Field(default=(), max_length=100)
    #: So many sets of schemas are given back as starts for a refinement at most.
    most_starts: int = Field(default=0, ge=0, le=MOST_STARTS)


class ModellingProgressed(Message):
    """How far a modelling run is: `done` of `total` in its phase, and in words what was found."""

    kind: Literal["modelling_progressed"] = "modelling_progressed"
    phase: ModellingPhase
    done: int = Field(ge=0)
    total: int = Field(ge=0)
    text: str = ""


class SchemaCandidate(Contract):
    """A candidate for an action: its canonical PDDL, who wrote it, what was corrected, what the filter made of it.

    `similarity` is the cosine of its text and the action's description, `behind` says by how many writers it is less
    supported than the best supported candidate of its action, `gap` how far both together put it behind the most
    probable candidate (a difference of log-odds); None where nobody compared them.
    """

    action: str
    text: str
    instances: tuple[str, ...]
    corrections: tuple[str, ...] = ()
    similarity: float | None = None
    behind: int | None = None
    gap: float | None = None
    kept: bool = True


class FilterOutcome(Contract):
    """What the filter did: its threshold, the epsilon that was used, and in words why another was asked for.

    By `score` the threshold is the least similarity that was kept, the most writers that a kept candidate is behind, or
    its greatest gap (`SchemaCandidate`). Without a threshold everything was kept: epsilon is too small for so few
    calibrating pairs or domains.
    """

    score: FilterScore = "similarity"
    threshold: float | None
    epsilon: float
    asked: float
    text: str = ""


class DroppedSchema(Contract):
    """A part of an answer of which no candidate could be made, with the reason."""

    action: str | None
    instance: str
    text: str
    reason: str


class SchemaLibrary(Contract):
    """The candidates of all actions of a description; it travels as a stored object, messages name its hash.

    `failures` has the instances that gave no answer, or less than they should, with the reason. `filter` is what the
    filter did; None where none was asked for, or where candidates could not be scored: then `unscored` says why.
    """

    domain: str
    described_in: Register
    instances: tuple[str, ...]
    failures: dict[str, str] = Field(default_factory=dict)
    candidates: tuple[SchemaCandidate, ...]
    dropped: tuple[DroppedSchema, ...] = ()
    filter: FilterOutcome | None = None
    unscored: str = ""


class LibraryCounts(Contract):
    """How large a library is: instances that answered and that failed, candidates kept by the filter or not, blocks
    of which no candidate could be made.
    """

    instances: int
    failed: int
    actions: int
    candidates: int
    kept: int
    dropped: int


class CombinationCounts(Contract):
    """How many combinations of candidates there are, how many the filter left, and what these came to.

    `undecided` were too large to be decided; nothing is claimed of them. `mean_length` is the mean number of steps of
    the canonical shortest plans of the solvable ones.
    """

    all: int
    kept: int
    solvable: int
    unsolvable: int
    undecided: int
    distinct_plans: int
    mean_length: float | None
    seconds: float


class Interpretation(Contract):
    """One way to understand a description: a plan, the sets of schemas that have it as their canonical shortest plan.

    `domain` is the complete model of the representative, the set closest to that of the first interpretation (for the
    first one: its best). `similarity` (the mean over its schemas) and `votes` are those of the best set; `near` counts
    the sets whose similarity is within 0.005 of it; None where no similarity was computed. `differences` say
    in words how the representative differs from the first interpretation's.

    `against` says in words what of the request's `known` the representative contradicts; no set with this plan
    contradicts less of it, and `agreeing` of them contradict as little. None where nothing is known.
    """

    rank: int = Field(ge=1)
    plan: str
    sets: int
    near: int | None
    similarity: float | None
    votes: int
    domain: str
    differences: tuple[str, ...] = ()
    proof: PlanRuling
    against: tuple[str, ...] = ()
    agreeing: int | None = None


class StartSet(Contract):
    """A set of schemas to start a refinement from: its model, and what of the request's `known` it contradicts.

    It is one of the sets behind the interpretation of that rank. `differences` say in words how it differs from the
    first start.
    """

    interpretation: int = Field(ge=1)
    domain: str
    differences: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


class KnownFit(Contract):
    """How interpretations and the solvable sets of schemas behind them agree with what is known.

    `known` counts plans, landmarks, and allowed and refused beginnings. An interpretation contradicts it where each of
    its sets does. Of `unchecked` sets it could not be found out for some of what is known.
    """

    known: int
    interpretations: int
    contradicting: int
    sets: int
    contradicting_sets: int
    unchecked: int = 0


class DomainModelled(Message):
    """The end of a modelling run: the library, what the filter did, and the interpretations, best first.

    Every interpretation's plan is accepted by all judges that can rule; those whose plan is not are in `disputed`, and
    nothing is claimed of them. Without interpretations where only a library was asked for, or where no set of schemas
    has a plan; then `text` says what stands in the way. `library` is the hash of a stored `SchemaLibrary`, which goes
    after some time; `library_id` names the answers that it was made of, which stay.
    """

    kind: Literal["domain_modelled"] = "domain_modelled"
    domain: str
    described_in: Register
    library: ObjectHash
    library_id: str | None = None
    counts: LibraryCounts
    ranking: Ranking = "mean"
    filter: FilterOutcome | None = None
    combinations: CombinationCounts | None = None
    interpretations: tuple[Interpretation, ...] = ()
    disputed: tuple[Interpretation, ...] = ()
    #: How all interpretations agree with what is known; None where nothing is.
    known: KnownFit | None = None
    #: Sets to start a refinement from, the most promising first; also such as are hidden behind one interpretation.
    starts: tuple[StartSet, ...] = ()
    #: The description's problem, in PDDL.
    problem: str | None = None
    #: What was modelled, without its problem: its words become those of the domain's context.
    description: DomainDescription | None = None
    text: str = ""


class ModellingRefused(Message):
    """The end of a modelling run that could not be worked on, or that failed."""

    kind: Literal["modelling_refused"] = "modelling_refused"
    fault: Fault


class DecideCombinations(Message):
    """Job: decide every combination of a box of candidates.

    `task` is the hash of a stored `CombinationTask`. `box` has for each action the candidates in question, by number.
    """

    task: ObjectHash
    box: tuple[tuple[int, ...], ...]
    most_states: int = Field(default=1_000_000, ge=1)
    #: What is not decided after so many seconds is undecided.
    seconds: float = Field(default=300.0, gt=0, le=86_400)


class CombinationTask(Contract):
    """What combinations are decided for: PDDL texts of the domain without actions, the problem, and the candidates."""

    skeleton: str
    problem: str
    candidates: dict[str, tuple[str, ...]]


class CombinationsDecided(Message):
    """Result of `DecideCombinations`: the hash of the stored decisions (`DecidedBoxes`), and how many there are."""

    kind: Literal["combinations_decided"] = "combinations_decided"
    job: str
    decisions: ObjectHash
    boxes: int
    seconds: float


class SolvedBox(Contract):
    """All sets of candidates of a box have this canonical shortest plan, by its number in `DecidedBoxes.plans`."""

    box: tuple[tuple[int, ...], ...]
    plan: int


class DecidedBoxes(Contract):
    """Decisions of boxes that do not overlap; a box has for each action the candidates in question, by number."""

    plans: tuple[str, ...]
    solved: tuple[SolvedBox, ...]
    unsolvable: tuple[tuple[tuple[int, ...], ...], ...]
    undecided: tuple[tuple[tuple[int, ...], ...], ...]


class ListLibraries(Message):
    """Ask: which descriptions there are answers for."""


class LibrarySummary(Contract):
    """Answers that are kept for a description in a register."""

    library: str
    domain: str
    described_in: Register
    instances: tuple[str, ...]


class LibraryList(Contract):
    """The answer to `ListLibraries`."""

    libraries: tuple[LibrarySummary, ...]


class ShowLibrary(Message):
    """Ask: the candidates made of the answers that are kept under an id, or under the beginning of one."""

    library: str = Field(min_length=1)


class LibraryShown(Contract):
    """The answer to `ShowLibrary`: the hash of a stored `SchemaLibrary`."""

    library: ObjectHash
