"""A measurement of dialogue suites, from files to tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import aclosing
from pathlib import Path

from plancritic.command_line.exit_codes import ExitCode, run, show_json
from plancritic.command_line.local_faults import local_faults
from plancritic.command_line.terminal import Console
from plancritic.domains import DomainBundle
from plancritic.laboratory.feedback.dialogues.running import DialogueEvaluation, DialogueRow
from plancritic.laboratory.feedback.dialogues.suite import Dialogue, read_dialogues
from plancritic.laboratory.feedback.dialogues.tables import dialogue_json, make_dialogue_tables, show_dialogue_tables
from plancritic.laboratory.feedback.judging import GroundTruthJudge
from plancritic.laboratory.feedback.posterior.meanings import MeaningJudge
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.system import Setup, evaluated_system


def evaluate_dialogues(
    paths: Sequence[Path],
    bundle: DomainBundle,
    settings: EvaluationSettings,
    workers: int,
    first: int | None,
    out: Path | None,
    as_json: bool,
) -> ExitCode:
    """Hold the dialogues of the files, print what came of them, and return the exit code.

    Each dialogue's row is appended to `out` as it comes.

    Raises:
        ContractError: a file is wrong, or the services are gone.
    """
    dialogues = read_dialogues(paths, bundle)[:first]
    console = Console(stderr=True)
    rows: list[DialogueRow] = []

    def done(row: DialogueRow) -> None:
        rows.append(row)
        if out is not None:
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(dialogue_json(row), ensure_ascii=False) + "\n")
        good = sum(each.ends_well for each in rows)
        console.print(f"{len(rows)} of {len(dialogues)} dialogues, {good} end well")

    with local_faults():
        run(_held(dialogues, bundle, settings, workers, done, console), cleanup_seconds=None)
    tables = make_dialogue_tables(rows)
    if as_json:
        show_json(
            {
                "adherent_rate": tables.dialogues.rate,
                "settings": settings.model_dump(mode="json"),
                "tables": tables.model_dump(mode="json"),
                "rows": [dialogue_json(row) for row in rows],
            }
        )
    else:
        show_dialogue_tables(tables, Console())
    return ExitCode.DONE if rows else ExitCode.OTHER_VERDICT


async def _held(
    dialogues: Sequence[Dialogue],
    bundle: DomainBundle,
    settings: EvaluationSettings,
    workers: int,
    done: Callable[[DialogueRow], None],
    console: Console,
) -> None:
    setup = Setup(domain=bundle.name, seed=1 if settings.seed is None else settings.seed)
    async with (
        evaluated_system(workers, console.print, setup) as client,
        aclosing(MeaningJudge(bundle)) as meanings,
    ):
        await DialogueEvaluation(client, settings, GroundTruthJudge(bundle), meanings).run(dialogues, done)
