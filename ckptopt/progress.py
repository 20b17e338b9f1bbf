"""What a run is doing, for reports of internal errors, and for how long, for `--mlir-timing`."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

_RULE = f"==={'-' * 73}==="


@dataclass
class Progress:
    """The current stage of a run, the pipeline once it runs, and the seconds of each timing row."""

    stage: str = "start-up"
    pipeline: str = ""
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    _started: float = field(default_factory=time.perf_counter)
    _entered: float = 0.0
    _row: str = ""

    def enter(self, stage: str, row: str = "Rest") -> None:
        """Go on to the next stage, whose time counts for ``row``."""
        now = time.perf_counter()
        if self._row:
            self.seconds[self._row] = self.seconds.get(self._row, 0.0) + now - self._entered
        self.stage, self._row, self._entered = stage, row, now

    def report(self) -> str:
        """Return the times in the form that mlir-opt prints, parts of the input taken together."""
        self.enter("the end")
        total = time.perf_counter() - self._started
        rows = {name: spent for name, spent in self.seconds.items() if name != "Rest"}
        rows |= {"Rest": total - sum(rows.values()), "Total": total}
        lines = (f"  {spent:8.4f} ({spent / total:6.1%})  {row}" for row, spent in rows.items())
        return "\n".join(
            [
                *(_RULE, f"{'... Execution time report ...':^{len(_RULE)}}".rstrip(), _RULE),
                *(f"  Total Execution Time: {total:.4f} seconds", ""),
                *("  ----Wall Time----  ----Name----", *lines, ""),
            ]
        )
