"""The streams, consumers and buckets of a deployment, as data; `provision` creates them and nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    KeyValueConfig,
    ObjectStoreConfig,
    RePublish,
    RetentionPolicy,
    StorageType,
    StreamConfig,
    StreamSource,
)

from plancritic.bus.settings import BusSettings
from plancritic.contracts.subjects import SUBJECTS, Kind, Naming, Subject

_DAY = 86_400.0
#: Events wait this long for a service.
_WAITING_KEPT = 7 * _DAY
#: A run is known to `status`, and its end decided once, this long.
_RUNS_KEPT = 7 * _DAY
#: A revision of a session is kept this long, and the session this long after its last one.
_SESSIONS_KEPT = 30 * _DAY
#: A run that nobody continues for so long is given up, and its checkpoint with it.
_CHECKPOINTS_KEPT = 7 * _DAY
#: No job waits longer than this: afterwards nobody needs to know that its run is over.
_JOBS_KEPT = 7 * _DAY
#: What is stored for jobs is stored anew once half of this is over: no job that names it waits longer than that.
PASSING_KEPT = 2 * _JOBS_KEPT
#: A verdict and the plans of a problem are kept this long after they were last written.
_VERDICTS_KEPT = _PLANS_KEPT = 30 * _DAY
#: Within it the broker recognises a message sent twice by its id.
DUPLICATE_WINDOW = 120.0


class BucketName(StrEnum):
    """The key-value buckets of a namespace; `bucket_name` gives a bucket's full name."""

    #: Name of a domain -> SHA-256 of its bundle.
    DOMAINS = "domains"
    #: Name of a domain -> SHA-256 of its scorer model's archive.
    MODELS = "models"
    #: Id of a run -> where it stands and how it ended.
    RUNS = "runs"
    #: `<tenant>.<digest of a planning request>` -> its verdict; `<tenant>.planning_version` -> what plans now.
    VERDICTS = "verdicts"
    #: `<tenant>.<hash of a problem>` -> plans known for it.
    PLANS = "plans"
    #: `<tenant>.<id of a session>` -> the id and number of its newest revision, and what a list of sessions shows.
    SESSIONS = "sessions"
    #: `<tenant>.<id of a session>.<number>` -> a revision.
    REVISIONS = "revisions"
    #: `<tenant>.<id of a run>` -> how it ended: workers skip the jobs of a run that stands here.
    ENDED = "ended"
    #: `<tenant>.<id of a run>` -> which copy carries it (`durable/lease.py`).
    LEASES = "leases"
    #: `<tenant>.<id of an event>` -> how often work on it failed (`durable/fence.py`).
    ATTEMPTS = "attempts"
    #: `<tenant>.<id of a library>.<digest of an instance>` -> an answer from which action schemas are read.
    ANSWERS = "answers"
    #: `<tenant>.<id of a run>` -> the key of the ids of its jobs and its end (`durable/run_keys.py`); and with `.tree`
    #: behind it -> SHA-256 of where a refinement stands.
    RUN_KEYS = "run-keys"


def stream_name(naming: Naming, kind: Kind) -> str:
    """Return the stream that holds a kind of message."""
    return f"{naming.namespace}-{kind.value}s"


def service_events_stream(naming: Naming) -> str:
    """Return the stream from which services take events: a mirror of the event stream."""
    return f"{naming.namespace}-service-events"


def durable_stream(naming: Naming, subject: Subject) -> str:
    """Return the stream that holds a row's durable consumers.

    Clients watch events with consumers of any name, because NATS can limit a permission only to whole tokens. On the
    event stream a client could replace a durable consumer, so services take events from a mirror.
    """
    return service_events_stream(naming) if subject.kind is Kind.EVENT else stream_name(naming, Kind(subject.kind))


def dead_letter_stream(naming: Naming) -> str:
    """Return the stream of what no worker could finish."""
    return f"{naming.namespace}-dead-letters"


def dead_letter_subject(naming: Naming, subject: Subject, session_id: str) -> str:
    """Where a message of this row goes when it is given up."""
    version = f"{naming.namespace}.v{subject.version}.{naming.tenant}"
    return f"{version}.dead_letter.{subject.noun}.{subject.verb}.{session_id}"


