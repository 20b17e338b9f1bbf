"""The programs that are measured: sizes, budgets and arguments; their text is in `programs`.

Parameters are such that gradients neither vanish nor explode: denormal numbers would distort times.
Only who asks for arguments needs numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Data: TypeAlias = "float | NDArray[np.float64]"
Sizes: TypeAlias = Mapping[str, int]

PROGRAMS = Path(__file__).with_name("programs")
SCHEMES = ("store-all", "periodic", "binomial")


@dataclass(frozen=True)
class Argument:
    """A float argument: what it holds, given the sizes, and whether its gradient is wanted."""

    name: str
    value: Callable[[Sizes], Data]
    active: bool = True


@dataclass(frozen=True)
class Program:
    """`@f` of `programs/NAME.mlir`, which returns a number; `programs/twins.py` has its twin.

    `sizes` holds what the text refers to, and the budgets: `segments` of the periodic scheme, which
    divide the steps, and `slots` of the binomial one. `quick` is a small instance.
    """

    name: str
    title: str
    arguments: tuple[Argument, ...]
    sizes: Sizes
    quick: Sizes
    trips: tuple[str, ...] = ("steps",)
    """The trip counts of the nest of checkpointed loops."""
    gains_from_flags: bool = False
    """True if fast-math flags on adjoints make the gradient faster: then it runs with them too."""

    def text(self, sizes: Sizes, scheme: str, *attributes: str) -> str:
        """The program with a scheme's directive, and other attributes, at its loops."""
        listed = ", ".join([*_directive(sizes, scheme), *attributes])
        loop = f"{{{listed}}}" if listed else ""
        template = Template((PROGRAMS / f"{self.name}.mlir").read_text(encoding="utf-8"))
        return template.substitute(sizes, loop=loop, inner=loop)

    def evaluations(self, sizes: Sizes) -> int:
        """How often the primal runs the body of its innermost checkpointed loop."""
        return math.prod(sizes[name] for name in self.trips)


def _directive(sizes: Sizes, scheme: str) -> tuple[str, ...]:
    def enabled(budget: str) -> tuple[str, str]:
        period = f"enzyme.checkpoint_period = {sizes[budget]} : i64"
        return "enzyme.enable_checkpointing = true", period

    return {
        "store-all": (),
        "periodic": enabled("segments"),
        "binomial": ("enzyme.binomial_checkpointing", *enabled("slots")),
    }[scheme]


def _zeros(*shape: str) -> Callable[[Sizes], Data]:
    def data(sizes: Sizes) -> Data:
        import numpy as np

        return np.zeros([sizes[name] for name in shape])

    return data


def _bump(*shape: str) -> Callable[[Sizes], Data]:
    """A smooth bump around the middle that is not tiny at the edges."""

    def data(sizes: Sizes) -> Data:
        import numpy as np

        axes = [np.linspace(-1, 1, sizes[name]) for name in shape]
        grid = np.meshgrid(*axes, indexing="ij")
        return 1 / (1 + 10 * np.sum([axis**2 for axis in grid], axis=0))

    return data


def _waves(size: str, low: float, high: float, periods: float = 3) -> Callable[[Sizes], Data]:
    """A sine between two values."""

    def data(sizes: Sizes) -> Data:
        import numpy as np

        angle = np.linspace(0, 2 * np.pi * periods, sizes[size], endpoint=False)
        return low + (high - low) * (1 + np.sin(angle)) / 2

    return data


def _number(value: float) -> Callable[[Sizes], Data]:
    return lambda sizes: value


def _random(*shape: str, size: float = 1.0) -> Callable[[Sizes], Data]:
    """Numbers around 0 whose sum is 0, the same in each run."""

    def data(sizes: Sizes) -> Data:
        import numpy as np

        numbers = np.random.default_rng(1).uniform(-size, size, [sizes[name] for name in shape])
        return numbers - numbers.mean()

    return data


def _rotation(size: str) -> Callable[[Sizes], Data]:
    """A random orthogonal matrix: it keeps the lengths of vectors."""

    def data(sizes: Sizes) -> Data:
        import numpy as np

        numbers = np.random.default_rng(2).normal(size=(sizes[size], sizes[size]))
        return np.linalg.qr(numbers).Q

    return data


