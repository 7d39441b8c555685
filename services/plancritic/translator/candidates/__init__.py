"""Readings of a statement: the grammar's with their scores, whole-statement readers, guesses, the learned reader's."""
