"""Where refinement starts: a domain built from a description by a language model, or recorded ones."""

from plancritic.refiner.construction.construction import Constructed, NotConstructed, construct
from plancritic.refiner.construction.recorded_starts import RecordedStart, recorded_starts

__all__ = ["Constructed", "NotConstructed", "RecordedStart", "construct", "recorded_starts"]
