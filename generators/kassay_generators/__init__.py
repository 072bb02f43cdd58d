"""From the specification to golden vectors. A package imports only from those before it:

numbers, specification, oracles, cases, machine, vectors; `ops` beside this one stands between machine and vectors.
"""
