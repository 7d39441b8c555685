"""PDDL 2.1 to 3: domains, problems, constraints and plans as values, read, written, grounded and executed.

Nothing here plans or proves: engines and judges do, and the trajectory executor is one of the judges' tools.
"""
