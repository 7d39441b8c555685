"""The execution of a session's plan: what was done stays done, and what comes after a deviation is planned again."""
