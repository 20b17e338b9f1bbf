"""Check random programs for a while: ``python tests/fuzz/run.py --minutes M [--seed S]``.

Prints a running count. The first failures of each kind are made smaller and written to files.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.programs import generate

from fuzz.agreement import Finding, check
from fuzz.shrink import shrink

CHUNK = 64
SHRUNK_PER_KIND = 2


def main() -> int:
    options = arguments()
    end = time.monotonic() + 60 * options.minutes
    seed, kinds, compared, refused = options.seed, Counter[str](), 0, 0
    while time.monotonic() < end:
        report = check([generate(seed + i) for i in range(CHUNK)], options.jobs)
        compared += report.compared
        refused += report.refused
        for finding in report.findings:
            kinds[finding.kind] += 1
            print(f"{finding.program.name}: {finding.kind}", flush=True)
            if kinds[finding.kind] <= SHRUNK_PER_KIND and not options.no_shrink:
                save(finding, options.output)
        seed += CHUNK
        print(
            f"{seed - options.seed} programs, {compared} derivatives compared, "
            f"{refused} refused, {kinds.total()} failures",
            flush=True,
        )
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")
    return 1 if kinds else 0


def save(finding: Finding, directory: Path) -> None:
    seed = int(finding.program.name.removeprefix("seed "))
    small = shrink(finding, seed)
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"seed-{seed}.mlir"
    path.write_text(str(small), encoding="utf-8")
    print(f"  {path}: {len(small.program.text.splitlines())} lines", flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--minutes", type=float, required=True, help="how long to run")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes run the tool")
    parser.add_argument("--no-shrink", action="store_true", help="only count and name failures")
    parser.add_argument(
        "--output", type=Path, default=Path("fuzz-failures"), help="where failing programs go"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
