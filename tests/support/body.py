"""Which statement a random function body gets next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from support.affine import AffineCode
from support.buffers import BufferCode


@dataclass
class Body(AffineCode, BufferCode):
    """Writes a function body; the caller puts the signature around it."""

    def statement(self) -> None:
        table = [*self.flat_statements(), *(self.nested_statements() if self.budget > 0 else ())]
        enabled = [row for row in table if not row[1] or self.on(row[1])]
        (chosen,) = self.rng.choices(enabled, [row[0] for row in enabled])
        before = len(self.lines)
        chosen[2]()
        if len(self.lines) == before:  # nothing in scope that it could work on
            self.float_statement()

    def flat_statements(self) -> list[tuple[float, str, Callable[[], None]]]:
        """Weights, features and writers of the statements without regions."""
        affine = 1.0 if self.dimensions else 0.2
        return [
            (6, "", self.float_statement),
            (1.2, "", self.integer_statement),
            (2, "memory", self.load_statement),
            (2, "memory", self.store_statement),
            (3, "memory", self.update_statement),
            (1.5, "integer_memory", self.integer_memory_statement),
            (1, "copy", self.copy_statement),
            (2, "views", self.view_statement),
            (1.5, "call", self.call_statement),
            (2 * affine, "affine", self.affine_load_statement),
            (2 * affine, "affine", self.affine_store_statement),
            (2 * affine, "affine", self.affine_apply_statement),
        ]

    def nested_statements(self) -> list[tuple[float, str, Callable[[], None]]]:
        """The same of those with regions."""
        return [
            (3, "nested" if self.loop_depth else "", self.loop_statement),
            (1.6, "if", self.if_statement),
            (1, "alloc", self.buffer_statement),
            (1.5, "sweep", self.sweep_statement),
            (1.5, "affine", self.affine_loop_statement),
            (2 if self.dimensions else 0, "affine", self.affine_if_statement),
            (1, "while", self.while_statement),
            (1.6, "carried_memory", self.carried_memory_statement),
            (0.8, "parallel", self.parallel_statement),
            (0.6, "switch", self.switch_statement),
            (0.8, "execute_region", self.region_statement),
        ]
