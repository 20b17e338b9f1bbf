"""The directives that ask for each scheme, with a small budget."""

from __future__ import annotations

DIRECTIVES = {
    "store_all": "",
    "periodic": "{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}",
    "binomial": (
        "{enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, "
        "enzyme.checkpoint_period = 2 : i64}"
    ),
    "leaf": (
        '{enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "leaf", '
        "enzyme.checkpoint_period = 2 : i64, enzyme.checkpoint_leaf = 3 : i64}"
    ),
}
