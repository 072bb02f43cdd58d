"""The oracle of each function, `<category>/<function>.py`, and the code that the functions of a category share.

A module whose name is not a function of the specification is shared code of its category; code that several categories share
lives in `kassay_generators.oracles`.
"""
