"""The services that are evaluated: those of the broker that the environment names, else some of our own."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from plancritic.bus import BucketName, BusSettings
from plancritic.client import PlancriticClient, connected_bus
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.local import LocalStack, pack_model

#: Runs that one coordinator carries at once, at least (its own default).
_RUNS = 4


@dataclass(frozen=True)
class ScorerModel:
    """A scorer model as it is published: its files as one archive, known by the archive's SHA-256."""

    folder: Path
    archive: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        """What names the model among the published ones."""
        return hashlib.sha256(self.archive).hexdigest()

    @classmethod
    def read(cls, folder: Path) -> ScorerModel:
        """Return the model in a folder as `plancritic train scorer` writes it.

        Raises:
            ContractError: there is none.
        """
        archive = pack_model(folder)
        if archive is None:
            raise ContractError(
                Fault(
                    code=FaultCode.MODEL_MISSING,
                    message="the folder has no scorer model (model.json and model.onnx)",
                    remedy="name a folder that `plancritic train scorer` wrote, or `none` to judge without a scorer",
                    file=str(folder),
                )
            )
        return cls(folder, archive)


@dataclass(frozen=True)
class Setup:
    """What evaluated services are started with; only services of our own can be.

    `model` judges plans of `domain` in place of the one that ships. `misread` is the share of statements that the
    translator misreads on purpose, `seed` decides which.
    """

    domain: str
    model: ScorerModel | None = None
    misread: float | None = None
    seed: int = 1

    @property
    def of_its_own(self) -> bool:
        """It cannot be had from the services of a broker that is there already."""
        return self.model is not None or bool(self.misread)

    def environment(self) -> dict[str, str]:
        """Return what the services read of it."""
        if not self.misread:
            return {}
        return {
            "PLANCRITIC_TRANSLATOR_MISREAD": str(self.misread),
            "PLANCRITIC_TRANSLATOR_MISREAD_SEED": str(self.seed),
        }


@asynccontextmanager
async def evaluated_system(workers: int, say: Callable[[str], None], setup: Setup) -> AsyncIterator[PlancriticClient]:
    """A client of the services, with so many copies of the planner where they are our own.

    Raises:
        ContractError: a service of the broker named does not answer, or `setup` needs services of our own.
        LocalError: broker or services cannot be started here.
    """
    settings = BusSettings()
    if "nats_url" in settings.model_fields_set:
        if setup.of_its_own:
            raise ContractError(
                Fault(
                    code=FaultCode.INVALID_MESSAGE,
                    message=f"--scorer FOLDER and --misread need services of their own, not those at "
                    f"{settings.shown_url}",
                    remedy="leave PLANCRITIC_NATS_URL unset",
                )
            )
        async with PlancriticClient.connect(settings, name="evaluation") as client:
            # What is measured takes long: a service that is not there is told before it begins.
            await client.require_services(waiting=lambda missing: say(f"waiting for {', '.join(missing)}"))
            say(f"services of the broker at {settings.shown_url}")
            yield client
        return
    say("starting a broker and services of its own")
    environment = {"PLANCRITIC_COORDINATOR_CONCURRENCY": str(max(workers, _RUNS)), **setup.environment()}
    # A scorer that judges with another model is started once that is published: it never serves the one that ships.
    copies = {"planner": workers, "scorer": 1 if setup.model is None else 0}
    async with LocalStack(copies=copies, environment=environment) as stack:
        if setup.model is not None:
            await _publish(stack.settings, setup.domain, setup.model)
            await stack.processes.add("scorer")
            await stack.processes.wait_until_ready()
        async with PlancriticClient.connect(stack.settings, name="evaluation") as client:
            yield client
        say("stopping the services")


async def _publish(settings: BusSettings, domain: str, model: ScorerModel) -> None:
    """Make the model the domain's current one."""
    async with connected_bus(settings, name="evaluation") as bus:
        sha256 = await bus.put_object(model.archive)
        await (await bus.kv(BucketName.MODELS)).put(domain, sha256.encode())
