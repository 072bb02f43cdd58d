"""The expected results of each case, their confirmation, the distance of each reading, and the files."""
