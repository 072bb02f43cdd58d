"""What `kassay run --backend python:MODULE` starts: this folder, where the package stands, is then on the path."""

import sys

from kassay.host import main

sys.exit(main())
