"""The programs again, in JAX: each takes `scan`, the sizes and the arguments of its `@f`.

`scan(step, state, steps)` is `jax.lax.scan` over the step numbers, with or without checkpoints; a
step returns the state alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from benchmarks.catalogue import Sizes

Scan = Callable[[Callable[[Any, Any], Any], Any, int], Any]


def logistic(scan: Scan, sizes: Sizes, x: Any, r: Any) -> Any:
    return scan(lambda s, t: r * s * (1 - s), x, sizes["steps"])


def heat(scan: Scan, sizes: Sizes, u: Any, old: Any, alpha: Any) -> Any:
    probe = sizes["probe"]

    def step(state: Any, t: Any) -> Any:
        u, total = state
        sides = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        u = u.at[1:-1, 1:-1].add(alpha * (sides - 4 * u[1:-1, 1:-1]))
        return u, total + u[probe, probe]

    return scan(step, (u, 0.0), sizes["steps"])[1]


def burgers(scan: Scan, sizes: Sizes, u: Any, v: Any, nu: Any) -> Any:
    probe = sizes["probe"]

    def changed(source: Any, target: Any) -> Any:
        left, middle, right = source[:-2], source[1:-1], source[2:]
        diffusion = nu * (left + right - 2 * middle)
        return target.at[1:-1].set(middle + diffusion - 0.1 * middle * (right - left))

    def step(state: Any, t: Any) -> Any:
        u, v, total = state
        v = changed(u, v)
        u = changed(v, u)
        return u, v, total + u[probe]

    return scan(step, (u, v, 0.0), sizes["steps"])[2]


def wave(
    scan: Scan, sizes: Sizes, before: Any, now: Any, after: Any, speed2: Any, received: Any
) -> Any:
    probe = sizes["probe"]

    def step(state: Any, t: Any) -> Any:
        before, now, first, total = state
        bend = now[:-2] + now[2:] - 2 * now[1:-1]
        after = 2 * now[1:-1] - before[1:-1] + speed2[1:-1] * bend
        before, now = before.at[1:-1].set(now[1:-1]), now.at[1:-1].set(after)
        first = jnp.where(t == 0, now[probe], first)
        return before, now, first, total + now[probe] ** 2

    _, _, first, total = scan(step, (before, now, 0.0, 0.0), sizes["steps"])
    return total + first


def lorenz(scan: Scan, sizes: Sizes, xs: Any, ys: Any, zs: Any, rho: Any) -> Any:
    h = 0.001

    def step(state: Any, t: Any) -> Any:
        x, y, z, total = state
        dx, dy, dz = 10 * (y - x), x * (rho - z) - y, x * y - 8 / 3 * z
        z = z + h * dz
        return x + h * dx, y + h * dy, z, total + z[0]

    return scan(step, (xs, ys, zs, 0.0), sizes["steps"])[3]


def rnn(scan: Scan, sizes: Sizes, h: Any, mixed: Any, weights: Any, input: Any, signal: Any) -> Any:
    def step(state: Any, t: Any) -> Any:
        h, total = state
        h = jnp.tanh(weights @ h + input * signal[t])
        return h, total + h[0]

    return scan(step, (h, 0.0), sizes["steps"])[1]


def solve(scan: Scan, sizes: Sizes, lower: Any, b: Any, x: Any) -> Any:
    def step(state: Any, i: Any) -> Any:
        x, total = state
        row = jnp.where(jnp.arange(sizes["steps"]) < i, lower[i], 0.0)
        value = (b[i] - row @ x) / lower[i, i]
        return x.at[i].set(value), total + value**2

    return scan(step, (x, 0.0), sizes["steps"])[1]


def table(scan: Scan, sizes: Sizes, x: Any, table: Any) -> Any:
    def step(s: Any, t: Any) -> Any:
        return s + 0.001 * table[t * 4099 % sizes["entries"]] * jnp.sin(s)

    return scan(step, x, sizes["steps"])


def nest(scan: Scan, sizes: Sizes, u: Any, x: Any) -> Any:
    def step(state: Any, t: Any) -> Any:
        def cell(inner: Any, i: Any) -> Any:
            u, flow = inner
            here = u[i]
            return u.at[i].set(here + 0.01 * here * flow), flow - 0.01 * here * flow

        return scan(cell, state, sizes["cells"])

    return scan(step, (u, x), sizes["steps"])[1]
