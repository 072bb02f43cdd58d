"""What an oracle is written with, how it is found and called, and the formulas that several categories share."""
