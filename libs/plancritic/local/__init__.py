"""Everything on one machine: a nats-server of our own, services as children, all stopped together."""

from plancritic.local.broker import Broker, find_server
from plancritic.local.errors import BrokerFailed, BrokerMissing, LocalError, ServiceFailed

__all__ = ["Broker", "BrokerFailed", "BrokerMissing", "LocalError", "ServiceFailed", "find_server"]
