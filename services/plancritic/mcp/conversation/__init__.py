"""What is said in a session, and what came of it."""
