"""The domain refiner: a generated domain model is repaired until it behaves like the true one ([FS]).

So far it holds the benchmark: eight domains in words and as PDDL, with generators of solvable problems.
"""
