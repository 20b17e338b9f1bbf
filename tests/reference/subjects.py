"""What is compared: programs with their arguments, each with a judge that knows the gradient.

For a case file the judge is the gradient in its header. For a shape it is differences of the
executed primal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from fuzz import agreement
from support import cases
from support.cases import Case
from support.directives import DIRECTIVES
from support.programs import LoopProgram
from support.written import program_of

from ckptopt.execution import Outcome, Program, memref_parts
from reference.incumbent import Question
from reference.shapes import SHAPES, WITHOUT_DIRECTIVE


class Subject(Protocol):
    """A program to differentiate, by us (`pipeline`) and by Enzyme (`question`)."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def pipeline(self) -> str: ...
    @property
    def question(self) -> Question: ...
    @property
    def must_fail(self) -> bool:
        """True if the only right answer is an error."""
        ...

    @property
    def primal(self) -> Program | None:
        """What the judge needs to have run."""
        ...

    def gradient(self, module: str) -> Program:
        """The call of the gradient function that a tool made."""
        ...

    def complaint(self, gradient: Outcome, primal: Outcome | None) -> str:
        """What is wrong with an executed gradient; nothing if it is right."""
        ...


@dataclass(frozen=True)
class CaseSubject:
    """A case file."""

    case: Case

    @property
    def name(self) -> str:
        return f"case {self.case.path.stem}"

    @property
    def text(self) -> str:
        return self.case.path.read_text(encoding="utf-8")

    @property
    def pipeline(self) -> str:
        return cases.pass_text(self.case)

    @property
    def question(self) -> Question:
        return Question(
            self.text,
            tuple(
                _activity(type_, self.case.is_active(name, type_))
                for name, type_ in self.case.arguments
            ),
            tuple(_result_activity(type_) for type_ in self.case.results),
        )

    @property
    def must_fail(self) -> bool:
        return self.case.expects == "error"

    @property
    def primal(self) -> None:
        return None

    def gradient(self, module: str) -> Program:
        return cases.gradient_program(self.case, module)

    def complaint(self, gradient: Outcome, primal: Outcome | None) -> str:
        del primal
        found = cases.gradients(self.case, gradient.calls[0])
        return "; ".join(cases.mismatches(self.case, found)[:1])


@dataclass(frozen=True)
class ShapeSubject:
    """A shape, with one scheme."""

    program: LoopProgram

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def text(self) -> str:
        return self.program.text

    @property
    def pipeline(self) -> str:
        return "loop-checkpoint{fn=f}"

    @property
    def question(self) -> Question:
        return Question(
            self.text,
            tuple(_activity(p.type, p.is_active) for p in self.program.parameters),
            tuple(_result_activity(type_) for type_ in self.program.results),
        )

    @property
    def must_fail(self) -> bool:
        return False

    @property
    def primal(self) -> Program:
        return agreement.primal_program(self.program)

    def gradient(self, module: str) -> Program:
        return agreement.gradient_program(self.program, module)

    def complaint(self, gradient: Outcome, primal: Outcome | None) -> str:
        assert primal is not None
        if primal.failure:
            return f"the primal cannot be run: {primal.failure}"
        report = agreement.Report()
        problem = agreement.finite_difference_mismatch(
            self.program, primal, gradient.calls[0], report
        )
        if not problem and not report.compared:
            return "no difference is accurate enough to tell"
        return problem


def _activity(type_: str, active: bool) -> str:
    if not active:
        return "enzyme_const"
    return "enzyme_dup" if memref_parts(type_) else "enzyme_active"


def _result_activity(type_: str) -> str:
    return "enzyme_active" if cases.is_float(type_) else "enzyme_const"


def subjects() -> Iterator[Subject]:
    """Every case file, then every shape with each scheme that applies to it."""
    for path in sorted(cases.CASES.glob("*.mlir"), key=cases.number_of):
        yield CaseSubject(cases.read_case(path))
    for name, text in SHAPES.items():
        for scheme, directive in DIRECTIVES.items():
            placed = text.replace("DIRECTIVE", directive)
            yield ShapeSubject(program_of(placed, f"{name}, {scheme.replace('_', '-')}"))
    for name, text in WITHOUT_DIRECTIVE.items():
        yield ShapeSubject(program_of(text, name))
