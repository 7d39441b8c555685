"""Plans without feedback, proofs of plans, and domains."""
