"""Why a specification is impossible, what would help instead, and how close known plans come."""
