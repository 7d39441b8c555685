"""Sessions of several turns: a chain of revisions whose statements stay in force."""
