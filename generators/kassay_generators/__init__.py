"""From the specification to golden vectors. A package imports only from packages before it in this order:

numbers, specification, oracles, cases, machine, `ops` (the folder next to this package), vectors.
"""

import platform
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # the wheel also installs on older versions
    raise ImportError(
        f"the oracle of kassay needs Python 3.11 or later; {sys.executable} is Python {platform.python_version()}"
    )

# kassay_distributed, for --scheduler; the wheel has it next to this package.
sys.path.append(str(Path(__file__).resolve().parents[2] / "conformance" / "python"))
