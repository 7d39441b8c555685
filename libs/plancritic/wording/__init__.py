"""Says a constraint, a plan step, a finding or a verdict as a plain sentence, in the words of the domain's context.

The words are facts: a sentence names every object its constraint names, and different constraints have
different sentences. A language model may polish them, never replace them.
"""

from plancritic.wording.changes import step_changes
from plancritic.wording.conditions import change_clause, state_clause
from plancritic.wording.constraints import constraint_in_words, constraint_sentence, constraints_sentence
from plancritic.wording.execution import execution_sentences
from plancritic.wording.findings import finding_sentence
from plancritic.wording.lexicon import Lexicon
from plancritic.wording.near_misses import LexiconWords, near_miss_sentence
from plancritic.wording.pddl_in_sentences import sentence_in_words
from plancritic.wording.quality import bound_sentence, earliest_end_sentence, preference_sentence, quality_sentence
from plancritic.wording.reasons import Purpose, Reason, StepReasons, step_reasons
from plancritic.wording.relaxations import has_further_clashes, relaxation_sentence
from plancritic.wording.steps import plan_steps, step_sentence
from plancritic.wording.verdicts import goal_clash_sentence, verdict_sentence

__all__ = [
    "Lexicon",
    "LexiconWords",
    "Purpose",
    "Reason",
    "StepReasons",
    "bound_sentence",
    "change_clause",
    "constraint_in_words",
    "constraint_sentence",
    "constraints_sentence",
    "earliest_end_sentence",
    "execution_sentences",
    "finding_sentence",
    "goal_clash_sentence",
    "has_further_clashes",
    "near_miss_sentence",
    "plan_steps",
    "preference_sentence",
    "quality_sentence",
    "relaxation_sentence",
    "sentence_in_words",
    "state_clause",
    "step_changes",
    "step_reasons",
    "step_sentence",
    "verdict_sentence",
]
