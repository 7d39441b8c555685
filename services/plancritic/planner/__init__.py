"""The planner: a specification in, a verdict out: a proved plan, a proved impossibility or a typed failure.

In: `job.planner.solve`. Out: `result.planner.solved`. The domain's bundle comes from the object store, by hash.
"""
