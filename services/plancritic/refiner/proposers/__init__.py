"""What proposes a changed domain for feedback: a symbolic repairer and language models, behind one interface."""
