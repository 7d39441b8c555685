"""NATS accounts as configuration: one a tenant, with a user for each service of the table of subjects.

An account has subjects, streams, buckets, inboxes and windows of message ids of its own, and the server counts its
storage. What one tenant publishes, creates or fills does not exist for another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from plancritic.bus.permissions import OPERATOR, Permissions, permissions, users
from plancritic.contracts.subjects import Naming

_GIB = 1024**3


@dataclass(frozen=True)
class AccountLimits:
    """What a tenant may keep on the broker: bytes on disk, streams (buckets are streams) and consumers."""

    store_bytes: int = 4 * _GIB
    streams: int = 64
    consumers: int = 2_000


#: Streams of plancritic lie on disk; a tenant that keeps its own in memory has this much for them.
_MEMORY_BYTES = 64 * 1024 * 1024


def account_users() -> tuple[str, ...]:
    """Return the users that each account has."""
    return (*users(), OPERATOR)


@dataclass(frozen=True)
class Account:
    """A tenant's account: the first token of its subjects, its limits, and the public keys of its users."""

    namespace: str
    limits: AccountLimits
    keys: Mapping[str, str]


def accounts_configuration(tenants: Mapping[str, Account]) -> str:
    """Return the NATS configuration of the accounts of all tenants."""
    accounts = "".join(
        _account(Naming(each.namespace, tenant), each.keys, each.limits) for tenant, each in sorted(tenants.items())
    )
    head = (
        "# Written by `plancritic credentials`; do not edit. One account a tenant, one user a service.\n"
        "# It holds public keys only: the seeds stay in the files of those who sign in with them.\n"
    )
    return f"{head}accounts {{\n{accounts}}}\n"


def _account(naming: Naming, keys: Mapping[str, str], limits: AccountLimits) -> str:
    blocks = "".join(_user(key, permissions(naming, user)) for user, key in sorted(keys.items()))
    return (
        f'  "{naming.tenant}" {{\n'
        f"    jetstream {{ max_memory: {_MEMORY_BYTES}, max_file: {limits.store_bytes}, "
        f"max_streams: {limits.streams}, max_consumers: {limits.consumers} }}\n"
        f"    users: [\n{blocks}    ]\n  }}\n"
    )


def _user(key: str, allowed: Permissions) -> str:
    def listed(subjects: Iterable[str]) -> str:
        return "".join(f'            "{subject}"\n' for subject in subjects)

    # Replies to asks go to the inbox that the ask names.
    responses = '          allow_responses { max: 1, expires: "1m" }\n' if allowed.answers else ""
    return (
        f"      {{\n        nkey: {key}\n        permissions {{\n"
        f"          publish {{ allow: [\n{listed(allowed.publish)}          ] }}\n"
        f"          subscribe {{ allow: [\n{listed(allowed.subscribe)}          ] }}\n"
        f"{responses}        }}\n      }}\n"
    )
