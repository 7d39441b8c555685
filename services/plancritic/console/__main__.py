"""`python -m plancritic.console`: one copy of the console."""

from plancritic.console.app import main

if __name__ == "__main__":
    main()
