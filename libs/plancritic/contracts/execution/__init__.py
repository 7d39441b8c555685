"""The execution of a session's plan: what a client reports of it, and what is kept of that."""
