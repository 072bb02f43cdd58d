"""Loads `spec/` and checks it against its schemas and for consistency; the notation of programs."""
