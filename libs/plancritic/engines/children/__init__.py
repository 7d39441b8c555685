"""Engines' child processes: started, limited, asked and killed, and how they ended."""
