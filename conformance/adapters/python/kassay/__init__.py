"""Puts Keras backends written in Python on trial: a worker for any module (`kassay.host`)."""
