"""Split mode: both functions together give the combined gradient.

Also if the caller overwrites the primal's memory in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from execution.test_linalg import IN_LOOPS, PROGRAMS
from execution.test_while import BUFFERS, COUNT
from fuzz.agreement import gradient_program
from support import cases
from support.directives import DIRECTIVES, ONLINE
from support.inprocess import run_cli
from support.written import program_of

from ckptopt.execution import Program, memref_parts, run_batch

CASES = [
    case
    for case in map(cases.read_case, sorted(cases.CASES.glob("*.mlir")))
    if "GRAD" in case.head and case.expects not in ("error", "error-or-ok")
]


def signature(text: str, name: str) -> tuple[list[str], list[str], list[str]]:
    """Names and types of the arguments of a function, and the types of its results."""
    found = re.search(rf"func\.func @{name}\((.*?)\)(?: -> (.*?))? \{{$", text, re.MULTILINE)
    assert found is not None
    arguments = re.findall(r"%([\w.$-]+): ((?:memref<.*?>+|[\w]+))(?=, %|$)", found[1])
    results = (found[2] or "").strip()
    inner = results[1:-1] if results.startswith("(") else results
    types = re.findall(r"memref<.*?>+(?=,|$)|\w+", inner)
    return [n for n, _ in arguments], [t for _, t in arguments], types


def overwritten(name: str, type_: str) -> Iterator[str]:
    """Operations that set all of a memref of floats, of rank one, to NaN."""
    yield f"  %nan_{name} = arith.constant 0x7FF8000000000000 : f64"
    yield f"  %zero_{name} = arith.constant 0 : index"
    yield f"  %one_{name} = arith.constant 1 : index"
    yield f"  %dim_{name} = memref.dim %{name}, %zero_{name} : {type_}"
    yield f"  scf.for %i = %zero_{name} to %dim_{name} step %one_{name} {{"
    yield f"    memref.store %nan_{name}, %{name}[%i] : {type_}"
    yield "  }"


def together(text: str, combined: str) -> str:
    """`text` with a function `@f_grad` of the combined signature that calls both halves."""
    names, types, results = signature(combined, "f_grad")
    known = dict(zip(names, types, strict=True))
    forward_names, forward_types, forward_results = signature(text, "f_fwd")
    reverse_names, reverse_types, _ = signature(text, "f_rev")
    own = len([name for name in reverse_names if name in known])
    tape = len(reverse_names) - own
    values = [f"%r{index}" for index in range(len(forward_results))]
    operands = [f"%{n}" for n in reverse_names[:own]] + values[len(values) - tape :]
    lines = [f"func.func @f_grad({', '.join(f'%{n}: {t}' for n, t in known.items())})"]
    lines[0] += f" -> ({', '.join(results)}) {{"
    left = f"{', '.join(values)} = " if values else ""
    lines.append(
        f"  {left}func.call @f_fwd({', '.join('%' + n for n in forward_names)}) : "
        f"({', '.join(forward_types)}) -> ({', '.join(forward_results)})"
    )
    for name, type_ in known.items():
        parts = memref_parts(type_)
        if parts is not None and len(parts[0]) == 1 and parts[1] == "f64" and "_shadow" not in name:
            lines += overwritten(name, type_)
    gradients = [f"%g{index}" for index in range(len(results))]
    left = f"{', '.join(gradients)} = " if gradients else ""
    lines.append(
        f"  {left}func.call @f_rev({', '.join(operands)}) : "
        f"({', '.join(reverse_types)}) -> ({', '.join(results)})"
    )
    colon = f" : {', '.join(results)}" if results else ""
    lines += [f"  return {', '.join(gradients)}{colon}", "}"]
    body = text.strip().removeprefix("module {").removesuffix("}")
    return f"{body}\n" + "\n".join(lines)


def test_both_halves_give_the_combined_gradient() -> None:
    programs = []
    for case in CASES:
        option = cases.pass_text(case)
        whole = run_cli([str(case.path), "-p", option])
        halves = run_cli([str(case.path), "-p", option.replace("fn=f", "fn=f mode=split")])
        assert (whole.exit_code, halves.exit_code) == (0, 0), halves.stderr
        programs.append(cases.gradient_program(case, whole.stdout))
        programs.append(cases.gradient_program(case, together(halves.stdout, whole.stdout)))
    outcomes = run_batch(programs)
    for case, whole, halves in zip(CASES, outcomes[::2], outcomes[1::2], strict=True):
        assert not halves.failure, f"{case.path.name}: {halves.failure}"
        assert halves.calls[0].results == whole.calls[0].results, case.path.name
        assert not cases.mismatches(case, cases.gradients(case, halves.calls[0])), case.path.name
        memory = halves.calls[0].memory
        assert memory.allocations == memory.deallocations, case.path.name


def test_halves_with_structured_operations() -> None:
    texts = {
        **{n: t.replace("DIRECTIVE", DIRECTIVES["binomial"][1:-1]) for n, t in IN_LOOPS.items()},
        **{name: PROGRAMS[name] for name in ("matmul", "in_place", "dot", "local_buffer")},
    }
    check_halves(texts)


def test_halves_with_loops_of_unknown_trip_counts() -> None:
    """The forward function counts; the reverse function gets the count, and the slots."""
    programs = {"counts": COUNT, **BUFFERS}
    check_halves(
        {
            f"{name} {slots}": text.replace("WHILE", ONLINE[slots])
            for name, text in programs.items()
            for slots in ("store_all", "3 slots", "8 slots")
        }
    )


def check_halves(texts: Mapping[str, str]) -> None:
    """Both functions together give the combined gradient, and free what they allocate."""
    programs: list[Program] = []
    texts_of: dict[str, str] = {}
    for name, text in texts.items():
        program = program_of(text, name)
        whole = run_cli(["-p", "loop-checkpoint{fn=f}"], text)
        halves = run_cli(["-p", "loop-checkpoint{fn=f mode=split}"], text)
        assert (whole.exit_code, halves.exit_code) == (0, 0), halves.stderr
        texts_of[name] = whole.stdout
        programs.append(gradient_program(program, whole.stdout))
        programs.append(gradient_program(program, together(halves.stdout, whole.stdout)))
    outcomes = run_batch(programs)
    for name, whole, halves in zip(texts, outcomes[::2], outcomes[1::2], strict=True):
        assert not halves.failure, f"{name}: {halves.failure}"
        assert halves.calls[0].results == whole.calls[0].results, name
        memory = halves.calls[0].memory
        assert memory.allocations == memory.deallocations, name
        for index, argument in enumerate(signature(texts_of[name], "f_grad")[0]):
            if argument.endswith("_shadow"):
                assert halves.calls[0].contents[index] == whole.calls[0].contents[index], name
