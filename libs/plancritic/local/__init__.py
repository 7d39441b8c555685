"""Everything on one machine: a nats-server of our own, services as children, all stopped together."""

from plancritic.local.broker import Broker, find_server
from plancritic.local.errors import BrokerFailed, BrokerMissing, LocalError, ServiceFailed
from plancritic.local.processes import Processes
from plancritic.local.publishing import DomainNameInUse, Published, pack_model, publish_domain
from plancritic.local.stack import LocalStack
from plancritic.local.state import (
    RunningProcess,
    StackState,
    Trouble,
    broker_url,
    only_one,
    read_state,
    remove_state,
    write_state,
)
from plancritic.local.supervision import Supervisor

__all__ = [
    "Broker",
    "BrokerFailed",
    "BrokerMissing",
    "DomainNameInUse",
    "LocalError",
    "LocalStack",
    "Processes",
    "Published",
    "RunningProcess",
    "ServiceFailed",
    "StackState",
    "Supervisor",
    "Trouble",
    "broker_url",
    "find_server",
    "only_one",
    "pack_model",
    "publish_domain",
    "read_state",
    "remove_state",
    "write_state",
]
