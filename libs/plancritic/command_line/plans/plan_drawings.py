"""Drawings of what `plancritic show` is asked for."""

from __future__ import annotations

from plancritic.client import PlancriticClient, RunNotEnded
from plancritic.client.errors import EndNotRecorded, UnknownIdentifier
from plancritic.command_line.broker_client import published_domains
from plancritic.command_line.plans.plan_view import PlanView
from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.sessions import Revision
from plancritic.pictures.drawing import Drawing
from plancritic.pictures.drawings import compared, draw_plan_alone, draw_revision, draw_run
from plancritic.pictures.plan_drawing import draw_plan
from plancritic.wording import Lexicon


def drawing_of_view(view: PlanView) -> Drawing:
    """Return the drawing of a plan without a run."""
    return draw_plan_alone(view.plan, view.lexicon, view.problem, view.specification)


async def drawing_of_run(result: PlanRevised) -> Drawing:
    """Return the drawing of a run's end, in the words of the bundle that it used.

    Raises:
        ContractError: the bundle is not published any more.
    """
    async with published_domains() as domains:
        bundle = await domains.bundle(result.problem)
    return draw_run(result, Lexicon(bundle, result.problem.problem))


async def drawing_of_two_runs(first: PlanRevised, second: PlanRevised) -> Drawing:
    """Return the drawing of the second run's end, with the first run's plan as the one before.

    Raises:
        ContractError: a bundle is not published any more.
    """
    async with published_domains() as domains:
        bundle = await domains.bundle(second.problem)
    lexicon = Lexicon(bundle, second.problem.problem)
    drawing = draw_run(second, lexicon)
    before = draw_plan(first.plan, lexicon, second.specification, first.execution)
    name = f"run {first.envelope.correlation_id[:8]}"
    return drawing.model_copy(update={"comparison": compared(before, drawing.plan, name)})


async def drawing_of_session(client: PlancriticClient, head: Revision) -> Drawing:
    """Return the drawing of a session's newest plan: of the run that made it, where that is recorded.

    Raises:
        ContractError: the bundle is not published any more.
    """
    result = await _made_by(client, head)
    if result is not None:
        now = None if head.execution is None else head.execution.now
        return (await drawing_of_run(result)).model_copy(update={"now": now})
    async with published_domains() as domains:
        bundle = await domains.bundle(head.problem)
    return draw_revision(head, Lexicon(bundle, head.problem.problem))


async def _made_by(client: PlancriticClient, head: Revision) -> PlanRevised | None:
    """The end of the run that made a revision; None where none did, or it is not recorded."""
    if head.run is None or head.made_by != "turn":
        return None
    try:
        ended = await client.result_of(head.run)
    except (RunNotEnded, EndNotRecorded, UnknownIdentifier):
        return None
    return ended if isinstance(ended, PlanRevised) and ended.plan == head.plan else None
