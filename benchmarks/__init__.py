"""How fast the generated gradients are, beside other ways to get them: `make bench`.

What the tests know of running MLIR and of Enzyme is used from here, so their directory is on the
path.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
if str(TESTS) not in sys.path:
    sys.path.append(str(TESTS))
