"""A description becomes a model and the model a better one, by events alone."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

import pytest
from tests.support.descriptions import CASES, recordings
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.modelling.messages import DomainDescribed, DomainModelled
from plancritic.contracts.refinement.messages import DomainRefined, RefinementRequested
from plancritic.domains.descriptions import read_description
from plancritic.refiner.app import build_app as refiner
from plancritic.refiner.settings import RefinerSettings
from plancritic.schema_library.app import build_app as schema_library
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.validator.app import build_app as validator
from plancritic.validator.settings import ValidatorSettings

#: What the operator knows: the pile is undone first.
LANDMARK = (("remove-from-shelf", "book3", "book1"),)


@pytest.mark.slow
async def test_a_wrong_sentence_is_modelled_and_mended(
    client: Client, bus_settings: BusSettings, tmp_path: Path
) -> None:
    description = read_description(CASES / "wrong-sentence" / "description.yaml")
    assert description.problem is not None
    described = DomainDescribed(
        envelope=Envelope.start(),
        description=description,
        answers=recordings("wrong-sentence", "detailed"),
        epsilon=None,
        ranking="votes",
    )
    services = (
        schema_library(SchemaLibrarySettings(cache=tmp_path, patience=60), bus_settings),
        validator(ValidatorSettings(), bus_settings),
        refiner(RefinerSettings(plan_seconds=2.0, most_plans=20), bus_settings),
    )
    program = PlancriticClient(client)
    async with running(*services):
        modelling = await program.describe(described)
        async with aclosing(modelling.follow(silence=60)) as events:
            modelled = [event async for event in events][-1]
        assert isinstance(modelled, DomainModelled), modelled
        first = modelled.interpretations[0]
        assert LANDMARK[0] not in [tuple(line.strip("()").split()) for line in first.plan.splitlines()]
        known = KnownProblem(text=description.problem, landmarks=(LANDMARK,))
        refinement = await program.refine(
            RefinementRequested(
                envelope=Envelope.start(), description=description, domain=first.domain, problems=(known,)
            )
        )
        async with aclosing(refinement.follow(silence=60)) as events:
            refined = [event async for event in events][-1]
    assert isinstance(refined, DomainRefined), refined
    assert refined.left == ()
    assert refined.changes
