"""Which sentences ask for something, and what they say in plainer words."""
