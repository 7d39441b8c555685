"""Refining domain models by what is known of the true domain: knowledge, feedback, and the messages of a run."""
