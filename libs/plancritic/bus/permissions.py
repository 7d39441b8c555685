"""Users of the broker, each with what its rows of the table need and no more; written as NATS configuration.

`python -m plancritic.bus.permissions` prints `deploy/nats/users.conf`; a test holds the file against it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plancritic.bus.settings import BusSettings
from plancritic.bus.streams import (
    BucketName,
    bucket_name,
    checkpoint_store_name,
    dead_letter_stream,
    dead_letter_subject,
    durable_name,
    durable_stream,
    is_durable,
    object_store_name,
    passing_store_name,
    service_events_stream,
    stored_prefix,
    stream_name,
)
from plancritic.contracts.subjects import FEEDBACK_SUBMITTED, RETRIED, SUBJECTS, Kind, Naming, Subject

#: Buckets that a user writes. Who reads domains may read models; runs are the business of who writes them.
_WRITES = {"coordinator": (BucketName.RUNS,)}
#: Buckets with entries of single tenants that a user looks up, and those it writes: nobody can put a verdict into
#: another's mouth but a planner of the same tenant.
_LOOKS_UP = {
    "coordinator": (
        BucketName.VERDICTS,
        BucketName.SESSIONS,
        BucketName.REVISIONS,
        BucketName.ENDED,
        BucketName.LEASES,
        BucketName.ATTEMPTS,
    ),
    "planner": (BucketName.VERDICTS, BucketName.PLANS),
    "dead_letters": (BucketName.LEASES,),
    "schema_library": (BucketName.ANSWERS, BucketName.ATTEMPTS),
    "refiner": (BucketName.RUN_KEYS, BucketName.ATTEMPTS),
}
_KEEPS = {
    "coordinator": (
        BucketName.SESSIONS,
        BucketName.REVISIONS,
        BucketName.ENDED,
        BucketName.LEASES,
        BucketName.ATTEMPTS,
    ),
    "planner": (BucketName.VERDICTS, BucketName.PLANS),
    "schema_library": (BucketName.ANSWERS, BucketName.ATTEMPTS, BucketName.ENDED),
    "refiner": (BucketName.RUN_KEYS, BucketName.ATTEMPTS, BucketName.ENDED),
}
#: Users that store what only some jobs need.
_PASSES_OBJECTS = ("schema_library", "refiner")
#: Users that look up what began a run which is to be cancelled.
_FINDS_BEGINNINGS = ("schema_library", "refiner")

#: Who carries runs keeps their checkpoints, and nobody else sees one.
_CARRIES_RUNS = "coordinator"
#: Creates streams and consumers, publishes domains: not for anything that runs all the time.
OPERATOR = "operator"
#: Who looks after what nobody finishes: reads queues, publishes jobs and feedback again, answers what is given up.
_TAKES_DEAD_LETTERS = "dead_letters"


@dataclass(frozen=True)
class Permissions:
    """What a user may publish and subscribe to; `answers`: it may reply to a message that it got, to any inbox."""

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]
    answers: bool = False


def users() -> tuple[str, ...]:
    """Return the services of the table of subjects, and `client`."""
    return tuple(sorted({service for row in SUBJECTS for service in (*row.publishers, *row.consumers)}))


def permissions(naming: Naming, user: str) -> Permissions:
    """The permissions of a service, of `client` (command line, console, operations systems), or of the operator."""
    if user == OPERATOR:
        return Permissions((">",), (f"_INBOX_{OPERATOR}.>",))
    taken = [row for row in SUBJECTS if user in row.consumers]
    sent = [row for row in SUBJECTS if user in row.publishers]
    publish = [_every(naming, row) for row in sent]
    subscribe = [f"_INBOX_{user}.>", *(_every(naming, row) for row in taken if row.kind is Kind.ASK)]
    for row in taken:
        if is_durable(row):
            publish += _durable(naming, row, user)
    requested = [row.result for row in sent if row.result is not None]
    # Who asks for a job listens for its result, and looks it up; who answers looks whether it is there.
    if requested:
        subscribe.append(f"{stored_prefix(naming)}.{_all_of(naming, Kind.RESULT)}")
    answered = [row for row in sent if row.kind is Kind.RESULT]
    for row in dict.fromkeys((*requested, *answered)):
        stream = stream_name(naming, Kind.RESULT)
        publish.append(f"$JS.API.DIRECT.GET.{stream}.{_every(naming, row)}")
    # Whoever ends a run looks whether its end lies in the recording already.
    if any(row.kind is Kind.EVENT and is_durable(row) for row in taken):
        found = taken if user in _FINDS_BEGINNINGS else []
        publish += _reading_events(naming, [_every(naming, row) for row in (*sent, *found) if row.kind is Kind.EVENT])
    if user == "client":
        # Progress travels in events: what services request and answer among themselves is none of a client's business.
        # It reads what is stored; a plain subscription would hear what the broker refused as well, such as second ends.
        publish += _reading_events(naming, [_all_of(naming, Kind.EVENT)])
    writes = _WRITES.get(user, ())
    for bucket in (BucketName.DOMAINS, BucketName.MODELS, *writes):
        publish += _reading(f"KV_{bucket_name(naming, bucket)}")
    publish += [f"$KV.{bucket_name(naming, bucket)}.>" for bucket in writes]
    # Whoever takes jobs looks whether their run is over.
    works = any(row.kind is Kind.JOB for row in taken)
    for bucket in (*_LOOKS_UP.get(user, ()), *((BucketName.ENDED,) if works else ())):
        stream = f"KV_{bucket_name(naming, bucket)}"
        own = f"$KV.{bucket_name(naming, bucket)}.{naming.tenant}.>"
        publish += [f"$JS.API.STREAM.INFO.{stream}", f"$JS.API.DIRECT.GET.{stream}.{own}"]
    publish += [f"$KV.{bucket_name(naming, bucket)}.{naming.tenant}.>" for bucket in _KEEPS.get(user, ())]
    # nats-py looks for the stream of an object's pieces by their subject.
    for store in (object_store_name(naming), passing_store_name(naming)):
        publish += _reading(f"OBJ_{store}")
    publish.append("$JS.API.STREAM.NAMES")
    if user == _TAKES_DEAD_LETTERS:
        dead, more = _taking_dead_letters(naming)
        publish += dead
        subscribe += more
    if user in _PASSES_OBJECTS:
        publish += _keeping_objects(passing_store_name(naming))
    if user == _CARRIES_RUNS:
        publish += _keeping_objects(checkpoint_store_name(naming))
        # The problems that are left of plans under execution. Readers hold an object against its hash.
        publish += _keeping_objects(passing_store_name(naming))
        # Feedback as it comes, to refuse it while too much waits.
        subscribe.append(_every(naming, FEEDBACK_SUBMITTED))
        # What began a run that it is asked to take up.
        publish.append(f"$JS.API.STREAM.MSG.GET.{service_events_stream(naming)}")
        # Begins nothing new where a store is nearly full.
        stores = (stream_name(naming, Kind.EVENT), dead_letter_stream(naming))
        publish += ["$JS.API.INFO", *(f"$JS.API.STREAM.INFO.{stream}" for stream in stores)]
    answers = any(row.kind is Kind.ASK for row in taken)
    return Permissions(tuple(dict.fromkeys(publish)), tuple(dict.fromkeys(subscribe)), answers)


def users_configuration(naming: Naming) -> str:
    """NATS configuration of all users; passwords come from the server's environment."""
    blocks = [_block(user, permissions(naming, user)) for user in (*users(), OPERATOR)]
    head = (
        "# Written by `python -m plancritic.bus.permissions` from the table of subjects; do not edit.\n"
        "# Passwords: environment variables of the server, PLANCRITIC_<USER>_PASSWORD (a bcrypt hash will do).\n"
        "# A service sets PLANCRITIC_NATS_USER, its password, and PLANCRITIC_NATS_INBOX_PREFIX=_INBOX_<user>.\n"
    )
    return head + "authorization {\n  timeout: 2\n  users: [\n" + "".join(blocks) + "  ]\n}\n"


