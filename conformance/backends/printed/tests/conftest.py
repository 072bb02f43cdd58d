"""The modules of the backend are imported as the worker imports them: by their names."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
