"""Where the broker is and how this process behaves on it: environment variables, read once."""

from __future__ import annotations

import os
import re
import socket
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.contracts.subjects import Naming
from plancritic.paths import cache_folder

_MIB = 1024 * 1024
DEFAULT_URL = "nats://127.0.0.1:4222"
#: All before the last `@` of a server, its scheme left out: user, password or token.
_CREDENTIALS = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*://)?.*@", re.DOTALL)


class BusSettings(BaseSettings):
    """Connection, naming and delivery, each from `PLANCRITIC_<NAME>`; times are seconds.

    `ack_wait`, `deliveries` and `max_ack_pending` describe the durable consumers and are used by
    provisioning; a service reads the first one back from the consumer itself.
    """

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_", extra="ignore", frozen=True)

    #: One URL or several with commas between. User and password may stand in it; better in their own settings.
    nats_url: str = DEFAULT_URL
    #: Name to sign in to the broker with.
    nats_user: str | None = None
    #: Password for that name; a file is safer (next setting).
    nats_password: SecretStr | None = None
    #: A file that holds the password, as secrets are mounted in containers.
    nats_password_file: Path | None = None
    #: A file with the seed of an NKey, to sign in without a password.
    nats_nkey_seed_file: Path | None = None
    #: Certificates of the authorities that may vouch for the broker; where set, the connection is by TLS.
    nats_tls_ca: Path | None = None
    #: This client's own certificate, where the broker asks for one.
    nats_tls_certificate: Path | None = None
    #: The private key of that certificate.
    nats_tls_key: Path | None = None
    #: Prefix of reply inboxes; set it where permissions give every user inboxes of its own.
    nats_inbox_prefix: str = Field(default="_INBOX", pattern=r"^[A-Za-z0-9_-]+$")

    #: First part of every subject; another name keeps two installations on one broker apart.
    namespace: str = Field(default="plancritic", pattern=r"^[A-Za-z0-9_-]{1,64}$")
    #: Second part of every subject: whose data this process works with.
    tenant: str = Field(default="default", pattern=r"^[A-Za-z0-9_-]{1,64}$")
    #: Folder for what can be made again: models, labels, the sentence encoder.
    cache: Path = Field(default_factory=cache_folder)

    #: How long to wait for a broker that is not there (yet).
    connect_timeout: float = Field(default=3.0, gt=0)
    #: How long one publish, look-up or acknowledgement may take.
    publish_timeout: float = Field(default=5.0, gt=0)

    #: How long a command waits for a broker that has gone before it gives up (services wait without end).
    outage_timeout: float = Field(default=15.0, gt=0)
    #: How long a client waits for a service that does not answer yet: scaled to zero, it may be starting.
    service_timeout: float = Field(default=10.0, gt=0)

    #: How long a worker may be silent about a job before the broker gives it to another copy.
    ack_wait: float = Field(default=10.0, gt=0)
    #: How often work on one message may fail before it is given up. Clean stops are not counted.
    attempts: int = Field(default=5, ge=1)
    #: How often the broker delivers one message, whatever for: a backstop far above `attempts`.
    deliveries: int = Field(default=1000, ge=2)
    #: How long the lease of a run lasts after its last renewal; it is renewed three times as often.
    lease: float = Field(default=6.0, gt=0)
    #: Jobs of one kind that may be in work at once, in all copies together.
    max_ack_pending: int = Field(default=1000, ge=1)
    #: First delay before a failed job is delivered again; it doubles with every attempt.
    retry_delay: float = Field(default=1.0, gt=0)
    #: How long jobs in flight may take to end when the service is told to stop.
    grace: float = Field(default=20.0, ge=0)

    #: What provisioning gives the stores, in bytes. A full recording or dead-letter store refuses what is new, so that
    #: nothing is lost silently; verdicts and plans are caches and forget what is oldest.
    events_bytes: int = Field(default=512 * _MIB, ge=_MIB)
    #: Bytes for messages that nobody could handle.
    dead_letters_bytes: int = Field(default=64 * _MIB, ge=_MIB)
    #: Bytes for verdicts of planners that are known.
    verdicts_bytes: int = Field(default=128 * _MIB, ge=_MIB)
    #: Bytes for plans that are known.
    plans_bytes: int = Field(default=32 * _MIB, ge=_MIB)
    #: How many brokers of a cluster keep each stream and bucket; None leaves that as it is (a new one lies on one).
    replicas: int | None = Field(default=None, ge=1, le=5)

    #: Address on which health and metrics are served.
    http_host: str = "127.0.0.1"
    #: 0 takes a free port; the service's description tells which.
    http_port: int = Field(default=0, ge=0, le=65535)

    #: Least important messages that are logged.
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    #: `auto` writes for people on a terminal and JSON elsewhere.
    log_format: Literal["auto", "json", "text"] = "auto"

    @property
    def naming(self) -> Naming:
        """The fixed part of every subject."""
        return Naming(namespace=self.namespace, tenant=self.tenant)

    @property
    def servers(self) -> tuple[str, ...]:
        """The broker's URLs."""
        return tuple(url.strip() for url in self.nats_url.split(",") if url.strip())

    def environment(self) -> dict[str, str]:
        """Return the variables by which another process connects as this one does; a password is not among them."""
        named = {
            "PLANCRITIC_NATS_URL": self.nats_url,
            "PLANCRITIC_NATS_USER": self.nats_user,
            "PLANCRITIC_NATS_PASSWORD_FILE": self.nats_password_file,
            "PLANCRITIC_NATS_NKEY_SEED_FILE": self.nats_nkey_seed_file,
            "PLANCRITIC_NATS_TLS_CA": self.nats_tls_ca,
            "PLANCRITIC_NATS_INBOX_PREFIX": self.nats_inbox_prefix,
            "PLANCRITIC_NAMESPACE": self.namespace,
            "PLANCRITIC_TENANT": self.tenant,
        }
        return {name: str(value) for name, value in named.items() if value is not None}

    @property
    def shown_url(self) -> str:
        """The broker's URLs as output and logs may show them: without user, password or token."""
        return ",".join(_CREDENTIALS.sub(r"\1", server) for server in self.servers)

    @property
    def password(self) -> str | None:
        """The password, from its setting or its file."""
        if self.nats_password_file is not None:
            return self.nats_password_file.read_text(encoding="utf-8").strip()
        return self.nats_password.get_secret_value() if self.nats_password else None

    @cached_property
    def host(self) -> str:
        """This machine's name (in Kubernetes, the pod's)."""
        return os.environ.get("HOSTNAME") or socket.gethostname()
