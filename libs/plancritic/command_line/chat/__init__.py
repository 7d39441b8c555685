"""`plancritic chat`: a conversation about one plan."""