def _lower(size: str) -> Callable[[Sizes], Data]:
    """A lower triangular matrix with a dominant diagonal."""

    def data(sizes: Sizes) -> Data:
        import numpy as np

        n = sizes[size]
        numbers = np.random.default_rng(3).uniform(-1, 1, (n, n)) / np.sqrt(n)
        return np.tril(numbers, -1) + 2 * np.eye(n)

    return data


CATALOGUE = (
    Program(
        "logistic",
        "logistic recurrence",
        # At r = 3 the multiplier of the fixed point is -1: perturbations shrink like a power.
        (Argument("x", _number(0.6)), Argument("r", _number(3.0))),
        {"steps": 1_000_000, "segments": 1_000, "slots": 32},
        {"steps": 60, "segments": 6, "slots": 3},
        gains_from_flags=True,
    ),
    Program(
        "heat",
        "2-D heat in place",
        (
            Argument("u", _bump("cells", "cells")),
            Argument("old", _zeros("cells", "cells")),
            Argument("alpha", _number(0.1)),
        ),
        {"steps": 400, "cells": 64, "probe": 32, "segments": 20, "slots": 8},
        {"steps": 12, "cells": 6, "probe": 3, "segments": 3, "slots": 3},
    ),
    Program(
        "burgers",
        "Burgers, two buffers",
        (
            Argument("u", _waves("cells", -0.5, 1.5)),
            Argument("v", _zeros("cells")),
            Argument("nu", _number(0.2)),
        ),
        {"steps": 1_000, "cells": 512, "last": 511, "probe": 256, "segments": 25, "slots": 8},
        {"steps": 12, "cells": 8, "last": 7, "probe": 4, "segments": 3, "slots": 3},
    ),
    Program(
        "wave",
        "acoustic wave, leap-frog",
        (
            Argument("before", _bump("cells")),
            Argument("now", _bump("cells")),
            Argument("after", _zeros("cells")),
            Argument("speed2", _waves("cells", 0.15, 0.3)),
            Argument("received", _zeros("steps")),
        ),
        {"steps": 1_000, "cells": 512, "last": 511, "probe": 256, "segments": 25, "slots": 8},
        {"steps": 12, "cells": 8, "last": 7, "probe": 4, "segments": 3, "slots": 3},
    ),
    Program(
        "lorenz",
        "Lorenz, batch",
        (
            Argument("xs", _waves("batch", 1.0, 2.0)),
            Argument("ys", _waves("batch", -1.0, 1.0)),
            Argument("zs", _waves("batch", 20.0, 25.0)),
            Argument("rho", _number(28.0)),
        ),
        {"steps": 2_500, "batch": 256, "segments": 50, "slots": 8},
        {"steps": 12, "batch": 4, "segments": 3, "slots": 3},
        gains_from_flags=True,
    ),
    Program(
        "rnn",
        "RNN cell",
        (
            Argument("h", _random("width", size=0.3)),
            Argument("mixed", _zeros("width")),
            Argument("weights", _rotation("width")),
            Argument("input", _random("width", size=0.2)),
            Argument("signal", _waves("steps", -1.0, 1.0, 10), active=False),
        ),
        {"steps": 400, "width": 32, "segments": 20, "slots": 8},
        {"steps": 12, "width": 4, "segments": 3, "slots": 3},
    ),
    Program(
        "solve",
        "triangular solve",
        (
            Argument("lower", _lower("steps")),
            Argument("b", _waves("steps", -1.0, 2.0)),
            Argument("x", _zeros("steps")),
        ),
        {"steps": 400, "segments": 20, "slots": 8},
        {"steps": 12, "segments": 3, "slots": 3},
    ),
    Program(
        "table",
        "reads a 512 KiB table",
        (Argument("x", _number(0.5)), Argument("table", _random("entries"), active=False)),
        {"steps": 20_000, "entries": 65_536, "segments": 100, "slots": 16},
        {"steps": 12, "entries": 64, "segments": 3, "slots": 3},
    ),
    Program(
        "nest",
        "nested time and space",
        (Argument("u", _random("cells", size=0.5)), Argument("x", _number(0.8))),
        {"steps": 128, "cells": 512, "segments": 16, "slots": 8},
        {"steps": 12, "cells": 6, "segments": 3, "slots": 3},
        trips=("steps", "cells"),
        gains_from_flags=True,
    ),
)
