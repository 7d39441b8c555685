"""Questions in a person's words, by rules over the domain's context: a new domain needs none of its own.

A wording may be clumsy; it never names other things, another order or another time than the constraints do.
"""

from plancritic.adherence.dataset import Split
from plancritic.laboratory.adherence.training.words.paraphraser import Paraphraser

__all__ = ["Paraphraser", "Split"]