def _every(naming: Naming, row: Subject) -> str:
    """The row's subjects of the tenant."""
    return naming.subscribe(row)


def _all_of(naming: Naming, kind: Kind) -> str:
    """Every subject of a kind of the tenant, in every version; `Naming.all_of` is for streams: those of all tenants."""
    return f"{naming.prefix}.{kind}.>"


def _reading_events(naming: Naming, patterns: Sequence[str]) -> list[str]:
    """Read these events in order: only consumers that filter by one of the tenant's patterns may be made."""
    stream = stream_name(naming, Kind.EVENT)
    return [
        *(f"$JS.API.CONSUMER.CREATE.{stream}.*.{pattern}" for pattern in patterns),
        f"$JS.API.CONSUMER.INFO.{stream}.*",
        *(f"$JS.API.DIRECT.GET.{stream}.{pattern}" for pattern in patterns),
        f"$JS.FC.{stream}.>",
    ]


def _durable(naming: Naming, row: Subject, user: str) -> list[str]:
    stream, durable = durable_stream(naming, row), durable_name(naming, row, user)
    return [
        f"$JS.API.CONSUMER.INFO.{stream}.{durable}",
        f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{durable}",
        f"$JS.ACK.{stream}.{durable}.>",
        dead_letter_subject(naming, row, "*"),
    ]


