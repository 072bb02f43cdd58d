"""Expressions that users of Keras 2 write in Lambda layers, losses and layers, by category."""
