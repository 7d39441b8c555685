"""Sessions of several turns: their ledgers, and what a turn takes over from earlier ones."""
