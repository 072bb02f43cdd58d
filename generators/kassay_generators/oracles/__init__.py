"""The building blocks of oracles, how oracles are found and called, and the formulas that several categories share."""
