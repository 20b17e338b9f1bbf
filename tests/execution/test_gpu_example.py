"""`examples/gpu`: its gradient is right on the CPU, its commands give PTX with its slots in local
memory, and a GPU, where there is one, gives the bits of the CPU."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support.inprocess import run_cli

from ckptopt.execution import as_float
from ckptopt.toolchain import require_tool

EXAMPLE = Path(__file__).parents[2] / "examples" / "gpu"
COMMANDS = re.findall(
    r"^```sh\n(.*?)^```", (EXAMPLE / "README.md").read_text(), re.MULTILINE | re.DOTALL
)
SLOTS, CARRIED = 16, 3


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory in which the commands of the README have run."""
    directory = tmp_path_factory.mktemp("gpu")
    shutil.copy(EXAMPLE / "lorenz.mlir", directory)
    places = [require_tool(name).parent for name in ("mlir-opt", "mlir-translate", "opt", "llc")]
    program = directory / "bin" / "ckptopt"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ckptopt "$@"\n')
    program.chmod(0o755)
    path = os.pathsep.join(map(str, [program.parent, *places, os.environ["PATH"]]))
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(EXAMPLE.parents[1])}
    for block in COMMANDS:
        done = subprocess.run(
            ["sh", "-e", "-c", block],
            cwd=directory,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
    return directory


def example() -> ModuleType:
    """`run.py` as a module."""
    spec = importlib.util.spec_from_file_location("gpu_example", EXAMPLE / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def functions(ptx: str) -> dict[str, str]:
    """The bodies of the functions in PTX text, by name."""
    found = re.findall(r"^\.visible \.(?:entry|func) .*?(\w+)\(\n(.*?)^}", ptx, re.M | re.S)
    return dict(found)


def test_the_gradient_is_right_on_the_cpu_and_allocates_nothing(tmp_path: Path) -> None:
    options = ["-p", "loop-checkpoint{storage=stack}", "--check", "-o", str(tmp_path / "out.mlir")]
    done = run_cli([str(EXAMPLE / "lorenz.mlir"), *options])
    assert (done.exit_code, done.stderr) == (0, "")
    assert "equal to store-all" in done.stdout
    assert "0 of 0 freed" in done.stdout


def test_the_kernel_calls_a_gradient_that_keeps_its_slots_in_local_memory(made: Path) -> None:
    ptx = (made / "checkpointed.ptx").read_text()
    assert ".visible .entry gradients(" in ptx
    kernel, gradient = functions(ptx)["gradients"], functions(ptx)["lorenz_grad"]
    assert re.search(r"call\.uni .*\blorenz_grad,", kernel)
    # Per slot the number of a step and the carried values.
    assert re.search(rf"\.local .*\b__local_depot\d+\[{8 * SLOTS * (1 + CARRIED)}\]", gradient)
    assert gradient.count("st.local") >= 2 * (1 + CARRIED)
    assert gradient.count("ld.local") >= 1 + CARRIED
    # Advance in the forward sweep; turns, in each a search for the split, and advance again.
    assert len(re.findall(r"Loop Header: Depth=", gradient)) >= 5
    assert "malloc" not in ptx
    assert "free" not in ptx
    assert "fma" not in ptx


def test_store_all_needs_the_tape_of_all_steps(made: Path) -> None:
    gradient = functions((made / "store_all.ptx").read_text())["lorenz_grad"]
    assert re.search(r"\.local .*\b__local_depot\d+\[24000\]", gradient)


def test_the_ptx_assembles(made: Path) -> None:
    if (ptxas := shutil.which("ptxas")) is None:
        pytest.skip("the PTX of examples/gpu is not assembled: ptxas of CUDA is not on PATH")
    for name in ("checkpointed.ptx", "store_all.ptx"):
        subprocess.run([ptxas, "-arch=sm_80", name, "-o", "k.cubin"], cwd=made, check=True)


def test_the_cpu_side_of_the_comparison_gives_slopes() -> None:
    module = example()
    count = 3
    rows = module.inputs(count)
    (found,) = module.on_cpu(rows, count, [1])
    slopes = [as_float(word) for word in found]
    assert [module.bits(slope) for slope in slopes] == list(found)
    start = [rows[k * count + 1] for k in range(module.ARGUMENTS)]
    for k, slope in enumerate(slopes):
        step = 1e-6
        moved = [
            _end([v + sign * step if i == k else v for i, v in enumerate(start)])
            for sign in (1, -1)
        ]
        assert slope == pytest.approx((moved[0] - moved[1]) / (2 * step), rel=1e-5, abs=1e-7)


def _end(arguments: list[float]) -> float:
    """Where the trajectory of the example ends."""
    x, y, z, sigma, rho, beta = arguments
    for _ in range(1000):
        dx, dy, dz = sigma * (y - x), x * (rho - z) - y, x * y - beta * z
        x, y, z = x + 0.001 * dx, y + 0.001 * dy, z + 0.001 * dz
    return x


def test_a_gpu_gives_the_bits_of_the_cpu(made: Path) -> None:
    module = example()
    try:
        module.Driver()
    except module.NoGpu as reason:
        pytest.skip(f"the kernels of examples/gpu are not run: {reason}")
    command = [sys.executable, str(EXAMPLE / "run.py"), "checkpointed.ptx", "store_all.ptx"]
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLE.parents[1])}
    done = subprocess.run(command, cwd=made, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "gradients are equal" in done.stdout
