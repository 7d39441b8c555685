"""`plancritic execution`: what was done of a session's plan, and what was not as planned."""
