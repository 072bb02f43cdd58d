"""The oracle of each function, `<category>/<function>.py`, and beside it what the functions of its category share.

A module whose name is no function of the specification serves the functions around it; what several categories need lives in
`kassay_generators.oracles`.
"""
