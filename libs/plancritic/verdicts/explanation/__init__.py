"""Why a specification is impossible, what would do instead, and how close known plans come."""
