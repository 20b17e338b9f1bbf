"""Try damaged inputs for a while: ``python tests/fuzz/run_mutants.py --minutes M [--seed S]``.

Prints a running count. The first failures of each kind are written to files.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fuzz.mutants import Finding, Tally, check

CHUNK = 500
SAVED_PER_KIND = 3


def main() -> int:
    options = arguments()
    output = options.output.resolve()
    end = time.monotonic() + 60 * options.minutes
    seed, total, kinds = options.seed, Tally(), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        while time.monotonic() < end:
            tally = check(range(seed, seed + CHUNK), Path(folder))
            for finding in tally.findings:
                kinds[finding.kind] += 1
                print(f"seed {finding.mutant.seed}: {finding.kind}: {finding.detail}", flush=True)
                if kinds[finding.kind] <= SAVED_PER_KIND:
                    save(finding, output)
            seed += CHUNK
            total += tally
            print(total, flush=True)
        os.chdir(output.parent)
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")
    return 1 if kinds else 0


def save(finding: Finding, directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"mutant-{finding.mutant.seed}.mlir"
    path.write_bytes(finding.mutant.data)
    print(f"  {path}: ckptopt {' '.join(finding.mutant.arguments)}", flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--minutes", type=float, required=True, help="how long to run")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the first seed")
    parser.add_argument(
        "--output", type=Path, default=Path("fuzz-failures"), help="where failing inputs go"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
