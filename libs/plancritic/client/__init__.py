"""The typed client of the bus for everything that is no service: submit, follow, watch, look up; no terminal."""

from plancritic.client.client import PlancriticClient, Run
from plancritic.client.connection import connected_bus
from plancritic.client.domain_runs import (
    MODELLING,
    REFINEMENT,
    ModellingEnd,
    ModellingEvent,
    ModellingRun,
    RefinementEnd,
    RefinementEvent,
    RefinementRun,
)
from plancritic.client.errors import (
    AmbiguousStatement,
    BrokerRefused,
    EndNotRecorded,
    InvalidFeedback,
    InvalidIdentifier,
    NoPlanOfRun,
    RunGivenUp,
    RunNotEnded,
    ServicesMissing,
    UnknownIdentifier,
    UnknownLibrary,
    UnknownStatement,
)
from plancritic.client.feedback import make_feedback
from plancritic.client.following import RunEnd, RunEvent
from plancritic.client.identifiers import check_identifier, find_identifier
from plancritic.client.kept import KeptConnection, KeptTenants
from plancritic.client.services import NEEDED_SERVICES, Waiting
from plancritic.client.status import (
    ConsumerDepth,
    RunsUnknown,
    StreamDepth,
    StreamHidden,
    StreamMissing,
    StreamState,
    SystemStatus,
)
from plancritic.contracts.identifiers import AmbiguousIdentifier

__all__ = [
    "MODELLING",
    "NEEDED_SERVICES",
    "REFINEMENT",
    "AmbiguousIdentifier",
    "AmbiguousStatement",
    "BrokerRefused",
    "ConsumerDepth",
    "EndNotRecorded",
    "InvalidFeedback",
    "InvalidIdentifier",
    "KeptConnection",
    "KeptTenants",
    "ModellingEnd",
    "ModellingEvent",
    "ModellingRun",
    "NoPlanOfRun",
    "PlancriticClient",
    "RefinementEnd",
    "RefinementEvent",
    "RefinementRun",
    "Run",
    "RunEnd",
    "RunEvent",
    "RunGivenUp",
    "RunNotEnded",
    "RunsUnknown",
    "ServicesMissing",
    "StreamDepth",
    "StreamHidden",
    "StreamMissing",
    "StreamState",
    "SystemStatus",
    "UnknownIdentifier",
    "UnknownLibrary",
    "UnknownStatement",
    "Waiting",
    "check_identifier",
    "connected_bus",
    "find_identifier",
    "make_feedback",
]
