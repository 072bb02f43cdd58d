"""`spec/` loaded, and checked against its schemas and against itself; the notation of programs."""
