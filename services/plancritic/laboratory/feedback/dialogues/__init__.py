"""Dialogues: several turns of one session, each with what has to hold after it."""
