"""Refining a domain: the request, its progress and its end, and the judging of one candidate as a job."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.errors import Fault
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.contracts.refinement.knowledge import Complaint, FeedbackKind, Findings
from plancritic.contracts.specification import ObjectHash

#: `own` searches for edits that settle everything known and asks questions; the others are those of [FS]: N no search,
#: R random, S search, by landmark (L) or plan (V, for VAL) feedback or both.
PipelineName = Literal["own", "N", "LR", "LS", "VR", "VS", "LVR", "LVS"]
#: Who changes domains: the offline repairer, a language model, or the repairer first and the model for what is left.
ProposerName = Literal["symbolic", "language_model", "mixed"]
#: Names a candidate within its run: the beginning of the hash of its text.
CandidateId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]
#: Of a candidate at most this many edits are told, and of a run so many candidates.
MOST_EDITS, MOST_CANDIDATES = 8, 500
#: Of several starts so many at most are known to a request, and so many are refined.
MOST_OTHERS, MOST_REFINED = 50, 10


def candidate_id(domain: str) -> str:
    """Return the name of a candidate (PDDL text) within its run."""
    return hashlib.sha256(domain.encode()).hexdigest()[:12]


class RefinementRequested(Message):
    """A request to repair a domain (PDDL text) by what is known of the true one.

    Nothing waits for answers to questions: they are knowledge (`allowed`, `refused`, `unknown`, `withdrawn`) of the
    next request. The domain has to keep to the description's names: its actions with prescribed parameters, and its
    predicates. Durations, numeric conditions and numeric effects stay as they are.
    """

    description: DomainDescription
    domain: str = Field(min_length=1)
    #: Other domains to start from (PDDL texts), the likeliest first. Those of all starts that contradict the least of
    #: what is known are refined together, and questions are asked that tell all of them apart.
    others: tuple[Annotated[str, Field(min_length=1)], ...] = Field(default=(), max_length=MOST_OTHERS)
    most_refined: int = Field(default=3, ge=1, le=MOST_REFINED)
    problems: tuple[KnownProblem, ...] = Field(default=(), max_length=100)
    pipeline: PipelineName = "own"
    proposer: ProposerName = "symbolic"
    #: The own pipeline judges so many candidates at most, the others take so many steps (15 without, as [FS]).
    most_steps: int | None = Field(default=None, ge=1, le=100_000)
    seed: int = Field(default=0, ge=0, lt=2**31)
    #: The true domain (PDDL text), where somebody has it: candidates are measured by it (HDE), and the search never
    #: sees it. Measuring takes time of the run.
    reference: str | None = Field(default=None, min_length=1)
    #: This share of the answers may be wrong: our own pipeline follows the others where they contradict one. At 0 all
    #: are right, and answers that contradict each other are refused. None: the service's own rate.
    answer_error_rate: float | None = Field(default=None, ge=0, lt=0.5)
    #: When the best domain found so far is the answer; None: the service's own limit, counted from the start.
    deadline: AwareDatetime | None = None


class SearchedCandidate(Contract):
    """A candidate as a node of the search's tree, told when it is made and again when more is known of it.

    `parent` is the candidate that it was made of, None of the start; our own pipeline makes all of the start. `edits`
    are the first differences from the parent, in words, out of `edit_count`. `unsettled` counts the complaints known
    so far, None before any; `fault` says why it cannot be judged.
    """

    candidate: CandidateId
    parent: CandidateId | None = None
    edits: tuple[str, ...] = Field(default=(), max_length=MOST_EDITS)
    edit_count: int = Field(default=0, ge=0)
    unsettled: int | None = Field(default=None, ge=0)
    fault: str | None = Field(default=None, max_length=500)


class RefinementProgressed(Message):
    """How far a refinement is: candidates judged, `of` so many at most, and the best one so far.

    `best` names the best candidate, and `equivalence` is its HDE to the request's reference, from 0 to 1; None without
    a reference. `candidates` are those that are new, or of which something new is known.
    """

    kind: Literal["refinement_progressed"] = "refinement_progressed"
    step: int = Field(ge=1)
    of: int | None
    #: Complaints about the best candidate so far, and in how many literals and names it differs from the start.
    unsettled: int
    changes: int
    best: CandidateId | None = None
    equivalence: float | None = Field(default=None, ge=0, le=1)
    candidates: tuple[SearchedCandidate, ...] = Field(default=(), max_length=25)


class LeftComplaint(Contract):
    """A complaint that the refined domain does not settle, with its wording for a person."""

    complaint: Complaint
    text: str


class RefinementQuestion(Contract):
    """May the last of these steps be taken after the others, from the initial state of a problem? `text` asks it.

    `checks`: the steps of an answer that was not expected; this question tests it in another situation.
    """

    problem: int = Field(ge=0)
    steps: Steps
    text: str
    checks: Steps | None = None


#: `plans`: with the literal otherwise, a known plan or a landmark would not fit; `answers`: an answer would not;
#: `nothing`: nothing that is known tells; `no_difference`: it made none in any situation that was looked at.
SettledBy = Literal["plans", "answers", "nothing", "no_difference"]


class SettledLiteral(Contract):
    """A literal of an action, what settles whether the domain has it, and how likely the domain is right about it.

    `literal` is PDDL over the action's parameters; `is_changed`: the start had it otherwise. `text` says in words what
    the domain has.
    """

    action: str
    part: Literal["precondition", "effect"]
    literal: str
    is_in_domain: bool
    is_changed: bool
    by: SettledBy
    probability: float = Field(ge=0, le=1)
    text: str


class Sureness(Contract):
    """How sure a domain is: as a whole (from 0 to 1), literal by literal, and in a sentence.

    Domains near it were compared in so many `situations` of the problems, which are not all there are. The probability
    is that of the weight of domains which behave as it does there; it follows from what edits and answers are thought
    to weigh.
    """

    probability: float = Field(ge=0, le=1)
    text: str
    literals: tuple[SettledLiteral, ...] = Field(default=(), max_length=2_000)
    situations: int = Field(ge=0)


class DoubtedAnswer(Contract):
    """An answer that may be wrong, and how likely that is; `is_followed`: the domain says what it says.

    The answer was that all steps can be taken (`is_possible`), or that the last one cannot. `text` says it in words.
    """

    problem: int = Field(ge=0)
    steps: Steps
    is_possible: bool
    probability: float = Field(ge=0, le=1)
    is_followed: bool
    text: str


class RefinedStart(Contract):
    """What came of one of several starts: complaints that are left and changes, or with `fault` why it was no start.

    `start` is 0 for the request's `domain`, then counts its `others`.
    """

    start: int = Field(ge=0)
    left: int = Field(default=0, ge=0)
    changes: int = Field(default=0, ge=0)
    fault: str | None = None


class DomainRefined(Message):
    """The end of a refinement: the best domain found, what it does not settle, and what to ask to make it better.

    Of several starts that were refined (`starts`, in the order in which they were taken) `start` is the one that the
    domain came from: the one with fewest complaints left, then with fewest changes.

    `refined` is false where no candidate was judged: nothing is known to hold one against, or the time ran out;
    `reason` says so. Otherwise `reason` says why the search ended. Of a domain with time or numbers its STRIPS part is
    refined and put back: then `candidate` names that part.
    """

    kind: Literal["domain_refined"] = "domain_refined"
    domain: str
    refined: bool
    reason: str
    ended: Literal["searched", "steps", "deadline", "not_refined"]
    left: tuple[LeftComplaint, ...] = ()
    changes: tuple[str, ...] = ()
    questions: tuple[RefinementQuestion, ...] = ()
    #: How sure the domain is; None where nothing was compared: other pipelines than our own, or the time ran out.
    sureness: Sureness | None = None
    #: Answers that may be wrong. What one says that is not followed is no complaint in `left`.
    doubted_answers: tuple[DoubtedAnswer, ...] = Field(default=(), max_length=1_000)
    #: Candidates that were judged.
    steps: int = 0
    start: int = Field(default=0, ge=0)
    starts: tuple[RefinedStart, ...] = ()
    #: The domain's HDE to the request's reference; None without one.
    equivalence: float | None = Field(default=None, ge=0, le=1)
    candidate: CandidateId | None = None
    pipeline: PipelineName
    proposer: ProposerName


class RefinementRefused(Message):
    """The end of a refinement that could not be worked on, or that failed."""

    kind: Literal["refinement_refused"] = "refinement_refused"
    fault: Fault


class JudgeCandidate(Message):
    """Job: hold a candidate domain (PDDL text) against what is known; `knowledge` is the hash of a stored one."""

    knowledge: ObjectHash
    domain: str
    kinds: tuple[FeedbackKind, ...] = Field(min_length=1, max_length=2)


class CandidateJudged(Message):
    """Result of `JudgeCandidate`: what was found out about the candidate, or with `fault` why it cannot be judged.

    Large findings lie in the object store: then `stored` is the hash of `Findings`, and `findings` is empty.
    """

    kind: Literal["candidate_judged"] = "candidate_judged"
    job: str
    findings: Findings = Findings()
    stored: ObjectHash | None = None
    fault: str | None = None
    seconds: float