def stored_prefix(naming: Naming) -> str:
    """Return what stands before the subject of a result when the broker passes it on, once it is stored."""
    return f"{naming.namespace}-stored"


def bucket_name(naming: Naming, bucket: str) -> str:
    """Return the full name of a key-value bucket."""
    return f"{naming.namespace}-{bucket}"


def object_store_name(naming: Naming) -> str:
    """Return the full name of the object store."""
    return f"{naming.namespace}-objects"


def passing_store_name(naming: Naming) -> str:
    """Return the full name of the object store of what only some jobs need, such as problems that are left."""
    return f"{naming.namespace}-passing"


def checkpoint_store_name(naming: Naming) -> str:
    """Return the full name of the object store of run checkpoints.

    Each tenant has one of its own: a checkpoint holds the key of its run's ids, and NATS can limit who reads an object
    store but not who reads which object.
    """
    return f"{naming.namespace}-{naming.tenant}-checkpoints"


def is_durable(subject: Subject) -> bool:
    """Return whether services take this row from a durable consumer: jobs, and events that a service acts on."""
    return subject.kind is Kind.JOB or (subject.kind is Kind.EVENT and subject.consumers != ("client",))


def durable_name(naming: Naming, subject: Subject, service: str) -> str:
    """Return the durable consumer of a service for a row: all its copies share it (KEDA scales by its lag)."""
    own = subject.verb if subject.noun == service else f"{subject.noun}-{subject.verb}"
    return f"{naming.tenant}-{service}-{own}" + (f"-v{subject.version}" if subject.version > 1 else "")


@dataclass(frozen=True)
class Durable:
    """A durable consumer and the stream it reads."""

    stream: str
    config: ConsumerConfig


def streams(settings: BusSettings) -> tuple[StreamConfig, ...]:
    """Return every stream of the namespace. One with `max_bytes` refuses what is new when it is full."""
    naming = settings.naming
    common: dict[str, Any] = {
        "storage": StorageType.FILE,
        "duplicate_window": DUPLICATE_WINDOW,
        "allow_direct": True,
        "num_replicas": settings.replicas,
    }
    return (
        StreamConfig(
            name=stream_name(naming, Kind.JOB),
            description="Jobs until a worker has acknowledged them.",
            subjects=[naming.all_of(Kind.JOB)],
            retention=RetentionPolicy.WORK_QUEUE,
            max_age=_JOBS_KEPT,
            **common,
        ),
        # One result a job: every write names the one before it (`durable/fence.py`), so the broker refuses the answer
        # of an attempt that another one has followed. Who waits hears what is stored, not what is sent.
        StreamConfig(
            name=stream_name(naming, Kind.RESULT),
            description="Answers to jobs, each under its job's id.",
            subjects=[naming.all_of(Kind.RESULT)],
            retention=RetentionPolicy.LIMITS,
            max_age=_DAY,
            max_msgs_per_subject=1,
            discard=DiscardPolicy.OLD,
            discard_new_per_subject=False,
            republish=RePublish(src=">", dest=f"{stored_prefix(naming)}.>"),
            **common,
        ),
        StreamConfig(
            name=stream_name(naming, Kind.EVENT),
            description="What happened: the recording, never deleted by consumers.",
            subjects=[naming.all_of(Kind.EVENT)],
            retention=RetentionPolicy.LIMITS,
            max_bytes=settings.events_bytes,
            discard=DiscardPolicy.NEW,
            **common,
        ),
        # A mirror and no source: it keeps the sequence numbers, so that a consumer knows where it stands whatever is
        # copied again, and no header of a message can stop it (nats-server 2.9 stops sources by `Nats-Expected-*`).
        StreamConfig(
            name=service_events_stream(naming),
            description="Events for services, mirrored: no client may create consumers here.",
            mirror=StreamSource(name=stream_name(naming, Kind.EVENT)),
            retention=RetentionPolicy.LIMITS,
            max_age=_WAITING_KEPT,
            storage=StorageType.FILE,
            duplicate_window=DUPLICATE_WINDOW,
            num_replicas=settings.replicas,
        ),
        StreamConfig(
            name=dead_letter_stream(naming),
            description="What no worker could finish, with the reason in its headers.",
            subjects=[f"{naming.namespace}.*.*.dead_letter.>"],
            retention=RetentionPolicy.LIMITS,
            max_age=30 * _DAY,
            max_bytes=settings.dead_letters_bytes,
            discard=DiscardPolicy.NEW,
            **common,
        ),
    )


