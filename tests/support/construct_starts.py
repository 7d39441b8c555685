"""Recorded answers to recorded starts: `python -m tests.support.construct_starts ANSWERS OUT`.

ANSWERS/WRITER/DOMAIN.md holds one answer a prompt, each under `##### ANSWER DOMAIN/ACTION`; OUT/DOMAIN/WRITER.pddl is
the domain that the refiner constructs of them. The answers are replayed at the HTTP edge. An answer that the refiner
complains about has no second one: then there is no start, and the reason is printed.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog
from tests.support.recorded_llm_server import completion, recorded_llm_server

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.construction import construct
from plancritic.laboratory.refinement.construction.construction import Constructed
from plancritic.llm import LanguageModel, LanguageModelSettings, TokenBudget

_HEADING = re.compile(r"^##### ANSWER (\S+)/(\S+)\s*$", re.MULTILINE)
_ASKED = re.compile(r"^Write the action `([^`]+)`", re.MULTILINE)
#: Writers saw the layman's words or the detailed ones, as the name of their folder says.
_REGISTERS: Mapping[str, Register] = {"layman": "layman", "detailed": "detailed"}


def answers_of(text: str) -> dict[str, str]:
    """Return the answers of a file by action."""
    parts = _HEADING.split(text)
    return {action: answer.strip() for action, answer in zip(parts[2::3], parts[3::3], strict=True)}


async def constructed(description: DomainDescription, register: Register, answers: Mapping[str, str]) -> str:
    """Return the domain that the refiner makes of the answers.

    Raises:
        ValueError: an answer is missing, or the refiner cannot use it.
    """

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        messages = body["messages"]
        if len(messages) > 1:
            return 400, {"error": {"message": "the writer gave one answer"}}
        asked = _ASKED.search(messages[0]["content"])
        assert asked is not None
        return 200, completion(answers[asked[1]])

    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded")
        async with LanguageModel(settings) as model:
            found = await construct(description, register, model, TokenBudget(None))
    if not isinstance(found, Constructed):
        raise ValueError(f"{found.action}: {found.fault.message}")
    return found.domain


def main(folder: Path, out: Path) -> int:
    """Construct all starts, and return how many could not be."""
    missing = 0
    for file in sorted(folder.glob("*/*.md")):
        description = benchmark_domains()[file.stem].description
        writer = file.parent.name
        register = _REGISTERS[writer.rpartition("-")[0]]
        try:
            domain = asyncio.run(constructed(description, register, answers_of(file.read_text(encoding="utf-8"))))
        except ValueError as error:
            print(f"{writer}, {file.stem}: {error}")
            missing += 1
            continue
        place = out / file.stem / f"{writer}.pddl"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(domain, encoding="utf-8")
    return missing


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])) > 0)
