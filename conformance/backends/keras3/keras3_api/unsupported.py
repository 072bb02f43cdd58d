"""What kassay takes for a lack rather than a mistake."""


class Unsupported(Exception):
    """Keras 3 has no counterpart of what was asked."""
