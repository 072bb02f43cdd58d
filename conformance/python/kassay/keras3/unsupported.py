"""The exception that kassay treats as a missing feature rather than a mistake."""


class Unsupported(Exception):
    """Keras 3 lacks a counterpart of the call."""
