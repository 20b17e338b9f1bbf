"""Run the kernels of lorenz.mlir on a GPU and compare them with the CPU.

    python examples/gpu/run.py checkpointed.ptx store_all.ptx [TRAJECTORIES]

prints for both the time of a launch and the local memory of a thread. It fails if a gradient of
the two differs, or one of the first trajectories from what the same function gives on the CPU: the
kernels do the same operations in the same order, without contraction, so all bits are equal.
"""

from __future__ import annotations

import ctypes
import random
import struct
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

import ckptopt
from ckptopt.execution import Argument, Call, Program, run_batch

SOURCE = Path(__file__).with_name("lorenz.mlir")
ARGUMENTS = 6
BLOCK = 128
CHECKED = 16
"""How many trajectories are compared with the CPU."""

REPETITIONS = 10
LOCAL_SIZE_BYTES = 3
"""`CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES`"""


class Measured(NamedTuple):
    """What a kernel gave: gradients, a row per argument; time of a launch; bytes of a thread."""

    gradients: array[float]
    milliseconds: float
    local_bytes: int


class NoGpu(Exception):
    """There is nothing to run the kernels on; the message says what is missing."""


def inputs(count: int) -> array[float]:
    """Initial states and parameters near the usual ones, a row of `count` per argument."""
    usual = (1.0, 1.0, 1.0, 10.0, 28.0, 8.0 / 3.0)
    rng = random.Random(0)
    return array("d", [rng.uniform(0.95, 1.05) * value for value in usual for _ in range(count)])


def on_cpu(rows: array[float], count: int, checked: Sequence[int]) -> list[tuple[int, ...]]:
    """The gradients of some trajectories, made and run on this machine, as bits."""
    kernels = next(iter(ckptopt.parse(SOURCE.read_text(encoding="utf-8"), str(SOURCE)).ops))
    code = kernels.regions[0].block.ops
    module = ModuleOp([op.clone() for op in code if isinstance(op, FuncOp)])
    ckptopt.differentiate(module, fn="lorenz", storage="stack")
    calls = tuple(
        Call(
            "lorenz_grad",
            (*(Argument("f64", rows[k * count + t]) for k in range(ARGUMENTS)), Argument("f64", 1)),
            ("f64",) * ARGUMENTS,
        )
        for t in checked
    )
    (outcome,) = run_batch([Program("lorenz", ckptopt.to_text(module), calls)])
    if outcome.failure:
        raise RuntimeError(outcome.failure)
    return [call.results for call in outcome.calls]


def bits(value: float) -> int:
    """The bit pattern of a number, as a signed integer."""
    return struct.unpack("<q", struct.pack("<d", value))[0]


# The CUDA driver


class Driver:
    """The CUDA driver with a context on the first device.

    Raises:
        NoGpu: there is no driver, or no device.
    """

    def __init__(self) -> None:
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError as reason:
            raise NoGpu(f"the CUDA driver is not installed ({reason})") from reason
        device, context = ctypes.c_int(), ctypes.c_void_p()
        try:
            self.call("cuInit", 0)
            self.call("cuDeviceGet", ctypes.byref(device), 0)
        except RuntimeError as reason:
            raise NoGpu(f"there is no CUDA device ({reason})") from reason
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name: str, *arguments: object) -> None:
        """Call a function of the driver; RuntimeError if it does not succeed."""
        code = getattr(self.library, name)(*arguments)
        if code:
            raise RuntimeError(f"{name} returned {code}")

    def allocate(self, size: int) -> ctypes.c_uint64:
        """Memory on the device."""
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def event(self) -> ctypes.c_void_p:
        """A new event."""
        event = ctypes.c_void_p()
        self.call("cuEventCreate", ctypes.byref(event), 0)
        return event


def on_gpu(driver: Driver, ptx: Path, rows: array[float], count: int) -> Measured:
    """Launch `gradients` of a PTX file on `count` trajectories."""
    module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
    driver.call("cuModuleLoadData", ctypes.byref(module), ptx.read_bytes() + b"\0")
    driver.call("cuModuleGetFunction", ctypes.byref(kernel), module, b"gradients")
    local = ctypes.c_int()
    driver.call("cuFuncGetAttribute", ctypes.byref(local), LOCAL_SIZE_BYTES, kernel)
    size = len(rows) * rows.itemsize
    given, made = driver.allocate(size), driver.allocate(size)
    address, _ = rows.buffer_info()
    driver.call("cuMemcpyHtoD_v2", given, ctypes.c_void_p(address), ctypes.c_size_t(size))
    parameters = [*_descriptor(given, count), *_descriptor(made, count)]
    pointers = (ctypes.c_void_p * len(parameters))(*map(ctypes.addressof, parameters))

    def launch() -> None:
        grid = (count + BLOCK - 1) // BLOCK
        driver.call("cuLaunchKernel", kernel, grid, 1, 1, BLOCK, 1, 1, 0, None, pointers, None)

    launch()
    start, end, taken = driver.event(), driver.event(), ctypes.c_float()
    driver.call("cuEventRecord", start, None)
    for _ in range(REPETITIONS):
        launch()
    driver.call("cuEventRecord", end, None)
    driver.call("cuEventSynchronize", end)
    driver.call("cuEventElapsedTime", ctypes.byref(taken), start, end)
    gradients = array("d", bytes(size))
    address, _ = gradients.buffer_info()
    driver.call("cuMemcpyDtoH_v2", ctypes.c_void_p(address), made, ctypes.c_size_t(size))
    for pointer in (given, made):
        driver.call("cuMemFree_v2", pointer)
    driver.call("cuModuleUnload", module)
    return Measured(gradients, taken.value / REPETITIONS, local.value)


def _descriptor(pointer: ctypes.c_uint64, count: int) -> list[ctypes.c_uint64]:
    """A `memref<6x?xf64>` as arguments: two pointers, the offset, sizes, strides."""
    numbers = (0, ARGUMENTS, count, count, 1)
    return [pointer, pointer, *(ctypes.c_uint64(number) for number in numbers)]


def main() -> int:
    checkpointed, store_all = map(Path, sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1 << 16
    rows, checked = inputs(count), range(min(CHECKED, count))
    try:
        driver = Driver()
    except NoGpu as reason:
        print(f"the kernels were not run: {reason}", file=sys.stderr)
        return 1
    expected = on_cpu(rows, count, checked)
    measured = [on_gpu(driver, ptx, rows, count) for ptx in (checkpointed, store_all)]
    for ptx, one in zip((checkpointed, store_all), measured, strict=True):
        print(f"{ptx}: {one.milliseconds:.3f} ms, {one.local_bytes} bytes of local memory a thread")
    found = [
        tuple(bits(measured[0].gradients[k * count + t]) for k in range(ARGUMENTS)) for t in checked
    ]
    if found != expected:
        print("the gradients differ from those of the CPU", file=sys.stderr)
        return 1
    if measured[0].gradients.tobytes() != measured[1].gradients.tobytes():
        print("the gradients of the two kernels differ", file=sys.stderr)
        return 1
    print(f"all {count} gradients are equal, {len(found)} of them compared with the CPU's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
