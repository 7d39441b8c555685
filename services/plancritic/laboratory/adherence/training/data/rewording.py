"""Further texts for training by a language model: the plain sentence behind a text, put in its own words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from plancritic.adherence.dataset import Example
from plancritic.laboratory.adherence.training.data.llm_paraphrases import reworded
from plancritic.laboratory.adherence.training.data.question_generation import Texts
from plancritic.llm import LanguageModel
from plancritic.wording import Lexicon

#: Wordings asked for of each sentence.
_WORDINGS = 3


async def reworded_examples(
    examples: Sequence[Example],
    lexicon: Lexicon,
    problem_id: str,
    texts: Texts,
    model: LanguageModel,
    count: int,
    generator: random.Random,
) -> list[Example]:
    """The training examples of up to `count` texts once more, in each wording that the model gives of what they ask.

    Raises:
        LanguageModelError: The model cannot be reached, refuses, or answers in no usable shape.
    """
    by_text: dict[str, list[Example]] = {}
    for example in examples:
        if example.split == "train":
            by_text.setdefault(example.text, []).append(example)
    found: list[Example] = []
    for text in generator.sample(sorted(by_text), min(count, len(by_text))):
        alike = by_text[text]
        plain = alike[0].mid_level_goal
        # One sentence at a time: the budget of the settings is that of one job.
        for wording in (await reworded([plain], model, _WORDINGS, lexicon))[plain]:
            if texts.claim(wording, "train", problem_id):
                found += [replace(example, text=wording) for example in alike]
    return found
