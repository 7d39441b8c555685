"""`plancritic data sheets`, `labelling` and `corpus` make a corpus in three steps; `suite` draws a suite from one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import check_writable, named_bundle, refused, writing
from plancritic.laboratory.reading.corpus.utterances import Part
from plancritic.laboratory.reporting import make_table

_Corpus = Annotated[
    Path | None,
    typer.Option(help="Folder of a corpus: its domains/ and predicate_names.yaml are used beside the domain folder."),
]
_Sheets = Annotated[Path, typer.Option(help="Folder that `plancritic data sheets` wrote.")]
_Texts = Annotated[Path, typer.Option(help="Folder of the writers' texts: WRITER/NAME-PROBLEM.md.")]


def sheets(
    domain: Annotated[str, typer.Option(help="Name of a domain.")],
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    corpus: _Corpus = None,
    meanings: Annotated[int, typer.Option(min=1, help="Most cards for each problem.")] = 40,
    seed: Annotated[int, typer.Option(help="Same seed and plans, same meanings.")] = 1,
    free: Annotated[bool, typer.Option("--free", help="Also write NAME-PROBLEM.free.md, which has no cards.")] = False,
) -> None:
    """Write sheets for writers: for each problem of a domain a plan, and cards of what somebody may want of it.

    Example: plancritic data sheets --domain farm --corpus tests/cases/corpus --out sheets

    Writes NAME-PROBLEM.sheet.md for the writers, and NAME-PROBLEM.meanings.jsonl and NAME-PROBLEM.plans.json for later
    steps. Plans that are in the folder already are used again; making them takes ten seconds or more for each problem.
    Sheets of --free are for writers who choose what they wish, and write down what they mean by it.
    """
    from plancritic.laboratory.adherence.training.errors import NotEnoughData
    from plancritic.laboratory.reading.corpus.labelling import world_page
    from plancritic.laboratory.reading.corpus.sheet_files import read_predicate_names, write_sheet

    console = Console(stderr=True, soft_wrap=True)
    check_writable(out, folder=True)
    folder = named_bundle(domain, next((root for root in _roots(corpus) if (root / domain).is_dir()), None))
    with _faults(), writing(out):
        out.mkdir(parents=True, exist_ok=True)
        names = {} if corpus is None else read_predicate_names(corpus, domain)
        for problem in sorted(folder.problems):
            try:
                made = run(write_sheet(folder, problem, out, meanings, seed, names))
            except NotEnoughData as error:
                raise refused(FaultCode.INVALID_MESSAGE, str(error), "use a problem that has a plan") from error
            if free:
                (out / f"{made.name}.free.md").write_text(world_page(made), encoding="utf-8")
            console.print(f"wrote {made.name}: {len(made.meanings)} cards, {len(made.plans)} plans")


def labelling(
    sheets: _Sheets,
    texts: _Texts,
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    corpus: _Corpus = None,
) -> None:
    """Write files for labellers: the utterances of each problem without their cards, over several files.

    Example: plancritic data labelling --sheets sheets --texts texts --out to-label

    A file NAME-PROBLEM-1.md, NAME-PROBLEM-2.md, ... has at most one utterance of each card. Give a labeller only one
    file of each problem. Labels go to a file of the same name in another folder. Change no text before you join them.
    """
    from plancritic.laboratory.reading.corpus.labelling import distribute, file_name, labelling_page
    from plancritic.laboratory.reading.corpus.own_wishes import with_own_wishes
    from plancritic.laboratory.reading.corpus.sheet_files import read_sheets
    from plancritic.laboratory.reading.corpus.writing import texts_by_problem

    console = Console(stderr=True, soft_wrap=True)
    check_writable(out, folder=True)
    with _faults(), writing(out):
        known = with_own_wishes(read_sheets(sheets, _roots(corpus)), texts)
        said = texts_by_problem(texts, known)
        out.mkdir(parents=True, exist_ok=True)
        for name, utterances in said.items():
            files = distribute(utterances, known[name].meanings, name)
            for place, some in enumerate(files):
                page = labelling_page(known[name], some)
                (out / file_name(name, place)).write_text(page, encoding="utf-8")
            console.print(f"wrote {name}: {len(utterances)} utterances in {len(files)} files")


def corpus(
    sheets: _Sheets,
    texts: _Texts,
    labels: Annotated[Path, typer.Option(help="Folder of the labels: NAME-PROBLEM-1.md, ...")],
    out: Annotated[Path, typer.Option(help="Folder of the corpus to write; utterances/NAME.jsonl is replaced.")],
    corpus: _Corpus = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the agreement as JSON.")] = False,
) -> None:
    """Join texts, labels and meanings to the utterances of a corpus, and show how often label and meaning agree.

    Example: plancritic data corpus --sheets sheets --texts texts --labels labels --out corpus

    Label and meaning agree where they ask for the same, or hold of the same plans and name the same facts.
    """
    from plancritic.laboratory.reading.corpus.joining import agreements, join_all
    from plancritic.laboratory.reading.corpus.own_wishes import with_own_wishes
    from plancritic.laboratory.reading.corpus.sheet_files import read_sheets
    from plancritic.laboratory.reading.corpus.utterances import UTTERANCES, write_utterances
    from plancritic.laboratory.reading.corpus.writing import texts_by_problem

    check_writable(out, folder=True)
    with _faults():
        known = with_own_wishes(read_sheets(sheets, _roots(corpus)), texts)
        found = join_all(known, texts_by_problem(texts, known), labels)
    with writing(out):
        (out / UTTERANCES).mkdir(parents=True, exist_ok=True)
        for domain, utterances in found.items():
            write_utterances(out / UTTERANCES / f"{domain}.jsonl", utterances)
    rows = agreements(each for utterances in found.values() for each in utterances)
    if as_json:
        show_json([row.model_dump(mode="json") for row in rows])
        return
    heads = ["domain", "writer", "wishes", "agreed", "nothing or unsayable", "agreed"]
    cells = ((row.domain, row.writer, row.wishes, row.wishes_agreed, row.others, row.others_agreed) for row in rows)
    Console(soft_wrap=True).print(make_table(heads, cells))


def suite(
    corpus: Annotated[Path, typer.Option(help="Folder of a corpus.")],
    out: Annotated[Path, typer.Option(help="Suite to write (JSON lines), for `plancritic evaluate feedback --suite`.")],
    part: Annotated[Part, typer.Option(help="Part of the corpus.")] = "writer",
    domain: Annotated[list[str] | None, typer.Option(help="Only this domain; repeatable.")] = None,
    most: Annotated[int, typer.Option(min=1, help="Most utterances of each domain.")] = 120,
    seed: Annotated[int, typer.Option(help="Same seed and corpus, same utterances.")] = 1,
) -> None:
    """Draw a suite of feedback from utterances on which label and meaning agree.

    Example: plancritic data suite --corpus tests/cases/corpus --part writer --domain haulage --out hugo.jsonl

    Domains that only the corpus has are found with PLANCRITIC_DOMAINS=CORPUS/domains.
    """
    from plancritic.laboratory.reading.corpus.suites import suite_rows
    from plancritic.laboratory.reading.corpus.utterances import read_corpus

    console = Console(stderr=True, soft_wrap=True)
    check_writable(out)
    with _faults():
        rows = suite_rows(read_corpus(corpus), part, domain or (), most, seed)
    if not rows:
        raise refused(FaultCode.UNKNOWN_NAME, f"the part {part!r} has no such utterance", "name another --domain")
    with writing(out):
        out.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), encoding="utf-8")
    console.print(f"wrote {out}: {len(rows)} utterances")


def _roots(corpus: Path | None) -> tuple[Path, ...]:
    from plancritic.domains import domains_root
    from plancritic.laboratory.reading.corpus.utterances import DOMAINS

    return (domains_root(),) if corpus is None else (corpus / DOMAINS, domains_root())


@contextmanager
def _faults() -> Iterator[None]:
    """End the command with one message where a file or a domain cannot be used."""
    from plancritic.domains import DomainError

    try:
        yield
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
    except DomainError as error:
        fault = Fault(code=FaultCode.UNKNOWN_DOMAIN, message=error.message, remedy=error.remedy)
        raise CommandFault(fault, ExitCode.BAD_INPUT) from error
