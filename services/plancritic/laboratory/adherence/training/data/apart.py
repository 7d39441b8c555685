"""That training sees nothing of what it is tested with, over all its data files, and by what the sides are apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from plancritic.adherence.dataset import Split
from plancritic.english.lists import enumerated
from plancritic.laboratory.adherence.training.comparison.learning import Corpus
from plancritic.laboratory.adherence.training.errors import MixedSplits

_PROBLEM, _FAMILY, _TEXT = "problem", "family of plans", "text"
#: By kind and side, what of the kind is on the side.
_Sides = dict[str, dict[Split, set[str]]]


def check_apart(corpora: Sequence[Corpus]) -> None:
    """Raise `MixedSplits` where a text is on two sides of the split, or a plan both adheres and does not adhere to it.

    Both are looked for over all corpora together. Problems and plans may be on several sides, where the words are
    others: `split_in_words` says whether they are.
    """
    labels: dict[tuple[str, str, str], tuple[bool, int]] = {}
    splits: dict[str, tuple[Split, int]] = {}
    for number, corpus in enumerate(corpora, start=1):
        for example in corpus.dataset.examples:
            plan = corpus.dataset.plans[example.plan]
            problem = corpus.whole_bundle.problems[plan.problem]
            adheres, first = labels.setdefault((problem, plan.text, example.text), (example.adheres, number))
            if adheres != example.adheres:
                raise MixedSplits(
                    f"a plan of problem {plan.problem} adheres and does not adhere to {example.text!r} "
                    f"({_places(first, number)})"
                )
            split, first = splits.setdefault(example.text, (example.split, number))
            if split != example.split:
                raise MixedSplits(
                    f"the text {example.text!r} is for {split} and for {example.split} ({_places(first, number)})"
                )


def split_in_words(corpora: Sequence[Corpus]) -> str:
    """By what the sides of each corpus are apart, and what of its test is nevertheless trained on in another."""
    sides = [_sides(corpus) for corpus in corpora]
    return "; ".join(
        f"{_title(corpus)}: {', '.join(_apart(own))}{_elsewhere(own, [each for each in sides if each is not own])}"
        for corpus, own in zip(corpora, sides, strict=True)
    )


def _places(first: int, second: int) -> str:
    return f"data file {first}" if first == second else f"data files {first} and {second}"


def _title(corpus: Corpus) -> str:
    return f"{corpus.domain} {' and '.join(sorted({example.source for example in corpus.dataset.examples}))}"


def _sides(corpus: Corpus) -> _Sides:
    found: _Sides = {kind: defaultdict(set) for kind in (_PROBLEM, _FAMILY, _TEXT)}
    base = {sampled.id: sampled.base for sampled in corpus.dataset.problems}
    for example in corpus.dataset.examples:
        plan = corpus.dataset.plans[example.plan]
        found[_PROBLEM][example.split].add(f"{corpus.domain} {base.get(plan.problem, plan.problem)}")
        found[_FAMILY][example.split].add(plan.family)
        found[_TEXT][example.split].add(example.text)
    return found


def _apart(sides: _Sides) -> Iterator[str]:
    for split in ("validation", "test"):
        if not sides[_TEXT][split]:
            yield f"no {split}"
            continue
        kinds = [kind for kind, found in sides.items() if not found[split] & found["train"]]
        yield f"{split} by {enumerated(kinds) or 'nothing'}"


def _elsewhere(own: _Sides, others: Sequence[_Sides]) -> str:
    problems = own[_PROBLEM]["test"] - own[_PROBLEM]["train"]
    trained_on = sorted(problems & {name for other in others for name in other[_PROBLEM]["train"]})
    return f" (problem {', '.join(trained_on)} of its test is trained on in other data)" if trained_on else ""
