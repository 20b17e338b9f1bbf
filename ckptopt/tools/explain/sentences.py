"""What each role means, in a sentence, and which kind of work it belongs to."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ckptopt.roles import Role


class Kind(StrEnum):
    """The kinds of work that pictures and listings give a colour to."""

    ADVANCE = "advance"
    TAPE = "tape"
    REVERSE = "reverse"
    SNAPSHOT = "snapshot"
    SCAFFOLD = "scaffold"


class Meaning(NamedTuple):
    """The kind of a role, and the sentence that explains it."""

    kind: Kind
    sentence: str


MEANINGS: dict[Role, Meaning] = {
    Role.PRIMAL: Meaning(Kind.ADVANCE, "Code of the function itself, run once on the way forward."),
    Role.CONSTANT: Meaning(
        Kind.SCAFFOLD, "A constant; all that the derivative needs stand at its start, one of each."
    ),
    Role.FORWARD: Meaning(
        Kind.SCAFFOLD,
        "Control flow of the forward sweep: it runs the loop and decides where state is saved.",
    ),
    Role.REVERSE_SCAFFOLD: Meaning(
        Kind.SCAFFOLD,
        "Control flow of the reverse sweep: it visits the steps last to first, replays stretches "
        "of the loop, and runs their adjoints.",
    ),
    Role.TRIPS: Meaning(Kind.SCAFFOLD, "How many steps the loop makes, never less than zero."),
    Role.SEGMENTS: Meaning(
        Kind.SCAFFOLD,
        "Divides the steps into segments: where one starts, and how long it is.",
    ),
    Role.SPLIT: Meaning(
        Kind.SCAFFOLD,
        "How far to advance before the next snapshot, so that the fewest steps "
        "are run again in all.",
    ),
    Role.INDUCTION: Meaning(
        Kind.SCAFFOLD, "Rebuilds the induction variable of the loop from the number of the step."
    ),
    Role.ADVANCE: Meaning(Kind.ADVANCE, "Runs a step of the loop and keeps nothing but the state."),
    Role.TAPE: Meaning(
        Kind.TAPE, "Runs a step of the loop whose residuals are kept for its adjoint."
    ),
    Role.FACTOR: Meaning(
        Kind.TAPE,
        "A factor that the adjoint will multiply with, computed here because its operands will be "
        "gone.",
    ),
    Role.CACHE: Meaning(Kind.TAPE, "Room for values that the reverse sweep reads back."),
    Role.PUSH: Meaning(Kind.TAPE, "Puts a residual of this step on the tape."),
    Role.POP: Meaning(Kind.TAPE, "Takes a residual off the tape, the youngest first."),
    Role.SLOTS: Meaning(Kind.SNAPSHOT, "Makes, or frees, the slots that snapshots are kept in."),
    Role.SAVE: Meaning(
        Kind.SNAPSHOT, "Copies the state before a step, so that the loop can be run again."
    ),
    Role.RESTORE: Meaning(Kind.SNAPSHOT, "Makes the state of a snapshot the current one again."),
    Role.DISCARD: Meaning(
        Kind.SNAPSHOT, "Frees the memory of a snapshot that nobody needs any more."
    ),
    Role.COPY: Meaning(
        Kind.TAPE, "Copies memory that an adjoint reads and that is overwritten before it runs."
    ),
    Role.REPLAY_MEMORY: Meaning(
        Kind.SNAPSHOT,
        "Memory for replays to work in, so that they leave that of the caller as it is.",
    ),
    Role.RECOMPUTE: Meaning(Kind.REVERSE, "A cheap value is computed again rather than kept."),
    Role.REVERSE: Meaning(
        Kind.REVERSE, "The adjoint of an operation, its derivative times what arrives."
    ),
    Role.ACCUMULATE: Meaning(
        Kind.REVERSE, "A value that is read several times gets the sum of its adjoints."
    ),
    Role.SHADOW: Meaning(
        Kind.REVERSE,
        "Works on the shadow, the memory beside a buffer that holds its adjoint: the adjoint of a "
        "load adds to it, that of a store reads and clears it.",
    ),
    Role.HIDE: Meaning(
        Kind.SCAFFOLD, "Hides from later passes that a replay computes what was computed before."
    ),
    Role.CUT: Meaning(
        Kind.SCAFFOLD, "Where the forward function ends and the reverse function begins."
    ),
    Role.RETURN: Meaning(
        Kind.SCAFFOLD, "Returns derivatives, and results of the function if asked for."
    ),
    Role.TANGENT: Meaning(
        Kind.REVERSE, "The tangent of an operation: its derivative in the direction that is asked."
    ),
}
