"""Which model judges for a domain: the one that the KV bucket `models` names, taken up while jobs go on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing, suppress
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge

from plancritic.bus import BucketName, Client
from plancritic.contracts.errors import ContractError, Fault
from plancritic.scorer.published import PublishedModel, PublishedModels
from plancritic.scorer.serving import model_missing

_log = structlog.get_logger("plancritic.scorer")

#: Until a model is fetched again that could not be fetched for the broker's or the disk's sake, in seconds.
_RETRY_DELAY = 5.0


class CurrentModels:
    """The model of each domain.

    One newly published is loaded beside the one that serves, which serves until the new one is ready, and goes on
    where the new one cannot be used. The log, `detail` (by domain) and the metrics tell which serves and what was
    refused.
    """

    def __init__(
        self, client: Client, models: PublishedModels, detail: dict[str, str], registry: CollectorRegistry
    ) -> None:
        self._client = client
        self._models = models
        self._detail = detail
        self._metrics = _Metrics(registry)
        self._serving: dict[str, PublishedModel] = {}
        #: The hash that the bucket names, by domain: serving, being loaded, or refused.
        self._named: dict[str, str] = {}
        #: What was told last of a hash that cannot be used: each job would find it out again.
        self._told: dict[str, tuple[str, str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Load what is published, so that no job waits for it, and follow what will be."""
        for entry in await (await self._client.kv(BucketName.MODELS)).entries():
            with suppress(ContractError):
                await self._take_up(entry.key, _version(entry.value))
        self._begin(self._follow())

    async def close(self) -> None:
        """Follow no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def of(self, domain: str) -> PublishedModel:
        """The model that serves the domain. Raises `ContractError`: `model_missing`, `model_unusable`."""
        serving = self._serving.get(domain)
        if serving is not None:
            return serving
        entry = await (await self._client.kv(BucketName.MODELS)).get(domain)
        if entry is None:
            raise model_missing(f"no scorer model is published for the domain {domain!r}")
        return await self._take_up(domain, _version(entry.value))

    async def _follow(self) -> None:
        bucket = await self._client.kv(BucketName.MODELS)
        async with aclosing(bucket.watch()) as changes:
            async for entry in changes:
                if entry.deleted:
                    self._withdraw(entry.key)
                elif self._named.get(entry.key) != _version(entry.value):
                    # Beside this loop: a model published in the meantime is not kept waiting by this one.
                    self._begin(self._replace(entry.key, _version(entry.value)))

    async def _replace(self, domain: str, version: str) -> None:
        self._named[domain] = version
        while self._named.get(domain) == version:
            try:
                await self._take_up(domain, version)
            except ContractError:
                return
            except Exception as error:  # noqa: BLE001 - whatever broker or disk failed with, it may pass
                _log.warning("model not fetched yet", domain=domain, version=version[:12], error=repr(error))
                await asyncio.sleep(_RETRY_DELAY)
            else:
                return

    async def _take_up(self, domain: str, version: str) -> PublishedModel:
        self._named[domain] = version
        try:
            model = await self._models.load(domain, version)
        except ContractError as error:
            if self._named.get(domain) == version:
                self._refuse(domain, version, error.fault)
            raise
        # One that was overtaken while it was loaded is not put before the one that overtook it.
        if self._named.get(domain) == version and self._serving.get(domain) is not model:
            self._serving[domain] = model
            self._detail[domain] = model.label
            self._metrics.loaded(domain)
            _log.info("model loaded", domain=domain, model=model.model.card.name, version=version[:12])
        return model

    def _refuse(self, domain: str, version: str, fault: Fault) -> None:
        if self._told.get(domain) == (version, fault.message):
            return
        self._told[domain] = (version, fault.message)
        serving = self._serving.get(domain)
        stays = f"{serving.label} serves; the newest, {version[:12]}, does not: " if serving is not None else ""
        self._detail[domain] = stays + fault.message
        self._metrics.refused(domain, fault.code)
        _log.error(
            "model cannot be used",
            domain=domain,
            version=version[:12],
            reason=fault.message,
            remedy=fault.remedy,
            serving=serving.label if serving is not None else None,
        )

    def _withdraw(self, domain: str) -> None:
        self._serving.pop(domain, None)
        if self._named.pop(domain, None) is not None:
            self._detail[domain] = "its model was withdrawn"
            self._metrics.withdrawn(domain)
            _log.warning("model withdrawn", domain=domain)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Metrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self._taken = Counter(
            "plancritic_scorer_models_taken_up",
            "Published models, by outcome: loaded, model_missing, model_unusable",
            ["domain", "outcome"],
            registry=registry,
        )
        self._refused = Gauge(
            "plancritic_scorer_model_refused",
            "1 while the model published last cannot be used (an older one serves, or none)",
            ["domain"],
            registry=registry,
        )

    def loaded(self, domain: str) -> None:
        self._taken.labels(domain, "loaded").inc()
        self._refused.labels(domain).set(0)

    def refused(self, domain: str, code: str) -> None:
        self._taken.labels(domain, code).inc()
        self._refused.labels(domain).set(1)

    def withdrawn(self, domain: str) -> None:
        self._refused.labels(domain).set(0)


def _version(value: bytes) -> str:
    return value.decode("ascii", "replace")
