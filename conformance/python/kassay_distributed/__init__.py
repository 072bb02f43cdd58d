"""Batches of kassay on the workers of a Dask scheduler (docs/many_machines.md)."""
