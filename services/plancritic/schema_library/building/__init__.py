"""A description carried to its interpretations: answers, filter, combinations, proofs."""
