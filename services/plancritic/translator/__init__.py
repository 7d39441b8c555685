"""The translator: reads statements as mid-level goals and PDDL3 constraints, several readings each, with scores.

In: `job.translator.translate`. Out: `result.translator.translated`. Offline by default (a semantic parser over the
domain's context); a language model where one is configured.
"""
