"""What a refinement has of the bus: candidates judged as jobs by whichever copies are free, and its tree kept."""

from __future__ import annotations

import hashlib

import orjson

from plancritic.bus import BucketName, Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.refinement.knowledge import Findings
from plancritic.contracts.refinement.messages import CandidateJudged, JudgeCandidate
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.runs.converting import feedback_of


class BusFeedback:
    """Judges candidates over the bus, one job each.

    Ids of jobs follow from the run's key and what is asked: a run begun anew finds the judgements that are there, and
    nobody else can answer in their place.
    """

    def __init__(self, client: Client, origin: Envelope, key: str, knowledge: str, patience: float) -> None:
        """`knowledge` is the hash of the stored `Knowledge`; a judgement is waited for `patience` seconds."""
        self._client = client
        self._origin = origin
        self._key = key
        self._knowledge = knowledge
        self._patience = patience

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        """Return the feedback on a domain; one that no worker survives cannot be judged.

        Raises:
            RequestTimedOut: nobody judged it in time.
            ContractError: the worker's fault.
        """
        asked = tuple(sorted(kinds))
        digest = hashlib.sha256(orjson.dumps([self._knowledge, domain, asked])).hexdigest()
        envelope = self._origin.caused(f"judge {digest}", self._key)
        job = JudgeCandidate(envelope=envelope, knowledge=self._knowledge, domain=domain, kinds=asked)
        try:
            judged = await self._client.request(job, subjects.JUDGE_CANDIDATE, self._patience)
        except ContractError as error:
            if error.fault.code is FaultCode.WORKER_FAILED:
                return Judgement(fault=error.fault.message)
            raise
        assert isinstance(judged, CandidateJudged)
        findings = judged.findings
        if judged.stored is not None:
            findings = Findings.model_validate_json(await self._client.get_object(judged.stored))
        return Judgement(tuple(map(feedback_of, findings.complaints)), judged.fault, findings.plans)


class BusTrees:
    """Keeps the tree of a run on the broker: its content in the object store, its hash beside the run's key."""

    def __init__(self, client: Client, run: str, start: int = 0) -> None:
        """`start` is the place of the start that the tree grows from, where a run has several."""
        self._client = client
        self._place = f"{client.settings.tenant}.{run}.tree{start or ''}"

    async def kept(self) -> str | None:
        """Return the tree kept last; None where there is none."""
        entry = await (await self._client.kv(BucketName.RUN_KEYS)).get(self._place)
        return None if entry is None else (await self._client.get_object(entry.value.decode())).decode()

    async def keep(self, tree: str) -> None:
        """Keep a tree in the place of the one before."""
        stored = await self._client.put_passing(tree.encode())
        await (await self._client.kv(BucketName.RUN_KEYS)).put(self._place, stored.encode())
