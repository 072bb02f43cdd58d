"""The abstract machine: what graphs, variables, functions and state of the API mean, for any program."""
