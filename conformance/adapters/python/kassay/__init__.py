"""Puts Keras backends written in Python on trial: a worker for any module, a command, a plug-in for pytest."""

__version__ = "0.1.0"
