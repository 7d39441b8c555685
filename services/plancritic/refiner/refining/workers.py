"""Candidates judged as jobs, by whichever copies of the refiner are free."""

from __future__ import annotations

import hashlib

import orjson

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.refinement.knowledge import Findings
from plancritic.contracts.refinement.messages import CandidateJudged, JudgeCandidate
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.refining.converting import feedback_of


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
