"""Who may sign in, what they may do, and for which tenant."""
