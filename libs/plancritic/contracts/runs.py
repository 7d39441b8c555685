"""A feedback run on its way: its start with all that it depends on, and the jobs that are under way."""

from __future__ import annotations

from pydantic import AwareDatetime

from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.feedback import SearchSettings, ServiceJobs
from plancritic.contracts.specification import ObjectHash, ProblemReference


class RunStanding(Contract):
    """What the entry of a run says to others than coordinators, who keep more in it.

    `submitted` is the id of the message that began the run; `published` says that its end is in the recording.
    """

    submitted: str
    published: bool = False


class RunStarted(Message):
    """Event: a run began, with all that its result depends on beside the feedback itself.

    `problem` names the domain's bundle by its hash. `settings` are the feedback's with everything filled in that was
    left to the preset and the coordinator; `seed` is the one that the search draws from, also where the feedback
    named none.
    """

    problem: ProblemReference
    settings: SearchSettings
    seed: int
    started: AwareDatetime
    #: When the search has to end; None in deterministic mode, which has no deadline.
    deadline: AwareDatetime | None = None
    #: The hash of the scorer model that was the domain's newest at the start; None where the domain has none.
    scorer_model: ObjectHash | None = None
    #: The engines and their versions that planners advertised at the start; None where no planner had done so.
    planner: str | None = None


class RunProgressed(Message):
    """Event: the jobs of a run since it began, one entry a service in the order in which they were first needed.

    A run publishes at most ten of these a generation, 0.2 s apart at least. Whoever misses one finds all in the next.
    """

    jobs: tuple[ServiceJobs, ...]
    elapsed_seconds: float
