"""Every way to read a clause."""
