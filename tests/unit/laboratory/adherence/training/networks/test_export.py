"""The exported graph beside the network in torch, for every axis at several lengths."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from tests.support.scorer_model import HashEncoder
from tests.unit.laboratory.adherence.training.conftest import Trained
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.adherence.inputs import ProblemReader, plan_arrays, text_arrays
from plancritic.adherence.traces import Trace
from plancritic.scorer.serving import GRAPH_FILE

pytestmark = [pytest.mark.train, pytest.mark.timeout(300)]

TEXTS = (
    "No vessel may go through waypoint A.",
    "Go.",
    "The scout must visit the end point within 3 hours, and from 4 hours on to 6 hours nobody may be at the start.",
)


@pytest.fixture(scope="module")
def session(trained: Trained) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(trained.folder / GRAPH_FILE, providers=["CPUExecutionProvider"])


@pytest.mark.parametrize(
    ("domain", "texts", "plans", "states", "pairs"),
    [
        ("waterway", 1, 1, 1, 1),
        ("waterway", 3, 2, 30, 6),
        ("waterway", 2, 5, 17, 40),
        ("satellite", 3, 1, 2, 3),
        ("satellite", 1, 7, 24, 7),
    ],
)
def test_the_graph_equals_torch_whatever_the_lengths(
    trained: Trained,
    session: onnxruntime.InferenceSession,
    domain: str,
    texts: int,
    plans: int,
    states: int,
    pairs: int,
) -> None:
    import torch

    from plancritic.laboratory.adherence.training.networks.network import Facts, Plans, Texts

    reader = ProblemReader(lexicon_of(domain), HashEncoder(24))
    said = text_arrays(reader.read(TEXTS[:texts]))
    traces = [reader.trace(walk) for walk in walks(domain)[:plans]]
    # The first plan is cut shorter than the others, so that it is padded.
    lengths = [max(1, states - 5 * (number == 0)) for number in range(plans)]
    cut = [Trace(t.truth[:, :length], t.times[:length]) for t, length in zip(traces, lengths, strict=True)]
    shown = plan_arrays(cut)
    generator = np.random.default_rng(1)
    plan, text = generator.integers(plans, size=pairs), generator.integers(texts, size=pairs)

    (exported,) = session.run(["adherence"], {**said, **reader.facts, **shown, "plan": plan, "text": text})

    given = [{name: torch.from_numpy(value) for name, value in part.items()} for part in (said, reader.facts, shown)]
    with torch.inference_mode():
        logits = trained.judge.network(
            Texts(**given[0]), Facts(**given[1]), Plans(**given[2]), torch.from_numpy(plan), torch.from_numpy(text)
        )
    assert exported.shape == (pairs,)
    # Of probabilities, for the temperature is in the graph.
    assert trained.judge.network.temperature != 1.0
    np.testing.assert_allclose(exported, torch.sigmoid(logits).numpy(), atol=1e-4)
