"""What a turn of a session is (a wish, a change, a question ...), what it is about, and what it asks for."""
