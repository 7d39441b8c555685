"""The scorer: judges with a learned model whether plans adhere to statements, all pairs of a job in one batch.

In: `job.scorer.score`. Out: `result.scorer.scored`. The domain's bundle and model come from the object store, by hash.
"""
