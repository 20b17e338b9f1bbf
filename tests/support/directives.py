"""The directives that ask for each scheme, with a small budget: on counted loops, on others."""

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

ONLINE = {
    "store_all": "",
    **{
        f"{slots} slots": (
            "attributes {enzyme.enable_checkpointing = true, "
            f"enzyme.checkpoint_period = {slots} : i64}}"
        )
        for slots in (2, 3, 8)
    },
}
