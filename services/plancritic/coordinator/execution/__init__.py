"""The execution of a session's plan: what was done stays done."""
