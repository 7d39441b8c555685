"""Everything on one machine: a nats-server of our own, services as children, all stopped together."""

from plancritic.local.broker import Broker, find_server
from plancritic.local.errors import BrokerFailed, BrokerMissing, LocalError, ServiceFailed
from plancritic.local.processes import Processes
from plancritic.local.state import StackState, broker_url, read_state, remove_state, write_state

__all__ = [
    "Broker",
    "BrokerFailed",
    "BrokerMissing",
    "LocalError",
    "Processes",
    "ServiceFailed",
    "StackState",
    "broker_url",
    "find_server",
    "read_state",
    "remove_state",
    "write_state",
]
