"""Random programs of the whole API, what any right backend may answer to them, and campaigns against a backend."""
