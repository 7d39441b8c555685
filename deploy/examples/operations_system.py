"""How another system uses plancritic: plain nats-py and the documented subjects, nothing of this repository.

It publishes what a person said about a plan, follows the run, and prints the revised plan. Then it can report what was
done of the plan, and a world that is not as planned, and prints the plan that goes on from there.

    python deploy/examples/operations_system.py waterway "No vessel may go through waypoint A."
    python deploy/examples/operations_system.py waterway "No vessel may go through waypoint A." \
        --through 5 --at 6.6 --now "(at deb_ast_0 wpt_end)" --not "(at deb_ast_0 wpt_b_0)"

Subjects and messages are described in libs/plancritic/contracts: SUBJECTS.md and asyncapi.yaml.
`plancritic status --environment` says where the broker of `make up` is and how to sign in there.
"""

# ruff: noqa: T201 - an example prints
from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import sys
import uuid
from typing import Any

import nats
import nats.errors
import nats.js.errors
from nats.aio.msg import Msg
from nats.js.api import ConsumerConfig

RUN_LIMIT_SECONDS = 300
CONNECT_LIMIT_SECONDS = 5

#: The events that end a run, and what answers a report of progress.
ENDS = ("plan.revised", "feedback.refused")
ANSWERS = ("session.revised", "feedback.refused")

#: Events that come in several versions, and the one that is read here (see the AsyncAPI document).
VERSIONS = {"plan.revised": 2}


class RefusedError(Exception):
    """The coordinator refused what was sent, and said why."""


class OperationsSystem:
    """One session with plancritic over an open connection."""

    def __init__(self, connection: nats.NATS, namespace: str, tenant: str) -> None:
        self.connection = connection
        self.namespace = namespace
        self.prefix = f"{namespace}.v1.{tenant}.event"
        self.every_version = f"{namespace}.*.{tenant}.event"
        self.session = uuid.uuid4().hex
        self.events: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()

    async def open(self) -> None:
        """Listen to every event of the session that the broker has stored: a plain subscription hears others too."""
        await self.connection.jetstream().subscribe(
            f"{self.every_version}.*.*.{self.session}",
            stream=f"{self.namespace}-events",
            ordered_consumer=True,
            # With a name, the broker can hold the consumer against what its user may read.
            config=ConsumerConfig(name=f"operations-{self.session}"),
            cb=self._hear,
        )

    async def _hear(self, message: Msg) -> None:
        _, version, _, _, noun, verb, _ = message.subject.split(".")
        event = f"{noun}.{verb}"
        if version == f"v{VERSIONS.get(event, 1)}":
            await self.events.put((event, json.loads(message.data)))

    async def publish(self, event: str, body: dict[str, Any]) -> str:
        """Publish an event that starts something, and return its id: the answers carry it as `correlation_id`."""
        name = uuid.uuid4().hex
        envelope = {
            "message_id": name,
            "correlation_id": name,
            "session_id": self.session,
            "causation_id": None,
            "schema_version": 1,
            "traceparent": f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01",
        }
        # JetStream acknowledges once the event is stored; the id makes sending it twice harmless.
        await self.connection.jetstream().publish(
            f"{self.prefix}.{event}.{self.session}",
            json.dumps({"envelope": envelope, **body}).encode(),
            headers={"Nats-Msg-Id": name},
        )
        return name

    async def answer(self, name: str, wanted: tuple[str, ...]) -> dict[str, Any]:
        """Wait for the answer to what was published, and print the progress until then."""
        async with asyncio.timeout(RUN_LIMIT_SECONDS):
            while True:
                event, body = await self.events.get()
                if body["envelope"]["correlation_id"] != name:
                    continue
                if event == "generation.evaluated":
                    print(f"generation {body['generation']}: best adherence {body['best_adherence']:.2f}")
                if event == "feedback.refused":
                    raise RefusedError(f"{body['fault']['message']}; {body['fault']['remedy']}")
                if event in wanted:
                    return body

    async def submit(self, domain: str, texts: list[str]) -> dict[str, Any]:
        """Have the plan of a domain's first problem revised by what was said."""
        statements = [{"id": f"s{number}", "text": text} for number, text in enumerate(texts, start=1)]
        name = await self.publish("feedback.submitted", {"domain": domain, "statements": statements})
        return await self.answer(name, ENDS)

    async def report_progress(self, plan: dict[str, Any], through: int) -> None:
        """Report that the steps up to a number are done, and all that the plan has ended by then."""

        def end_of(step: dict[str, Any]) -> float:
            # Rounded, as sums of floats differ in their last digits: 1.1 + 2.2 is more than 3.3.
            return round(float(step["start"] + step["duration"]), 6)

        time = max((end_of(step) for step in plan["steps"] if step["number"] <= through), default=0.0)
        done = [{"number": step["number"], "action": step["action"]} for step in plan["steps"] if end_of(step) <= time]
        report = {"revision": plan["revision"], "time": time, "done": done}
        changed = await self.answer(await self.publish("execution.progressed", report), ANSWERS)
        kept = changed["revision"]["execution"]
        print(f"done or begun by {kept['now']:g}: {len(kept['done'].splitlines())} steps")

    async def report_deviation(
        self, plan: dict[str, Any], time: float, true: list[str], false: list[str]
    ) -> dict[str, Any]:
        """Report facts that are not as planned, and return the plan that goes on from there."""
        report = {"revision": plan["revision"], "time": time, "true": true, "false": false}
        return await self.answer(await self.publish("execution.deviated", report), ENDS)


