"""From the specification to golden vectors. A package imports only from those before it:

numbers, specification, oracles, cases, machine, vectors; `ops` beside this one stands between machine and vectors.
"""

import platform
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # the wheel is also for older ones
    raise ImportError(
        f"the oracle of kassay needs Python 3.11 or later; {sys.executable} is Python {platform.python_version()}"
    )

# kassay_distributed, for --scheduler; the wheel has it beside this package.
sys.path.append(str(Path(__file__).resolve().parents[2] / "conformance" / "python"))
