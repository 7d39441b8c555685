"""`plancritic evaluate refiner`: how well pipelines repair faulty domains."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, missing_package, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode

Name = TypeVar("Name", bound=str)

if TYPE_CHECKING:
    from plancritic.laboratory.refinement.evaluation.conditions import Conditions
    from plancritic.laboratory.refinement.evaluation.rows import RowFile, RunKey, RunRow
    from plancritic.laboratory.refinement.evaluation.runs import StartRuns
    from plancritic.refiner.proposers.opening import ProposerName


def refiner(
    domain: Annotated[
        list[str] | None, typer.Option(help="Benchmark domain; repeatable. By default all of --group.")
    ] = None,
    group: Annotated[
        str, typer.Option(help="known (the eight of [FS]), unseen (four that nothing was tuned on), or all.")
    ] = "known",
    pipeline: Annotated[
        list[str] | None,
        typer.Option(
            help="N, LR, LS, VR, VS, LVR, LVS, own-0, own-10 or own-10-noisy; repeatable. By default all of these. "
            "By name alone: own-14-wrong, own-14-wrong-last."
        ),
    ] = None,
    starts: Annotated[int, typer.Option(min=1, max=1000, help="Faulty starts of each domain.")] = 20,
    faults: Annotated[
        str, typer.Option(metavar="FEWEST-MOST", help="Faults of the drawn starts, in turn: 1-6, or one number.")
    ] = "1-4",
    faults_kind: Annotated[
        list[str] | None,
        typer.Option(help="Kind of the faults: edits, no-preconditions ..., or all; repeatable. By default edits."),
    ] = None,
    landmarks: Annotated[
        bool, typer.Option("--landmarks/--no-landmarks", help="Whether landmarks of the true domain are known.")
    ] = True,
    recorded: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Start from these files instead, FOLDER/DOMAIN/NAME.pddl."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the starts and of the pipelines.")] = 1,
    rows: Annotated[
        Path | None,
        typer.Option(metavar="OUT.jsonl", help="Append each run to this file; runs already in it are not repeated."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Number of processes for the runs.")] = 2,
    proposer: Annotated[
        str, typer.Option(help="What proposes repairs in the published pipelines: symbolic, language_model or mixed.")
    ] = "symbolic",
    limit: Annotated[
        float, typer.Option(min=1, max=86_400, help="Seconds of a refinement by our own pipeline, as of the service.")
    ] = 60.0,
    bench_hde: Annotated[
        bool, typer.Option("--bench-hde", help="Only time one HDE evaluation a domain, ours and by VAL.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print rows and table as JSON.")] = False,
) -> None:
    """Measure the refiner on true domains with random faults: HDE of the results, as table 1 of [FS].

    Beside HDE it counts results that are strictly right: they agree with the true domain on every step in every state
    that both reach in the evaluation problems.

    Rows of the table are the seven published pipelines and our own one without questions (own-0) and with at most ten
    (own-10), which the true domain answers; of own-10-noisy one answer in ten is wrong. With own-14-wrong one of the
    first ten answers is wrong, with own-14-wrong-last the tenth, and there may be four more.

    Example: plancritic evaluate refiner --rows refiner.jsonl

    Example: plancritic evaluate refiner --domain blocks --starts 2 --pipeline N --pipeline own-10

    Example: plancritic evaluate refiner --faults 1-6 --starts 30

    Example: plancritic evaluate refiner --group all --faults-kind all --starts 2 --no-landmarks --pipeline own-10

    Example: plancritic evaluate refiner --recorded tests/cases/refiner/starts

    continue after Ctrl-C: the same command with the same --rows. Rows of another version of the refiner are refused

    Needs no broker, but the planners K* and forbiditerative (make setup). The pipelines of a start share what they find
    out about a domain, so that the seconds of the first one are the longest; `candidates` counts what each had judged.

    Exit code 0 if every run was made, 1 if one failed, 2 bad input, 130 interrupted.
    """
    try:
        from plancritic.laboratory.refinement.benchmark import DOMAIN_GROUPS, benchmark_domains
        from plancritic.laboratory.refinement.construction import recorded_starts
        from plancritic.laboratory.refinement.evaluation.conditions import Conditions
        from plancritic.laboratory.refinement.evaluation.rows import START_KINDS
        from plancritic.laboratory.refinement.evaluation.runs import (
            ALL_PIPELINES,
            CANDIDATE_LIMITS,
            LANDMARK_LIMITS,
            PROPOSERS,
            TRUTH_LIMITS,
            USUAL_PIPELINES,
            current_version,
            planned_runs,
            recorded_runs,
        )
        from plancritic.laboratory.refinement.starts.faulty_start import MOST_FAULTS
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate refiner`") from None

    groups: dict[str, list[str]] = {
        each: [name for name, one in benchmark_domains().items() if one.group == each] for each in DOMAIN_GROUPS
    }
    (chosen_group,) = _known("--group", [group], (*DOMAIN_GROUPS, "all"))
    in_group = tuple(benchmark_domains()) if domain or chosen_group == "all" else tuple(groups[chosen_group])
    domains = _known("--domain", domain, in_group)
    wanted = None if faults_kind == ["all"] else faults_kind or ["edits"]
    kinds = _known("--faults-kind", wanted, START_KINDS)
    pipelines = _known("--pipeline", pipeline or list(USUAL_PIPELINES), ALL_PIPELINES)
    (asked,) = _known("--proposer", [proposer], PROPOSERS)
    numbers = _span("--faults", faults, MOST_FAULTS)
    if rows is not None and rows.is_dir():
        bad_input(FaultCode.INVALID_MESSAGE, "--rows names a folder", "name a file", str(rows))
    try:
        runs = planned_runs(domains, pipelines, starts, seed, asked, numbers, kinds, landmarks, limit)
        if recorded is not None:
            kinds = ("edits",)  # all recorded starts are of one kind
            runs = recorded_runs(recorded_starts(recorded), domains, pipelines, seed, asked, landmarks, limit)
            domains = tuple(each for each in domains if any(one.domain == each for one in runs))
        if bench_hde:
            _bench(domains, as_json)
        run(_can_open(asked))
        conditions = Conditions(
            seed=seed,
            version=current_version(),
            proposer=asked,
            faults=None if recorded is not None else (numbers[0], numbers[-1]),
            kinds=kinds,
            has_landmarks=landmarks,
            unseen=tuple(each for each in domains if each in groups["unseen"]),
            limit=limit,
            candidates=CANDIDATE_LIMITS,
            truth=TRUTH_LIMITS,
            landmarks=LANDMARK_LIMITS,
        )
        _measure(runs, domains, pipelines, groups, rows, jobs, as_json, conditions)
    except ContractError as error:
        raise CommandFault(error.fault) from error


def _measure(
    runs: Sequence[StartRuns],
    domains: Sequence[str],
    pipelines: Sequence[str],
    groups: Mapping[str, Sequence[str]],
    path: Path | None,
    jobs: int,
    as_json: bool,
    conditions: Conditions,
) -> NoReturn:
    from plancritic.laboratory.refinement.evaluation.conditions import condition_lines
    from plancritic.laboratory.refinement.evaluation.rows import RowFile, latest
    from plancritic.laboratory.refinement.evaluation.table import make_table, table_lines

    keys = [each.key(name) for each in runs for name in each.pipelines]
    file = None if path is None else RowFile(path)
    if not runs:
        bad_input(FaultCode.INVALID_MESSAGE, "there is no recorded start of these domains", "leave out --domain")
    there = () if file is None else file.read(conditions.version)
    known = latest(each for each in there if each.failure is None and each.proposer == conditions.proposer)
    known = {key: known[key] for key in keys if key in known}
    _make(runs, known, keys, file, jobs)
    found = [known[key] for key in keys]
    table = make_table(found, domains, pipelines, conditions.kinds, groups)
    if as_json:
        show_json(
            {
                "conditions": conditions.model_dump(mode="json"),
                "rows": [each.model_dump(mode="json") for each in found],
                "table": table.model_dump(mode="json"),
            },
        )
    else:
        for line in (*table_lines(table), *condition_lines(conditions)):
            typer.echo(line)
    raise typer.Exit(ExitCode.OTHER_VERDICT if table.failures else ExitCode.DONE)


def _make(
    runs: Sequence[StartRuns],
    known: dict[RunKey, RunRow],
    keys: Sequence[RunKey],
    file: RowFile | None,
    jobs: int,
) -> None:
    """Make the runs that are not known yet and add them to those that are."""
    from plancritic.laboratory.refinement.evaluation.processes import ProcessFailedError, rows_of
    from plancritic.laboratory.refinement.evaluation.runs import without

    say = Console(stderr=True, soft_wrap=True).print
    missing = without(runs, known)
    if known:
        say(f"{len(known)} of {len(keys)} runs are in the file already")
    try:
        for row in rows_of(missing, jobs):
            known[row.key] = row
            if file is not None:
                file.add(row)
            outcome = _outcome(row)
            place = f"[{len(known)}/{len(keys)}] {row.domain} {row.start.name}"
            say(f"{place} {row.pipeline}: {outcome}, {row.seconds:.1f} s")
    except KeyboardInterrupt:
        if file is not None:
            say(f"{len(known)} of {len(keys)} runs are in {file.path}: run the same command to continue")
        else:
            say("nothing was kept: with --rows FILE an interrupted evaluation can continue")
        raise
    except ProcessFailedError as error:
        remedy = "run the same command again" + ("" if file is None else "; what was made is kept")
        raise CommandFault(Fault(code=FaultCode.WORKER_FAILED, message=str(error), remedy=remedy)) from error


def _outcome(row: RunRow) -> str:
    if row.no_start is not None:
        return "no such start"
    if row.failure is not None:
        return f"failed: {row.failure}"
    return f"HDE {row.hde:.1%}{', strictly right' if row.strictly_right else ''}"


async def _can_open(proposer: ProposerName) -> None:
    """Have a language model that is not configured refused at once, not by each run."""
    from plancritic.laboratory.refinement.evaluation.runs import open_proposer

    async with open_proposer(proposer):
        pass


def _bench(domains: Sequence[str], as_json: bool) -> NoReturn:
    from plancritic.laboratory.refinement.evaluation.measure_bench import bench_lines, time_measure

    found = run(time_measure(domains))
    if as_json:
        show_json([each.model_dump(mode="json") for each in found])
    else:
        for line in bench_lines(found):
            typer.echo(line)
    raise typer.Exit(ExitCode.DONE if all(each.same for each in found) else ExitCode.OTHER_VERDICT)


def _known(option: str, chosen: list[str] | None, names: Sequence[Name]) -> tuple[Name, ...]:
    """Return the chosen names in the order of all names; all where none is chosen."""
    unknown = [each for each in chosen or () if each not in names]
    if unknown:
        bad_input(FaultCode.UNKNOWN_NAME, f"{option}: there is no {unknown[0]!r}", f"there are: {', '.join(names)}")
    return tuple(each for each in names if not chosen or each in chosen)


def _span(option: str, text: str, most: int) -> range:
    """Return the numbers of `FEWEST-MOST`, or of one number."""
    matched = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", text.strip())
    if matched is not None:
        fewest = int(matched[1])
        last = int(matched[2] or fewest)
        if 1 <= fewest <= last <= most:
            return range(fewest, last + 1)
    bad_input(
        FaultCode.INVALID_MESSAGE,
        f"{option}: {text!r} is not a range of numbers from 1 to {most}",
        f"name the fewest and the most, as in {option} 1-4, or one number",
    )
