"""The scorer's network in torch beside its ONNX graph, on the same inputs: for `scorer_speed`, where there is torch.

The weights are drawn, not trained: a shipped model is the graph alone. How far a trained graph was from its network
when it was exported stands in the model's card.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
import onnxruntime
import torch
from tests.bench.sizes import percentile

from plancritic.adherence.inputs import ProblemReader, plan_arrays, text_arrays
from plancritic.laboratory.adherence.training.networks.export import export
from plancritic.laboratory.adherence.training.networks.network import Facts, GroundingNetwork, Plans, Texts

_REPEATS = 20


class NetworkBesideGraph:
    """One network both ways."""

    def __init__(self, dimensions: int, threads: int, seed: int) -> None:
        torch.set_num_threads(threads)
        torch.manual_seed(seed)
        self._network = GroundingNetwork(dimensions).eval()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(export(self._network), options, providers=["CPUExecutionProvider"])

    def compared(self, reader: ProblemReader, plans: Sequence[str], texts: Sequence[str]) -> dict[str, float]:
        """Milliseconds of the network alone, all plans x texts at once, and how far the probabilities are apart."""
        plan, text = np.indices((len(plans), len(texts))).reshape(2, -1).astype(np.int64)
        said, run = text_arrays(reader.read(texts)), plan_arrays([reader.trace(each) for each in plans])
        feed = {**said, **reader.facts, **run, "plan": plan, "text": text}
        tensors = {name: torch.from_numpy(array) for name, array in feed.items()}
        of_texts, of_facts, of_plans = (
            kind(*(tensors[name] for name in kind._fields)) for kind in (Texts, Facts, Plans)
        )

        def in_torch() -> np.ndarray:
            with torch.inference_mode():
                return torch.sigmoid(
                    self._network(of_texts, of_facts, of_plans, tensors["plan"], tensors["text"])
                ).numpy()

        def on_onnx() -> np.ndarray:
            return self._session.run(["adherence"], feed)[0]

        return {
            "greatest difference": float(np.abs(in_torch() - on_onnx()).max()),
            "ONNX, ms p50": round(_median(on_onnx), 1),
            "torch, ms p50": round(_median(in_torch), 1),
        }


def _median(work: Callable[[], object]) -> float:
    found = []
    for _ in range(_REPEATS):
        started = time.perf_counter()
        work()
        found.append(1000 * (time.perf_counter() - started))
    return percentile(found, 0.5)
