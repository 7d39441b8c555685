"""The page of one session: what was said, the plan, and what came of it."""
