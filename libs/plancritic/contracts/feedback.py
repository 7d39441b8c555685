"""The main job as events: feedback comes in, a revised plan goes out, progress on the way."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.errors import Fault
from plancritic.contracts.execution.record import Execution, GivenUp
from plancritic.contracts.planning import LowerBound, PlanDistance
from plancritic.contracts.questions import Answer as Answer
from plancritic.contracts.questions import OpenQuestion, Questions, RejectedReading
from plancritic.contracts.scoring import EVIDENCE as EVIDENCE
from plancritic.contracts.scoring import CountedEvidence as CountedEvidence
from plancritic.contracts.scoring import EvidenceName as EvidenceName
from plancritic.contracts.scoring import evidence_named as evidence_named
from plancritic.contracts.settings import MutationName as MutationName
from plancritic.contracts.settings import PresetName as PresetName
from plancritic.contracts.settings import RatesName as RatesName
from plancritic.contracts.settings import SearchSettings as SearchSettings
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.contracts.translation import (
    MAXIMUM_STATEMENTS,
    Reading,
    ReadingKind,
    Statement,
    as_submitted,
    unique_ids,
)
from plancritic.contracts.validation import Proof

#: Names that come in messages and are shown on terminals: no control characters, no marks that turn text round.
DOMAIN_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
PROBLEM_NAME = r"^\w[\w .+()-]{0,99}$"

#: What the judges say of a statement's best reading on a plan.
Check = Literal["adhered", "violated", "disputed"]

#: What came of a statement. `unconfirmed`: the plan does what was read, but nobody has confirmed that it was meant.
StatementVerdict = Literal["adhered", "unconfirmed", "violated", "impossible", "not_understood", "disputed"]
#: The words of version 1.
StatementVerdictV1 = Literal["adhered", "violated", "impossible", "not_understood", "disputed"]


class FeedbackSubmitted(Message):
    """Event: a person said what a plan should be like. The run's id is the envelope's correlation id."""

    domain: str = Field(pattern=DOMAIN_NAME)
    problem: str = Field(default="1", pattern=PROBLEM_NAME)
    #: What is new in this turn. Empty only where something is dropped or rejected: else the run is refused as
    #: `empty_feedback`.
    statements: tuple[Statement, ...] = Field(max_length=MAXIMUM_STATEMENTS)
    #: Ids of statements in force in the session that are to hold no longer.
    drop: tuple[Token, ...] = Field(default=(), max_length=1000)
    #: Statements in force whose readings were not meant.
    reject: tuple[RejectedReading, ...] = Field(default=(), max_length=1000)
    #: The revision of the session that this is about. If the session has a newer one the feedback is refused.
    revision: Token | None = None
    #: The question to which the one statement was said instead of an answer: it may change what was asked about ("no, I
    #: meant hour 4").
    instead_of_answer: OpenQuestion | None = None
    #: The plan that was shown to the person, to which step numbers refer. Without it that is the plan of the session's
    #: newest revision; in a first turn the base plan.
    shown_plan: str | None = None
    settings: SearchSettings = SearchSettings()
    #: Whether the client answers questions (`question.asked`); without that a run never waits for anybody.
    questions: Questions = "none"

    _unique = field_validator("statements")(unique_ids)
    _as_submitted = field_validator("statements")(as_submitted)

    @model_validator(mode="after")
    def _one_statement_instead_of_an_answer(self) -> Self:
        if self.instead_of_answer is not None and len(self.statements) != 1:
            raise ValueError("instead of an answer exactly one statement is said")
        return self


class FeedbackRefused(Message):
    """Event, the end of a run: the feedback could not be worked on, and why."""

    kind: Literal["feedback_refused"] = "feedback_refused"
    fault: Fault


class PlanStep(Contract):
    """One step of a plan; steps are numbered by distinct start times, from one: those that start together share one."""

    number: int
    start: float
    duration: float
    action: str
    sentence: str


class BasePlanMade(Message):
    """Event: the plan made without feedback."""

    problem: ProblemReference
    plan: str
    steps: tuple[PlanStep, ...]


class ShownPlan(Contract):
    """The plan to which the step numbers in a run's statements refer, where that is not the base plan.

    It came with the `feedback`, or it is that of the `revision` of the `session` that the run starts from; `run` is the
    run that made that one, None where none did.
    """

    source: Literal["feedback", "session"]
    run: str | None = None
    revision: Token | None = None
    plan: str
    steps: tuple[PlanStep, ...]


class StatementUnderstood(Contract):
    """A statement with its best reading, or none."""

    statement: Statement
    reading: Reading | None
    alternatives: int = 0
    reason: str | None = None
    closest: tuple[str, ...] = ()


class StatementsTranslated(Message):
    """Event: what the translator made of the statements."""

    statements: tuple[StatementUnderstood, ...]
    translator: str


class ServiceJobs(Contract):
    """How many jobs of a run the coordinator has requested of one service, and how many of them are over."""

    service: str
    requested: int = Field(ge=0)
    finished: int = Field(ge=0)

    @property
    def under_way(self) -> int:
        """Return how many jobs the run waits for."""
        return max(0, self.requested - self.finished)


class GenerationEvaluated(Message):
    """Event: one generation has its fitness. Counts are of this generation's new individuals by verdict; `ruled_out`
    are those that contradict every reading of a statement and were not planned for.

    Adherence here is fitness: the mean over the statements of the evidence that counts in the run, joined; where that
    is enough to call a statement adhered to it counts as 1. `scorer_missing` is `PlanRevised`'s.
    """

    generation: int
    of: int
    individuals: int
    verdicts: dict[str, int]
    from_cache: int
    best_adherence: float
    mean_adherence: float
    best_specification: tuple[TracedConstraint, ...]
    #: When the best plan so far ends, in units of the domain's time; None while no plan is proved.
    best_makespan: float | None = None
    #: The mean Jaccard distance of the population's specifications, as sets of constraints: 0 all alike, 1 no two share
    #: any; None for a population of one.
    diversity: float | None = Field(default=None, ge=0, le=1)
    #: The chances of the operators of mutation, and of the ways to modify, as they stand after this generation.
    rates: dict[str, float] = Field(default_factory=dict)
    scorer_missing: str | None = None
    #: The jobs of the run so far, as in `RunProgressed`; empty from a coordinator that does not count them.
    jobs: tuple[ServiceJobs, ...] = ()
    #: Seconds since the run started.
    elapsed_seconds: float


class StatementEvidence(Contract):
    """What each source says of the final plan and one statement, whether it counts in the run or not.

    `scorer` is the learned scorer's probability that the plan does what was said, None where there is no scorer (see
    `PlanRevised.scorer_missing`), `unsure` that the model calls it neither way; `check` is what the judges say of the
    best reading, `reading` the translator's score of that reading and `similarity` its back-translation similarity
    (`Reading`), each None where there is none. `together` is the evidence that counts, joined, in [0, 1]; None where
    nothing that counts has a word on the statement.

    `settled` says why the search looked no further for this statement: `evidence`, together there is enough; `check`,
    there is less, but the judges accept the best reading, the scorer has no word on it and no other reading comes
    near; None where it is open, or a published preset does not ask.
    """

    scorer: float | None = Field(default=None, ge=0, le=1)
    unsure: bool = False
    check: Check | None = None
    reading: float | None = Field(default=None, ge=0, le=1)
    similarity: float | None = Field(default=None, ge=-1, le=1)
    together: float | None = Field(default=None, ge=0, le=1)
    settled: Literal["evidence", "check"] | None = None


class OtherReading(Contract):
    """What a statement may have meant instead: a reading whose score comes near the best one's.

    `sentence` says its constraints back in plain words, `score` is the translator's.
    """

    sentence: str
    constraints: tuple[str, ...] = Field(min_length=1)
    score: float = Field(ge=0, le=1)


#: How sure a reading is: so likely that hardly one such reading is wrong; confirmed by the person; or neither.
ReadingState = Literal["clear", "confirmed", "doubtful"]


class CandidateMeaning(Contract):
    """What a statement may mean, and how likely that is.

    Candidates that no plan of the run's bank tells apart are one: `sentence` and `constraints` are the likeliest
    one's. `features` are what speaks for it (`plancritic.posterior`), `sureness` what decides whether it is clear.
    """

    sentence: str
    constraints: tuple[str, ...] = Field(min_length=1)
    kind: ReadingKind
    probability: float = Field(ge=0, le=1)
    sureness: float | None = Field(default=None, ge=0, le=1)
    features: dict[str, float] = Field(default_factory=dict)
    #: Proved: no plan satisfies it, whatever else was said.
    impossible: bool = False


class StatementMeanings(Contract):
    """The posterior over what a statement may mean, likeliest first, and the probability of `none` of it.

    `with_scorer` says whether the learned scorer had a word in it.
    """

    candidates: tuple[CandidateMeaning, ...] = ()
    none: float = Field(ge=0, le=1)
    none_features: dict[str, float] = Field(default_factory=dict)
    with_scorer: bool


class StatementOutcome(Contract):
    """What came of one statement, judged on the final plan by its unmutated best reading.

    `adherence` is the learned scorer's probability that the plan adheres to the person's words; None for a
    statement that was not understood, and where there is no scorer.
    """

    statement: Statement
    verdict: StatementVerdict
    #: The number of the turn in which it was said; later turns keep its reading.
    turn: int = Field(default=1, ge=1)
    mid_level_goal: str | None = None
    constraints: tuple[str, ...] = ()
    #: How sure the reading is; None for a statement that was not understood.
    reading: ReadingState | None = None
    #: The best reading's constraints said back in plain words, by rule, whoever read them; empty without a reading.
    said_back: str = ""
    #: The person's words that the reading has, and those that it leaves out (`Reading`).
    words_used: tuple[str, ...] = ()
    words_unused: tuple[str, ...] = ()
    #: The readings near the best one, best first; empty where none is.
    alternatives: tuple[OtherReading, ...] = ()
    adherence: float | None
    #: By judge (`val`, `kairos`, `executor`): accepted, rejected or abstained.
    judges: dict[str, str] = Field(default_factory=dict)
    explanation: str = ""
    evidence: StatementEvidence | None = None
    meanings: StatementMeanings | None = None
    #: What was read, why that may not be what was meant, and what to do; empty where nothing speaks against it.
    doubt: str = ""
    #: Why the plan meets it with nothing done for it, where what it speaks of never comes about; else empty.
    vacuous: str = ""
    #: What the plan does that a person may count against it, though the unconfirmed reading does not; else empty.
    uncounted: str = ""
    #: Ids of the statements it cannot hold together with; empty where none is known to be needed for that.
    impossible_with: tuple[str, ...] = ()
    #: The parts of the problem's own goal that it clashes with, in words; empty where none is known.
    clashes_with_goal: tuple[str, ...] = ()
    closest: tuple[str, ...] = ()


class StatementOutcomeV1(StatementOutcome):
    """What came of one statement, in the words of version 1."""

    verdict: StatementVerdictV1


class Timing(Contract):
    """Seconds spent in one part of a run (parts overlap when they ran at once) and how often it was asked."""

    part: str
    seconds: float
    count: int


class _RevisedPlan(Contract):
    """The end of a run but for what came of the statements.

    `plan` is proved under the musts of `specification`. Two results of deterministic mode are equal when
    specification, plan and statements are; ids and times may differ.
    """

    kind: Literal["plan_revised"] = "plan_revised"
    problem: ProblemReference
    mode: Literal["deterministic", "anytime"]
    seed: int | None
    base_plan: str
    base_steps: tuple[PlanStep, ...]
    #: The plan to which step numbers in the statements refer; None where that is the base plan.
    shown: ShownPlan | None = None
    plan: str
    steps: tuple[PlanStep, ...]
    specification: tuple[TracedConstraint, ...]
    #: The ids of the statements whose reading is doubtful: somebody should confirm it, or say it in other words.
    needs_confirmation: tuple[str, ...] = ()
    #: The revision of the session that this run made, its number, and the one that the run started from (`parent`).
    #: Of an `unchanged` session they are those of its newest revision, which the run did not make; None where it has
    #: none. None also from a coordinator that kept no revisions.
    revision: Token | None = None
    number: int | None = Field(default=None, ge=1)
    parent: Token | None = None
    #: Nothing that was said in the turn came into force: the plan and what is in force are those before the turn.
    unchanged: bool = False
    #: The answers to what asked about the plan, or asked for nothing.
    answers: tuple[Answer, ...] = ()
    #: Ids that statements have in the session, by the ids they were submitted with, where these differ.
    renamed: dict[str, str] = Field(default_factory=dict)
    #: Statements of earlier turns that were in force and are so no longer, because somebody dropped or replaced them.
    dropped: tuple[Token, ...] = ()
    #: Statements of earlier turns that were read anew, because somebody rejected the reading that they had.
    rejected: tuple[Token, ...] = ()
    #: What commands to the session, said among the statements ("forget what I said about A"), were taken for.
    taken_as: tuple[str, ...] = ()
    #: The revision restored where the feedback said so ("undo that"); `parent` where it was accepted ("ok, take it").
    restores: Token | None = None
    #: When no plan under the specification can end sooner, proved; None where nothing is proved.
    lower_bound: LowerBound | None = None
    #: The same as a sentence in the domain's unit of time; empty where nothing is proved.
    lower_bound_said: str = ""
    #: How far the plan is from the plan shown; None from a coordinator that does not count it.
    distance: PlanDistance | None = None
    #: What was done of the plan before this run, with which it begins; None where nothing is known to be done.
    execution: Execution | None = None
    #: The statements in force that had to be given up after a deviation, and why.
    given_up: tuple[GivenUp, ...] = ()
    #: R(P, F): the share of all statements that were understood and that the learned scorer calls adhered; None where
    #: there is no scorer.
    adherence_rate: float | None
    #: What counted in the search.
    evidence: tuple[EvidenceName, ...] = ()
    #: What judged as the scorer, by name and hash: the domain's model, or the reader that all domains share; None where
    #: there is none.
    scorer: str | None
    #: Why no learned scorer judged, as where there is neither a model of the domain nor a shared reader; None where one
    #: did.
    scorer_missing: str | None = None
    translator: str
    proof: Proof
    #: How the specification came about, oldest first: "reading 1 of statement s1", "mutation: add ...".
    lineage: tuple[str, ...]
    generations: int
    #: Why the search ended.
    ended: Literal["adherent", "generations", "deadline", "nothing_to_search"]
    timings: tuple[Timing, ...]


class PlanRevisedV1(_RevisedPlan, Message):
    """Event, the end of a run, in version 1: `PlanRevised`, but what is unconfirmed there is disputed here."""

    statements: tuple[StatementOutcomeV1, ...]

    def as_newest_version(self) -> PlanRevised:
        """Return the same end as clients of today read it; what was unconfirmed stays disputed."""
        content = self.model_dump()
        content["envelope"]["schema_version"] = PlanRevised.VERSION
        return PlanRevised.model_validate(content)


class PlanRevised(_RevisedPlan, Message):
    """Event, the end of a run: the revised plan with what each statement came to."""

    VERSION = 2

    #: What came of all statements: those of earlier turns that were in force, then those of this turn.
    statements: tuple[StatementOutcome, ...]

    def as_earlier_version(self) -> PlanRevisedV1:
        """Return the same end for clients that do not know the verdict `unconfirmed`."""
        content = self.model_dump()
        for each in content["statements"]:
            each["verdict"] = "disputed" if each["verdict"] == "unconfirmed" else each["verdict"]
        content["envelope"]["schema_version"] = PlanRevisedV1.VERSION
        return PlanRevisedV1.model_validate(content)
