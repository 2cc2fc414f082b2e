"""Who is tried next: methods of search over the dimensions of one structure, and halving over structures."""
