"""Where refinement starts: a domain built from a description by a language model, or recorded ones."""

from plancritic.laboratory.refinement.construction.construction import Constructed, NotConstructed, construct
from plancritic.laboratory.refinement.construction.recorded_starts import RecordedStart, recorded_starts

__all__ = ["Constructed", "NotConstructed", "RecordedStart", "construct", "recorded_starts"]
