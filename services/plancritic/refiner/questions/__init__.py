"""Questions on which the domains still in the running disagree, and where their answers come from."""
