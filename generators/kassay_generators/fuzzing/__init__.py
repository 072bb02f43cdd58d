"""Random programs of the whole API, the answers that a correct backend may give, and campaigns against a backend."""
