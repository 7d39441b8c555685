"""The validator: a plan in, the judges' proof out, whole and constraint by constraint, VAL among the judges.

In: `job.validator.validate`. Out: `result.validator.validated`. Bundles come from the object store, by hash.
"""
