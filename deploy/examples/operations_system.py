"""How another system uses plancritic: plain nats-py and the contracts, nothing else of it.

It publishes what a person said about a plan, follows the run, and prints what came of it.

    python deploy/examples/operations_system.py waterway "No vessel may go through waypoint A."

`plancritic status --environment` says where the broker of `make up` is and how to sign in there.
"""

# ruff: noqa: T201 - an example prints
from __future__ import annotations

import asyncio
import os
import sys

import nats
import nats.errors
from nats.aio.msg import Msg
from pydantic import TypeAdapter

from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, GenerationEvaluated, PlanRevised
from plancritic.contracts.translation import Statement

RUN_LIMIT_SECONDS = 300
CONNECT_LIMIT_SECONDS = 5


async def improve_plan(url: str, domain: str, texts: list[str]) -> PlanRevised | FeedbackRefused:
    """Have the plan of a domain's first problem revised by what was said."""
    ended: asyncio.Future[PlanRevised | FeedbackRefused] = asyncio.get_running_loop().create_future()

    async def on_closed() -> None:
        if not ended.done():
            ended.set_exception(nats.errors.ConnectionClosedError())

    # Left alone nats-py tries a first connection for two minutes, and says nothing; and one that is lost for good is
    # told to its callback only.
    try:
        async with asyncio.timeout(CONNECT_LIMIT_SECONDS):
            connection = await nats.connect(
                url,
                allow_reconnect=False,
                error_cb=_quietly,
                closed_cb=on_closed,
                # The seed of the user `client`, who may use inboxes of this beginning only.
                nkeys_seed=os.environ.get("PLANCRITIC_NATS_NKEY_SEED_FILE"),
                inbox_prefix=os.environ.get("PLANCRITIC_NATS_INBOX_PREFIX", "_INBOX"),
            )
    except TimeoutError:
        raise ConnectionError(f"nothing accepts a connection within {CONNECT_LIMIT_SECONDS} s") from None
    try:
        submitted = FeedbackSubmitted(
            envelope=Envelope.start(),
            domain=domain,
            statements=tuple(Statement(id=f"s{number}", text=text) for number, text in enumerate(texts, start=1)),
        )

        async def on_progress(message: Msg) -> None:
            generation = GenerationEvaluated.model_validate_json(message.data)
            print(f"generation {generation.generation}: best adherence {generation.best_adherence:.2f}")

        async def on_end(message: Msg) -> None:
            result: PlanRevised | FeedbackRefused = TypeAdapter(PlanRevised | FeedbackRefused).validate_json(
                message.data
            )
            if not ended.done():
                ended.set_result(result)

        # Subscribe before publishing, to this session only.
        naming = subjects.Naming(
            os.environ.get("PLANCRITIC_NAMESPACE", "plancritic"), os.environ.get("PLANCRITIC_TENANT", "default")
        )
        session = submitted.envelope.session_id
        await connection.subscribe(naming.subscribe(subjects.GENERATION_EVALUATED, session), cb=on_progress)
        await connection.subscribe(naming.subscribe(subjects.PLAN_REVISED, session), cb=on_end)
        await connection.subscribe(naming.subscribe(subjects.FEEDBACK_REFUSED, session), cb=on_end)

        # JetStream acknowledges once the event is stored; the id makes sending it twice harmless.
        await connection.jetstream().publish(
            naming.publish(subjects.FEEDBACK_SUBMITTED, submitted.envelope),
            submitted.model_dump_json().encode(),
            headers={"Nats-Msg-Id": submitted.envelope.message_id},
        )
        async with asyncio.timeout(RUN_LIMIT_SECONDS):
            return await ended
    finally:
        ended.cancel()
        await connection.close()


async def _quietly(error: Exception) -> None:
    """What goes wrong is raised to whoever waits; nats-py would print it with a traceback besides."""


def main() -> int:
    """Run the example; 0 where every statement was adhered to, 3 where there is no broker."""
    if len(sys.argv) < 3:
        print(f"usage: {sys.argv[0]} DOMAIN STATEMENT...", file=sys.stderr)
        return 2
    url = os.environ.get("PLANCRITIC_NATS_URL", "nats://127.0.0.1:4222")
    try:
        result = asyncio.run(improve_plan(url, sys.argv[1], sys.argv[2:]))
    except (nats.errors.Error, OSError) as error:
        print(f"no answer from the broker at {url!r}: {str(error) or type(error).__name__}", file=sys.stderr)
        return 3
    if isinstance(result, FeedbackRefused):
        print(f"refused: {result.fault.message}", file=sys.stderr)
        return 2
    for step in result.steps:
        print(f"{step.number:>3}. {step.sentence}")
    for outcome in result.statements:
        print(f"{outcome.statement.text} -> {outcome.verdict}")
    return 0 if all(outcome.verdict == "adhered" for outcome in result.statements) else 1


if __name__ == "__main__":
    sys.exit(main())
