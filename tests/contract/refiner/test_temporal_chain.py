"""A description with time and numbers becomes a domain that the planner plans with, by events alone."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

import pytest
from tests.support.services import running
from tests.support.temporal_refining import CASES, domain_text, recorded_plans

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.modelling.messages import DomainDescribed, DomainModelled
from plancritic.contracts.refinement.messages import DomainRefined, RefinementRequested
from plancritic.domains.descriptions import read_description
from plancritic.domains.descriptions.recorded_answers import read_recorded_answers
from plancritic.pddl.execution import execute
from plancritic.pddl.language import parse_domain, parse_plan, parse_problem
from plancritic.pddl.strips_part import strips_part
from plancritic.refiner.app import build_app as refiner
from plancritic.refiner.settings import RefinerSettings
from plancritic.schema_library.app import build_app as schema_library
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.validator.app import build_app as validator
from plancritic.validator.settings import ValidatorSettings


@pytest.mark.slow
async def test_haulage_in_words_becomes_a_temporal_domain_that_known_plans_agree_with(
    client: Client, bus_settings: BusSettings, tmp_path: Path
) -> None:
    case = CASES / "haulage"
    description = read_description(case / "description.yaml")
    assert description.problem is not None
    # Of the answers the one that unloads wherever the van is, alone: the refiner has something to do.
    answers = {name: text for name, text in read_recorded_answers(case / "recordings").items() if name.startswith("03")}
    described = DomainDescribed(
        envelope=Envelope.start(), description=description, answers=answers, epsilon=None, ranking="votes"
    )
    services = (
        schema_library(SchemaLibrarySettings(cache=tmp_path, patience=120), bus_settings),
        validator(ValidatorSettings(), bus_settings),
        refiner(RefinerSettings(plan_seconds=2.0, most_plans=20), bus_settings),
    )
    program = PlancriticClient(client)
    async with running(*services):
        modelling = await program.describe(described)
        async with aclosing(modelling.follow(silence=120)) as events:
            modelled = [event async for event in events][-1]
        assert isinstance(modelled, DomainModelled), modelled
        first = modelled.interpretations[0]
        assert first.proof.ruling == "accepted"
        # Its plan has times, and is one of the model that was made.
        own = parse_problem(description.problem, parse_domain(first.domain))
        trajectory = execute(own, parse_plan(first.plan))
        assert trajectory.fault is None
        assert trajectory.goal_met
        # Unloaded somewhere else, a parcel is anywhere at once: somebody knows that this cannot be done.
        away = (("load", "parcel1", "van1", "depot"), ("unload", "parcel1", "van1", "school"))
        known = KnownProblem(text=description.problem, timed_plans=recorded_plans("haulage", most=3), refused=(away,))
        refinement = await program.refine(
            RefinementRequested(
                envelope=Envelope.start(), description=description, domain=first.domain, problems=(known,)
            )
        )
        async with aclosing(refinement.follow(silence=120)) as events:
            refined = [event async for event in events][-1]
    assert isinstance(refined, DomainRefined), refined
    assert refined.left == ()
    found, true = parse_domain(refined.domain), parse_domain(domain_text("haulage"))
    assert any(
        each.startswith("unload also requires that ") and each.endswith(" (at ?v ?p) over all")
        for each in refined.changes
    )
    assert (
        strips_part(found).actions["unload"].conditions_at_start
        == strips_part(true).actions["unload"].conditions_at_start
    )
    assert found.actions["unload"].duration == true.actions["unload"].duration
