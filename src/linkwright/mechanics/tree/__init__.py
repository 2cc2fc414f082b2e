"""Laws of mechanics on trees, one file each."""
