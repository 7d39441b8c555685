"""Whether a graph can judge at all: what it takes, what it gives, and what comes of one small run."""

from __future__ import annotations

import numpy as np
import onnxruntime

from plancritic.adherence.facts import FEWEST, PLACES, STANDING
from plancritic.adherence.inputs import Arrays
from plancritic.adherence.mentions import KINDS, TIMES

_REAL, _WHOLE = "tensor(float)", "tensor(int64)"

Shape = tuple[int | None, ...]
Values = dict[str, tuple[str, Shape]]

OUTPUT = "adherence"


def graph_inputs(dimensions: int) -> Values:
    """What a graph must take, for an encoder's `dimensions`: type and shape by name, None for an axis of any length."""
    return {
        "tokens": (_REAL, (None, None, dimensions)),
        "passage": (_REAL, (None, None)),
        "mentions": (_REAL, (None, None, None, KINDS)),
        "counted": (_REAL, (None, None, TIMES)),
        "bounds": (_REAL, (None, TIMES)),
        "objects": (_REAL, (None, dimensions)),
        "sentences": (_REAL, (None, dimensions)),
        "arguments": (_WHOLE, (None, PLACES)),
        "predicates": (_WHOLE, (None,)),
        "alone": (_REAL, (None, PLACES)),
        "standing": (_REAL, (None, STANDING)),
        "present": (_REAL, (None,)),
        "truth": (_REAL, (None, None, None)),
        "times": (_REAL, (None, None)),
        "passed": (_REAL, (None, None)),
        "plan": (_WHOLE, (None,)),
        "text": (_WHOLE, (None,)),
    }


def defect(session: onnxruntime.InferenceSession, dimensions: int) -> str | None:
    """Return why the graph cannot judge; None if it can.

    Its inputs and its output are compared, then it judges one small made-up case: adherence has to be a number from
    0 to 1. That costs milliseconds, so it is for loading and not for every job.
    """
    wanted = graph_inputs(dimensions)
    inputs = {value.name: (value.type, _shape(value.shape)) for value in session.get_inputs()}
    if missing := sorted(wanted.keys() - inputs.keys()):
        return f"it does not take {', '.join(missing)}"
    if unknown := sorted(inputs.keys() - wanted.keys()):
        return f"it takes {', '.join(unknown)}, which the scorer does not provide"
    for name, value in wanted.items():
        if inputs[name] != value:
            return f"it takes {name} as {_shown(*inputs[name])}, not as {_shown(*value)}"
    outputs = {value.name: value.type for value in session.get_outputs()}
    if outputs.get(OUTPUT) != _REAL:
        return f"it gives {', '.join(sorted(outputs))}, not {OUTPUT} as {_REAL}"
    feed = _small_case(dimensions)
    try:
        (found,) = session.run([OUTPUT], feed)
    except Exception as error:  # noqa: BLE001 - ONNX Runtime raises undocumented types of its own
        return f"it fails on a small case ({error})"
    if found.shape != feed["plan"].shape:
        return f"it gives {found.shape} numbers for {len(feed['plan'])} pairs of plan and text"
    if not (np.isfinite(found).all() and (found >= 0).all() and (found <= 1).all()):
        return f"it gives adherence outside of 0 to 1 ({', '.join(f'{value:g}' for value in found[:3])}, ...)"
    return None


def _small_case(dimensions: int) -> Arrays:
    """Two texts, three plans, another length on every axis: an axis that was fixed or taken for another shows."""
    chance = np.random.default_rng(0)
    texts, length, objects, predicates, facts, plans, states = 2, 9, 5, 4, FEWEST + 1, 3, 7

    def real(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return chance.uniform(-1, 1, shape).astype(np.float32)

    def flags(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return chance.integers(0, 2, shape).astype(np.float32)

    passage = np.ones((texts, length), dtype=np.float32)
    passage[:, length // 3 :] = 2.0
    passage[-1, length // 2 :] = 0.0
    passed = np.ones((plans, states), dtype=np.float32)
    passed[-1, 1:] = 0.0
    plan, text = np.indices((plans, texts)).reshape(2, -1).astype(np.int64)
    return {
        "tokens": real(texts, length, dimensions),
        "passage": passage,
        "mentions": flags(texts, objects, length, KINDS),
        "counted": flags(texts, length, TIMES),
        "bounds": np.array([[3.0, -1.0, -1.0]] * texts, dtype=np.float32)[:, :TIMES],
        "objects": real(objects, dimensions),
        "sentences": real(predicates, dimensions),
        "arguments": chance.integers(0, objects, (facts, PLACES)),
        "predicates": chance.integers(0, predicates, facts),
        "alone": flags(facts, PLACES),
        "standing": flags(facts, STANDING),
        "present": np.ones(facts, dtype=np.float32),
        "truth": flags(plans, facts, states),
        "times": np.tile(np.arange(states, dtype=np.float32), (plans, 1)),
        "passed": passed,
        "plan": plan,
        "text": text,
    }


def _shape(axes: list[int | str | None]) -> Shape:
    return tuple(axis if isinstance(axis, int) else None for axis in axes)


def _shown(kind: str, shape: Shape) -> str:
    return f"{kind} [{', '.join('any' if axis is None else str(axis) for axis in shape)}]"