def _taking_dead_letters(naming: Naming) -> tuple[list[str], list[str]]:
    jobs, events = stream_name(naming, Kind.JOB), service_events_stream(naming)
    letters, runs = dead_letter_stream(naming), f"KV_{bucket_name(naming, BucketName.RUNS)}"
    own = f"{naming.prefix}.dead_letter.>"
    durables = [
        (durable_stream(naming, row), durable_name(naming, row, service))
        for row in SUBJECTS
        if is_durable(row)
        for service in row.consumers
    ]
    publish = [
        *(f"$JS.API.CONSUMER.INFO.{stream}.{durable}" for stream, durable in durables),
        *(f"$JS.API.STREAM.MSG.GET.{stream}" for stream in (jobs, events, letters, runs)),
        *(f"$JS.API.STREAM.MSG.DELETE.{stream}" for stream in (jobs, letters)),
        *(f"$JS.API.STREAM.INFO.{stream}" for stream in (letters, runs)),
        f"$JS.API.CONSUMER.CREATE.{letters}.*.{own}",
        f"$JS.API.CONSUMER.INFO.{letters}.*",
        f"$JS.FC.{letters}.>",
        f"$JS.API.DIRECT.GET.{stream_name(naming, Kind.RESULT)}.{_all_of(naming, Kind.RESULT)}",
        own,
        _all_of(naming, Kind.JOB),
        _all_of(naming, Kind.RESULT),
        *(naming.subscribe(row) for row in RETRIED),
    ]
    heard = ("MAX_DELIVERIES", "MSG_TERMINATED")
    return publish, [f"$JS.EVENT.ADVISORY.CONSUMER.{each}.{stream}.>" for each in heard for stream in (jobs, events)]


def _reading(stream: str) -> list[str]:
    """Look up, and read in order by a short-lived consumer."""
    return [
        f"$JS.API.STREAM.INFO.{stream}",
        f"$JS.API.STREAM.MSG.GET.{stream}",
        f"$JS.API.DIRECT.GET.{stream}",
        f"$JS.API.DIRECT.GET.{stream}.>",
        f"$JS.API.CONSUMER.CREATE.{stream}",
        f"$JS.API.CONSUMER.CREATE.{stream}.>",
        f"$JS.API.CONSUMER.INFO.{stream}.*",
        f"$JS.FC.{stream}.>",
    ]


def _keeping_objects(store: str) -> list[str]:
    """Read, write and delete the objects of a store."""
    stream = f"OBJ_{store}"
    return [*_reading(stream), f"$O.{store}.>", f"$JS.API.STREAM.PURGE.{stream}"]


def _block(user: str, allowed: Permissions) -> str:
    def listed(subjects: Iterable[str]) -> str:
        return "".join(f'          "{subject}"\n' for subject in subjects)

    # Replies to asks go to the inbox that the ask names.
    responses = '        allow_responses { max: 1, expires: "1m" }\n' if allowed.answers else ""
    return (
        f"    {{\n      user: {user}\n      password: $PLANCRITIC_{user.upper()}_PASSWORD\n      permissions {{\n"
        f"        publish {{ allow: [\n{listed(allowed.publish)}        ] }}\n"
        f"        subscribe {{ allow: [\n{listed(allowed.subscribe)}        ] }}\n"
        f"{responses}      }}\n    }}\n"
    )


if __name__ == "__main__":
    sys.stdout.write(users_configuration(BusSettings().naming))
