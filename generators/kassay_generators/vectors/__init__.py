"""What must come out of each case, what confirms it, how far each reading is from it, and the files that say so."""
