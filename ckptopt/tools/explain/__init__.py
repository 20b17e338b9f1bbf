"""`--explain`: a run of the tool, told step by step.

The input, the schedule of each loop, what is kept, and the module after each stage, with what
every operation of a derivative is there for. As one page that needs nothing else, or for the
terminal.
"""

from __future__ import annotations

from ckptopt.tools.explain.page import to_page
from ckptopt.tools.explain.story import Story, collected
from ckptopt.tools.explain.terminal import to_terminal

__all__ = ["Story", "collected", "to_page", "to_terminal"]
