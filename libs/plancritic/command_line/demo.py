"""`plancritic demo`: the main job on the waterway domain, with a broker and services of its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.command_line.exit_codes import CommandFault, ExitCode, run, show_json
from plancritic.command_line.local_faults import local_faults
from plancritic.command_line.results.base_plan import BaseVerdict, base_plan_verdicts, before_and_after
from plancritic.command_line.results.result import everything_adhered, result_json, show_result
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.search_options import PRESET_HELP
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised, PresetName, SearchSettings
from plancritic.pictures.changes_in_words import TimeWords

DOMAIN = "waterway"
STATEMENTS = (
    "No vessel may go through waypoint A.",
    "The salvage boat may reach the end point only after the debris boat has been at waypoint B.",
    "Finish with the debris boat at waypoint B.",
)

#: The readings may adhere at once; the search is to be seen all the same, looking for a plan that ends sooner.
LEAST_GENERATIONS = 2


def demo(
    planners: Annotated[int, typer.Option(min=1, max=64, help="Copies of the planner.")] = 2,
    seed: Annotated[int, typer.Option(help="Same seed, same result.")] = 1,
    preset: Annotated[PresetName, typer.Option(help=PRESET_HELP)] = "ours",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")] = False,
) -> None:
    """Run the whole job once: start everything, revise a plan by three statements, stop everything.

    Examples: plancritic demo; with the published search: plancritic demo --preset paper

    The last table compares the plan without feedback with the revised plan.

    Exit code 0 if the revised plan is proved and meets all three statements.
    """
    feedback = make_feedback(
        DOMAIN, "1", STATEMENTS, SearchSettings(seed=seed, preset=preset, least_generations=LEAST_GENERATIONS)
    )
    console = Console(quiet=as_json)
    with local_faults():
        ended = run(_demo(feedback, planners, console), cleanup_seconds=None)
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault)
    base = run(_base_plan_verdicts(ended))
    if as_json:
        shown = result_json(ended)
        for statement in shown["statements"]:
            statement["base_verdict"] = base.get(statement["id"])
        show_json(shown)
    else:
        from plancritic.domains import load_domain

        time = load_domain(DOMAIN).context.time
        # Its services are stopped: nobody could be asked for more.
        show_result(console, ended, TimeWords(time.singular, time.plural), hints="none")
        console.print(before_and_after(ended, base))
    raise typer.Exit(ExitCode.DONE if everything_adhered(ended) else ExitCode.OTHER_VERDICT)


async def _demo(feedback: FeedbackSubmitted, planners: int, console: Console) -> RunEnd:
    # Imported here: `--help` should not wait for what only running needs.
    from plancritic.local import LocalStack
    from plancritic.paths.scratch import scratch_folder

    _introduce(console, feedback)
    # All its files are temporary: nothing of a demo stays behind.
    with RunProgress(console) as progress, scratch_folder("credentials") as credentials:
        progress.say("starting a nats-server and the five services")
        async with LocalStack(copies={"planner": planners}, credentials=Path(credentials)) as stack:
            copies = Counter(one.service for one in stack.descriptions)
            names = (f"{service} ({count})" if count > 1 else service for service, count in sorted(copies.items()))
            progress.say(f"broker at {stack.url}")
            progress.say(f"ready: {', '.join(names)}")
            async with PlancriticClient.connect(stack.settings, name="demo") as client:
                ended = await follow(client, feedback, progress)
            progress.say("stopping everything")
    return ended


async def _base_plan_verdicts(result: PlanRevised) -> dict[str, BaseVerdict]:
    from plancritic.domains import load_domain

    bundle = load_domain(result.problem.domain)
    return await base_plan_verdicts(result, bundle.domain_pddl, bundle.problem(result.problem.problem))


def _introduce(console: Console, feedback: FeedbackSubmitted) -> None:
    console.print(Text(f"Domain {feedback.domain}, problem {feedback.problem}. Somebody looks at its plan and says:"))
    for statement in feedback.statements:
        console.print(Text(f"  {statement.id}: {statement.text}", "bold"))
