"""Readings refused: they may mean the opposite, or leave words unread."""
