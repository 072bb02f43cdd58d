"""Tests Keras backends written in Python: a worker for any module, a command, a pytest plug-in."""

__version__ = "0.1.0"
