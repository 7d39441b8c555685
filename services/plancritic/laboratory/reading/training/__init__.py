"""Trains the reader: one network for all domains that says which facts, parts and operators a statement asks for."""
