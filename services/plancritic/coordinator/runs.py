"""Where runs stand: one entry a run in the bucket `runs`, for status and to end every run once."""

from __future__ import annotations

from datetime import UTC, datetime

from plancritic.bus import Client
from plancritic.contracts.feedback import FeedbackSubmitted, GenerationEvaluated
from plancritic.contracts.service import RunReport, RunState

BUCKET = "runs"
LATEST = 50


class Runs:
    """The bucket of run states, whichever copy of the coordinator carries them."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def begin(self, submitted: FeedbackSubmitted) -> bool:
        """Notes that the run is worked on; false if it has ended before (its event was delivered again)."""
        known = await self.find(submitted.envelope.correlation_id)
        if known is not None and known.state != "running":
            return False
        await self._put(
            RunState(
                run=submitted.envelope.correlation_id,
                session=submitted.envelope.session_id,
                domain=submitted.domain,
                state="running",
                generation=0,
                started=datetime.now(UTC).isoformat(timespec="milliseconds"),
            )
        )
        return True

    async def advance(self, evaluated: GenerationEvaluated) -> None:
        """Notes the generation a run has reached."""
        known = await self.find(evaluated.envelope.correlation_id)
        if known is not None:
            await self._put(
                known.model_copy(
                    update={"generation": evaluated.generation, "best_adherence": evaluated.best_adherence}
                )
            )

    async def end(self, run: str, refused: bool) -> None:
        """Notes that the run has its end event."""
        known = await self.find(run)
        if known is not None:
            await self._put(known.model_copy(update={"state": "refused" if refused else "ended"}))

    async def find(self, run: str) -> RunState | None:
        """The state of one run, or None if this broker has not seen it."""
        entry = await (await self._client.kv(BUCKET)).get(run)
        return RunState.model_validate_json(entry.value) if entry else None

    async def report(self, run: str | None) -> RunReport:
        """One run, or the latest, newest first."""
        if run is not None:
            known = await self.find(run)
            return RunReport(runs=(known,) if known else ())
        bucket = await self._client.kv(BUCKET)
        states = [state for key in await bucket.keys() if (state := await self.find(key)) is not None]
        return RunReport(runs=tuple(sorted(states, key=lambda each: each.started, reverse=True)[:LATEST]))

    async def _put(self, state: RunState) -> None:
        await (await self._client.kv(BUCKET)).put(state.run, state.model_dump_json().encode())
