"""The model card, `model.json`: what a scorer model is, what it was made from and how well it judges."""

from __future__ import annotations

from pydantic import Field

from plancritic.contracts.envelope import Contract

#: Of model folders; serving refuses another.
FORMAT = 4
#: The test split beside a model, for `plancritic evaluate scorer`; no copy of the service reads it.
TEST_FILE = "test.jsonl.gz"


class Accuracy(Contract):
    """Share of right answers among `examples`, and of false alarms of each sort (None where there are none).

    Examples of one text stand and fall together, so how sure a share is follows from the number of texts: an interval
    holds the share of 95 in 100 resamplings of the texts (None where nothing was resampled).
    """

    examples: int
    accuracy: float
    #: Share of the plans that do not adhere which the model calls adherent.
    false_positives: float | None = None
    #: Share of the plans that adhere which the model calls not adherent.
    false_negatives: float | None = None
    texts: int = 0
    interval: tuple[float, float] | None = None
    false_positives_interval: tuple[float, float] | None = None


class Unsure(Contract):
    """Examples inside and outside the band in which a model is unsure (None where there are none)."""

    share: float
    inside: Accuracy | None
    outside: Accuracy | None


class DataCard(Contract):
    """Where the examples come from. Counts by sort have a constraint type or `conjunction` for a key.

    What data made before version 2 of the file did not count is empty.
    """

    domain: str
    bundle: str
    seed: int
    command: str
    problems: tuple[str, ...]
    instances: int
    plans: int
    statements: int
    examples: dict[str, int]
    positives: int
    #: Pairs on which the judges disagreed, left out.
    disputed: int
    #: What making them took; it is not in the data file, which is the same each time.
    cpu_seconds: float = 0.0
    #: Problems sampled from those of the folder.
    samples: int = 0
    #: Examples and different texts by split.
    by_split: dict[str, int] = Field(default_factory=dict)
    texts_by_split: dict[str, int] = Field(default_factory=dict)
    #: Examples that adhere, and near misses, by sort.
    positives_by_sort: dict[str, int] = Field(default_factory=dict)
    near_misses: dict[str, int] = Field(default_factory=dict)
    #: Share of the examples that do not adhere which are near misses.
    near_miss_share: float = 0.0
    #: Examples by archetype whose ground truth they ask for, and by source.
    archetypes: dict[str, int] = Field(default_factory=dict)
    sources: dict[str, int] = Field(default_factory=dict)
    #: Plans by origin.
    origins: dict[str, int] = Field(default_factory=dict)
    #: Engines that could have planned for the domain but were left out, with the reason or what to do about it.
    engines_missing: dict[str, str] = Field(default_factory=dict)
    #: Pairs of plan and constraints whose label a second judge, Kairos' validator, was asked for.
    cross_judged: int = 0
    #: Texts in the words of a language model, and which one.
    reworded: int = 0
    language_model: str | None = None
    #: Of recorded pairs: those left out by reason, and the share whose label is that of the check they came with.
    left_out: dict[str, int] = Field(default_factory=dict)
    reference_agreement: float | None = None


class TrainingCard(Contract):
    """How the model was trained."""

    command: str
    seed: int
    epochs: int
    best_epoch: int
    learning_rate: float
    examples: int
    ended: str
    cpu_seconds: float


class Evaluation(Contract):
    """A model's answers to a set of examples; `unsure` is None where no band is known."""

    overall: Accuracy
    unsure: Unsure | None = None
    #: Accuracy of one that always gives the more frequent answer.
    guessing: float
    by_type: dict[str, Accuracy] = Field(default_factory=dict)
    by_problem: dict[str, Accuracy] = Field(default_factory=dict)
    near_misses: Accuracy | None = None
    archetypes: dict[str, Accuracy] = Field(default_factory=dict)
    expected_calibration_error: float
    #: By ten steps of predicted probability: how many examples, mean prediction, share that adheres.
    calibration: tuple[tuple[int, float, float], ...]

    @property
    def balanced(self) -> float | None:
        """Mean accuracy of the examples that adhere and of those that do not; None where one side is missing."""
        rates = (self.overall.false_positives, self.overall.false_negatives)
        return None if None in rates else 1 - sum(rate for rate in rates if rate is not None) / 2


class ModelCard(Contract):
    """Everything a person or the serving code must know of a model folder.

    `validation` is what training was stopped by, `test` what nothing was decided by; both are of the exported graph and
    of the first of `data`. `held_out` are suites of feedback in people's words, by name, of which training saw nothing.
    """

    format: int = FORMAT
    name: str
    domain: str
    network: str
    encoder: str
    dimensions: int
    parameters: int
    #: At or above it the model calls a plan adherent.
    threshold: float = Field(gt=0, lt=1)
    #: Between these the model is unsure (`plancritic.contracts.scoring.is_unsure`).
    unsure: tuple[float, float]
    #: Logits were divided by it, so that probabilities are true (temperature scaling).
    temperature: float = Field(gt=0)
    graph_bytes: int
    graph_sha256: str
    data: tuple[DataCard, ...]
    training: TrainingCard
    split: str
    validation: Evaluation
    #: On validation of each of `data`: the band is the widest that any of them needs; None where one has none.
    unsure_on_validation: tuple[Unsure | None, ...] = ()
    test: Evaluation | None = None
    #: Of the file with the test split beside the model.
    test_sha256: str | None = None
    #: Most that the graph's probabilities differ from those of the torch network, on validation.
    parity: float
    held_out: dict[str, Evaluation] = Field(default_factory=dict)
