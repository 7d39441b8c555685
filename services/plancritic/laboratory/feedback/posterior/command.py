"""`plancritic train posterior`: the weights and thresholds of the posterior over readings, from evaluation rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plancritic.command_line.exit_codes import bad_input, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.laboratory.reporting import columns, make_table

if TYPE_CHECKING:
    from plancritic.laboratory.feedback.posterior.examples import Example


def posterior(
    rows: Annotated[list[Path], typer.Argument(metavar="ROWS...", help="Rows of `evaluate feedback --rows`.")],
    out: Annotated[
        Path | None, typer.Option(help="Write the model here (YAML); by default it is only measured.")
    ] = None,
    bound: Annotated[float, typer.Option(min=0.001, max=0.5, help="Greatest share of wrong clear readings.")] = 0.02,
    miss: Annotated[float, typer.Option(min=0.01, max=0.5, help="Share of right answers outside the set.")] = 0.1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the measurement as JSON.")] = False,
) -> None:
    """Fit the posterior over readings to rows whose ground truth is known, and measure it on domains left out.

    Example: plancritic train posterior waterway.jsonl satellite.jsonl haulage.jsonl --out weights.yaml

    Rows of runs with a reader and without one give separate models. A model without rows stays unchanged in the file.

    Exit code 2 if a file has no such rows, or all are of one domain.
    """
    from plancritic.laboratory.feedback.posterior.examples import examples_in
    from plancritic.laboratory.feedback.posterior.measuring import measured, model_text
    from plancritic.laboratory.feedback.rows import RowFile
    from plancritic.posterior import model_name

    for path in rows:
        if not path.exists():
            bad_input(FaultCode.UNKNOWN_NAME, "there is no such file", "name rows of `evaluate feedback`", str(path))
    examples = examples_in(row for path in rows for row in RowFile(path).read())
    models = {}
    for with_scorer, with_reader in ((True, False), (False, False), (True, True), (False, True)):
        group = _group(examples, with_scorer, with_reader)
        if len({each.domain for each in group}) > 1:
            models[model_name(with_scorer, with_reader)] = measured(group, with_scorer, bound, miss, with_reader)
    if not models:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            "the rows hold labelled statements of fewer than two domains, so none can be left out",
            "evaluate a second domain and name its rows too",
        )
    if out is not None:
        kept = out.read_text(encoding="utf-8") if out.exists() else ""
        out.write_text(model_text(models, [path.name for path in rows], bound, miss, kept), encoding="utf-8")
    if as_json:
        show_json({name: model.as_json() for name, model in models.items()})
    else:
        _show({name: model.as_json() for name, model in models.items()})


def _group(examples: Sequence[Example], with_scorer: bool, with_reader: bool) -> list[Example]:
    """The examples that a model is fitted to: without a scorer those that have one too, whose word is not heard."""
    return [each for each in examples if each.with_reader == with_reader and (each.with_scorer or not with_scorer)]


def _show(models: dict[str, dict[str, Any]]) -> None:
    heads = [*columns(""), *columns(*(name.replace("_", " ") for name in models), justify="right")]
    table = make_table(heads, title="Posterior, each domain by weights fitted to the others")
    for row in next(iter(models.values()))["measured"]:
        table.add_row(row.replace("_", " "), *(str(model["measured"][row]) for model in models.values()))
    for row in ("clear", "behaviour_quantile", "none_quantile"):
        table.add_row(row.replace("_", " "), *(f"{model['model'][row]:.4f}" for model in models.values()))
    Console().print(table)
