"""A language model alone, replayed at its HTTP edge: a scripted stand-in, which measures no model."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.support.descriptions import CASES
from tests.support.recorded_llm_server import completion, recorded_llm_server

from plancritic.contracts.errors import ContractError
from plancritic.judges import ValJudge
from plancritic.laboratory.schema.evaluation.cases import read_domains
from plancritic.laboratory.schema.evaluation.model_alone import model_alone_rows
from plancritic.llm import LanguageModelSettings

PLAN = [
    "(remove-from-shelf book3 book1)",
    "(place-on-table book3)",
    "(take-from-table book2)",
    "(place-on-shelf book2 book3 fiction)",
    "(take-from-table book1)",
    "(place-on-shelf book1 book2 fiction)",
    "(take-from-table book4)",
    "(check-out book4)",
    "(done)",
]


def knowing(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    text = body["messages"][-1]["content"]
    shape = body.get("response_format")
    if shape is None:
        return 200, completion((CASES / "libraryworld" / "domain.pddl").read_text())
    shown = re.split(r"# (?:The plan so far|The beginning of the plan)\n", text)[1].split("\n\n# Your answer")[0]
    plan = [] if shown == "Nothing is done yet." else shown.splitlines()
    if shape["json_schema"]["name"] == "Value":
        return 200, completion(json.dumps({"reasoning": "", "judgement": "sure"}))
    return 200, completion(json.dumps({"steps": PLAN[len(plan) : len(plan) + 1]}))


async def test_a_plan_is_judged_in_the_reference_domain_and_what_is_known_by_name_is_told() -> None:
    (domain,) = read_domains(CASES, ("libraryworld",))
    async with recorded_llm_server(knowing) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="scripted", attempts=1)
        rows = await model_alone_rows(domain, ValJudge(), settings, lambda _: None)
    assert [(row.described_in, row.steps, row.finished, row.valid) for row in rows] == [
        ("detailed", 8, True, True),
        ("layman", 8, True, True),
    ]
    assert rows[0].known > 0.8


async def test_without_a_model_the_refusal_says_how_to_name_one() -> None:
    (domain,) = read_domains(CASES, ("libraryworld",))
    nothing = LanguageModelSettings(base_url=None, api_key=None, model=None)
    with pytest.raises(ContractError, match="no language model is configured"):
        await model_alone_rows(domain, ValJudge(), nothing, lambda _: None)
