"""Refining domains with time and numbers: their STRIPS part is refined, put back, and held against plans with times."""