def show(result: dict[str, Any]) -> None:
    """Print a revised plan, and what came of each statement."""
    for step in result["steps"]:
        print(f"{step['number']:>3}. {step['start']:7.3f} {step['sentence']}")
    for outcome in result["statements"]:
        print(f"{outcome['statement']['text']} -> {outcome['verdict']}")
    for given_up in result["given_up"]:
        print(f"given up: {given_up['statement']} ({given_up['why']}): {given_up['explanation']}")


async def work(url: str, wanted: argparse.Namespace) -> dict[str, Any]:
    """Submit feedback, report progress and a deviation where they are given, and return the last result."""
    closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def on_closed() -> None:
        if not closed.done():
            closed.set_exception(nats.errors.ConnectionClosedError())

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
    system = OperationsSystem(
        connection, os.environ.get("PLANCRITIC_NAMESPACE", "plancritic"), os.environ.get("PLANCRITIC_TENANT", "default")
    )
    talking = asyncio.ensure_future(_talk(system, wanted))
    try:
        await asyncio.wait({talking, closed}, return_when=asyncio.FIRST_COMPLETED)
        if not talking.done():
            closed.result()
        return await talking
    finally:
        talking.cancel()
        closed.cancel()
        await connection.close()


async def _talk(system: OperationsSystem, wanted: argparse.Namespace) -> dict[str, Any]:
    await system.open()
    result = await system.submit(wanted.domain, wanted.statements)
    show(result)
    if wanted.through is not None:
        await system.report_progress(result, wanted.through)
    if wanted.at is not None:
        result = await system.report_deviation(result, wanted.at, wanted.now, wanted.false)
        print(f"replanned from {wanted.at:g}:")
        show(result)
    return result


async def _quietly(error: Exception) -> None:
    """What goes wrong is raised to whoever waits; nats-py would print it with a traceback besides."""


def main() -> int:
    """Run the example; 0 where every statement is adhered to in the end, 2 for a refusal, 3 without a broker."""
    parser = argparse.ArgumentParser(description="An operations system that uses plancritic.")
    parser.add_argument("domain")
    parser.add_argument("statements", nargs="+", metavar="STATEMENT")
    parser.add_argument("--through", type=int, metavar="STEP", help="report the steps up to this as done")
    parser.add_argument("--at", type=float, metavar="TIME", help="report a deviation at this time")
    parser.add_argument("--now", action="append", default=[], metavar="FACT", help="a fact that is true at that time")
    parser.add_argument("--not", action="append", default=[], dest="false", metavar="FACT", help="one that is false")
    url = os.environ.get("PLANCRITIC_NATS_URL", "nats://127.0.0.1:4222")
    try:
        result = asyncio.run(work(url, parser.parse_args()))
    except RefusedError as error:
        print(f"refused: {error}", file=sys.stderr)
        return 2
    except (nats.errors.Error, nats.js.errors.Error, OSError) as error:
        print(f"no answer from the broker at {url!r}: {str(error) or type(error).__name__}", file=sys.stderr)
        return 3
    return 0 if all(outcome["verdict"] == "adhered" for outcome in result["statements"]) else 1


if __name__ == "__main__":
    sys.exit(main())
