"""References to steps of the plan that is shown."""
