"""What stands around a sentence; most stand alone."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import TypeAdapter

from plancritic.laboratory.adherence.training.words.templates import Data, Frames, read_words


class SentenceFrames(Data):
    """Frames of statements ("that ..."), of demands, of orders, and of `plain` sentences of `plancritic.wording`."""

    statement: Frames
    demand: Frames
    order: Frames
    plain: Frames


_FRAMES = TypeAdapter(SentenceFrames)


@cache
def _frames() -> SentenceFrames:
    return read_words("templates/frames.yaml", _FRAMES)


def frames_of(kind: Literal["statement", "demand", "order"]) -> Frames:
    """Return the frames that fit a kind of sentence."""
    frames = _frames()
    return {"statement": frames.statement, "demand": frames.demand, "order": frames.order}[kind]


def plain_frames() -> Frames:
    """Return the frames of sentences that no template made."""
    return _frames().plain
