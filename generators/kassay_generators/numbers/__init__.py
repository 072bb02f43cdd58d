"""Numbers that know their error bound and their magnitude, their derivatives, and the formats of floating-point numbers."""
