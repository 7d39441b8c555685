"""What a text asks of its session: to drop, change, replace, take back or accept what was said."""
