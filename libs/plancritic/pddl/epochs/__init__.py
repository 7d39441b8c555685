"""Times before which no plan ends, by a search over the moments at which actions end: sound, and often exact."""
