"""Lets the tests import the backend's modules by name, as the worker does."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