def durables(settings: BusSettings) -> tuple[Durable, ...]:
    """Return every durable consumer of the tenant, one for each row and service that takes it."""
    naming = settings.naming
    return tuple(
        Durable(
            durable_stream(naming, subject),
            ConsumerConfig(
                name=durable_name(naming, subject, service),
                durable_name=durable_name(naming, subject, service),
                description=subject.description,
                deliver_policy=DeliverPolicy.ALL,
                ack_policy=AckPolicy.EXPLICIT,
                ack_wait=settings.ack_wait,
                # Services count attempts themselves, and clean stops are none; this only ends a loop.
                max_deliver=settings.deliveries,
                max_ack_pending=settings.max_ack_pending,
                filter_subject=naming.subscribe(subject),
            ),
        )
        for subject in SUBJECTS
        if is_durable(subject)
        for service in subject.consumers
        if service != "client"
    )


def buckets(settings: BusSettings) -> tuple[KeyValueConfig, ...]:
    """Every key-value bucket of the namespace. One with `max_bytes` is a cache: when full, its oldest entries go."""
    naming = settings.naming
    return (
        KeyValueConfig(bucket=bucket_name(naming, BucketName.DOMAINS), history=8),
        # As many as a bucket may keep: where the newest model cannot be used, the last usable one before it serves.
        KeyValueConfig(bucket=bucket_name(naming, BucketName.MODELS), history=64),
        # Each entry lives this long after its last change; the recording of events stays.
        KeyValueConfig(bucket=bucket_name(naming, BucketName.RUNS), history=1, ttl=_RUNS_KEPT),
        KeyValueConfig(
            bucket=bucket_name(naming, BucketName.VERDICTS),
            history=1,
            ttl=_VERDICTS_KEPT,
            max_bytes=settings.verdicts_bytes,
            direct=True,
        ),
        KeyValueConfig(
            bucket=bucket_name(naming, BucketName.PLANS),
            history=1,
            ttl=_PLANS_KEPT,
            max_bytes=settings.plans_bytes,
            direct=True,
        ),
        KeyValueConfig(bucket=bucket_name(naming, BucketName.SESSIONS), history=1, ttl=_SESSIONS_KEPT, direct=True),
        KeyValueConfig(bucket=bucket_name(naming, BucketName.REVISIONS), history=1, ttl=_SESSIONS_KEPT, direct=True),
        KeyValueConfig(bucket=bucket_name(naming, BucketName.ENDED), history=1, ttl=_JOBS_KEPT, direct=True),
        KeyValueConfig(bucket=bucket_name(naming, BucketName.LEASES), history=1, ttl=_RUNS_KEPT, direct=True),
        KeyValueConfig(bucket=bucket_name(naming, BucketName.ATTEMPTS), history=1, ttl=_WAITING_KEPT, direct=True),
        KeyValueConfig(bucket=bucket_name(naming, BucketName.RUN_KEYS), history=1, ttl=_RUNS_KEPT, direct=True),
        # Answers of language models cost money: they stay until somebody removes them.
        KeyValueConfig(bucket=bucket_name(naming, BucketName.ANSWERS), history=1, direct=True),
    )


def object_stores(naming: Naming) -> tuple[ObjectStoreConfig, ...]:
    """Return every object store of the namespace and the tenant."""
    return (
        ObjectStoreConfig(bucket=object_store_name(naming), description="Bundles and models by SHA-256."),
        ObjectStoreConfig(
            bucket=passing_store_name(naming),
            description="Problems left of plans under execution, by SHA-256.",
            ttl=PASSING_KEPT,
        ),
        ObjectStoreConfig(
            bucket=checkpoint_store_name(naming),
            description="Where each run stands that has not ended, by the run's id.",
            ttl=_CHECKPOINTS_KEPT,
        ),
    )
