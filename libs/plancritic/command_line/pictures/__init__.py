"""Drawings shown: as a page of HTML that needs nothing else, and as lanes in a terminal."""
