"""What is integrated, how, and the account of its energy."""
