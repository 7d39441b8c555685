"""What came of each statement, told in words."""
