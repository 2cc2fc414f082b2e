"""`python -m linkwright`, where the command itself is not on the path."""

from linkwright.cli.main import main

if __name__ == "__main__":
    main()
