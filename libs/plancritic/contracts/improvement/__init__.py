"""Plans made better: the job for the planner, its answer, and what a run tells of it."""
