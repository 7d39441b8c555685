"""Domains that a refiner starts from: true domains with seeded faults."""

from plancritic.laboratory.refinement.starts.faulty_start import FaultyStart, NoStartError, StartFault, draw_start
from plancritic.laboratory.refinement.starts.structural_start import structural_start

__all__ = ["FaultyStart", "NoStartError", "StartFault", "draw_start", "structural_start"]
