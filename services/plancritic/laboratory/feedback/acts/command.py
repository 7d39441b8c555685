"""`plancritic train acts`: fits the model of acts, and prints how well it does on writers that it has not seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from plancritic.coordinator.sessions.acts import ACTS, OF_SESSION, Likelihoods
from plancritic.coordinator.turns.classifier import features
from plancritic.coordinator.turns.deciding import act_of
from plancritic.coordinator.turns.features import Turn
from plancritic.coordinator.turns.model import MODEL_FILE, ActModel, Matrix, matrix
from plancritic.laboratory.feedback.acts.fitting import best_temperature, calibrated, fitted
from plancritic.laboratory.feedback.acts.rows import WISHES, Row, labelled_turns, turns_by_label, wishes

_CASES = Path("tests/cases")
_WEIGHT_OF_SUITES = 1.0


def acts(
    cases: Annotated[Path, typer.Option(help="Folder with `turns/` and `feedback/`.")] = _CASES,
    out: Annotated[Path, typer.Option(help="File for the model.")] = MODEL_FILE,
    only_measure: Annotated[bool, typer.Option(help="Do not write the model.")] = False,
    leave_out: Annotated[str, typer.Option(help="Fit without this writer, or without all `suites`.")] = "",
    without: Annotated[str, typer.Option(help="Leave out `words`, `shape` or `vectors`, to compare.")] = "",
) -> None:
    """Fit the model of acts to labelled turns and print its accuracy on each writer when fitted to all others.

    Example: plancritic train acts
    """
    from plancritic.embedding import CachedEncoder, load_encoder
    from plancritic.paths import cache_folder

    encoder = CachedEncoder(load_encoder(cache_folder()))
    rows = [
        *labelled_turns(cases / "turns"),
        *turns_by_label(cases / "feedback" / "dialogues-own.jsonl"),
        *wishes(cases / "feedback"),
    ]
    words, shapes, vectors = _seen(rows, encoder, without)
    writers = sorted({each.writer for each in rows})
    logs: list[tuple[Matrix, int]] = []
    confusion: dict[tuple[str, str], int] = defaultdict(int)
    taken: dict[tuple[str, str], int] = defaultdict(int)
    false: list[str] = []
    table: list[tuple[str, int, int]] = []
    bins: dict[int, list[bool]] = defaultdict(list)
    people = {each.writer for each in rows if each.act != "wish"}
    # Suites in two folds: writers of sessions are left out one by one.
    folds = [[each] for each in sorted(people)] + [
        [each for each in writers if each not in people][side::2] for side in (0, 1)
    ]
    for fold in () if leave_out else folds:
        inside = [index for index, each in enumerate(rows) if each.writer not in fold]
        outside = [index for index, each in enumerate(rows) if each.writer in fold]
        model = _fit(rows, inside, words, shapes, vectors, encoder.name)
        logits = _logits(model, [words[each] for each in outside], shapes[outside], vectors[outside])
        right = 0
        for row, index in zip(logits, outside, strict=True):
            masked = row.copy()
            if not rows[index].before:
                for act in OF_SESSION:
                    masked[ACTS.index(act)] = -30.0
            place = int(masked.argmax())
            shares = np.exp(masked - masked.max())
            shares /= shares.sum()
            likely = Likelihoods({act: float(share) for act, share in zip(ACTS, shares, strict=True)})
            taken[rows[index].act, act_of(likely, bool(rows[index].before))] += 1
            if rows[index].act == "wish" and act_of(likely, bool(rows[index].before)) in OF_SESSION:
                false.append(rows[index].text)
            bins[min(int(shares[place] * 10), 9)].append(ACTS[place] == rows[index].act)
            truth = ACTS.index(rows[index].act)
            confusion[rows[index].act, ACTS[place]] += 1
            right += place == truth
            if rows[index].before or rows[index].act not in OF_SESSION:
                logs.append((masked, truth))
        table.append((" ".join(fold), right, len(outside)))
    for writer, right, count in table:
        typer.echo(f"{writer:24} {right:5} of {count:5} {right / count:7.1%}")
    typer.echo(f"\n{'act':10}" + "".join(f"{each:>9}" for each in ACTS) + "   right")
    _show(confusion)
    typer.echo("\nwith the thresholds that services go by")
    _show(taken)
    for text in false:
        typer.echo(f"wish taken for a command: {text}")
    temperature = best_temperature(logs) if logs else 1.0
    typer.echo(f"\ntemperature {temperature}")
    for place in sorted(bins):
        found = bins[place]
        typer.echo(f"told {place / 10:.1f} to {place / 10 + 0.1:.1f}: {np.mean(found):6.1%} right of {len(found)}")
    if not only_measure:
        kept = [
            index
            for index, each in enumerate(rows)
            if each.writer != leave_out and not (leave_out == "suites" and each.writer in WISHES)
        ]
        whole = calibrated(_fit(rows, kept, words, shapes, vectors, encoder.name), temperature)
        whole.save(out)
        typer.echo(f"\n{out}: version {whole.version}, {len(whole.vocabulary)} words, {len(kept)} rows")


def _show(counted: dict[tuple[str, str], int]) -> None:
    for act in ACTS:
        counts = [counted[act, each] for each in ACTS]
        total = sum(counts)
        share = f"{counted[act, act] / total:7.1%}" if total else "      -"
        typer.echo(f"{act:10}" + "".join(f"{each:9}" for each in counts) + share)


def _seen(rows: Sequence[Row], encoder: object, without: str) -> tuple[list[frozenset[str]], Matrix, Matrix]:
    from plancritic.coordinator.mentions.named import NamedObjects
    from plancritic.domains import load_domain
    from plancritic.wording import Lexicon

    lexicons: dict[tuple[str, str], NamedObjects] = {}
    for each in rows:
        key = (each.domain, each.problem)
        if key not in lexicons:
            lexicons[key] = NamedObjects(Lexicon(load_domain(each.domain), each.problem))
    turns = [Turn(each.text, each.before) for each in rows]
    names = [lexicons[each.domain, each.problem] for each in rows]
    words, shapes, vectors = features(turns, names, encoder)  # type: ignore[arg-type]
    if without == "words":
        words = [frozenset() for _ in words]
    if without == "shape":
        shapes = np.zeros_like(shapes)
    if without == "vectors":
        vectors = np.zeros_like(vectors)
    return words, shapes, vectors


def _fit(
    rows: Sequence[Row],
    inside: Sequence[int],
    words: Sequence[frozenset[str]],
    shapes: Matrix,
    vectors: Matrix,
    encoder: str,
) -> ActModel:
    places = list(inside)
    # The suites of wishes are many times as long as all turns of sessions together.
    weights = [_WEIGHT_OF_SUITES if rows[each].writer in WISHES else 1.0 for each in places]
    return fitted(
        [words[each] for each in places],
        shapes[places],
        vectors[places],
        [rows[each].act for each in places],
        weights,
        encoder,
    )


def _logits(model: ActModel, words: Sequence[frozenset[str]], shapes: Matrix, vectors: Matrix) -> Matrix:
    found: Matrix = matrix(words, shapes, vectors, model.vocabulary) @ model.weights + model.bias
    return found
