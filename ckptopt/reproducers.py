"""Reproducers: files that hold an input and the pipeline to run on it, in the form of mlir-opt's.

The pipeline stands in a resource, which `--run-reproducer` of either tool runs::

    {-#
      external_resources: {
        mlir_reproducer: {
          pipeline: "builtin.module(loop-checkpoint{fn=f})",
          disable_threading: false,
          verify_each: true
        }
      }
    #-}
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from ckptopt import diagnostics
from ckptopt.dialects.external_resources import ExternalResources, external_resources_text
from ckptopt.dialects.reader import File
from ckptopt.settings import Settings

OWNER = "mlir_reproducer"


def text_of(source: str, pipeline: str, settings: Settings, remarks: str = "") -> str:
    """Return a reproducer.

    Arguments:
        source: the input, as it was written.
        pipeline: the passes, anchored at a module.
        settings: what else matters when it is run again.
        remarks: lines for the comment at the top.
    """
    flags = " --allow-unregistered-dialect" * settings.allow_unregistered
    flags += " --no-implicit-module" * settings.no_implicit_module
    header = [f"RUN: ckptopt %s --run-reproducer{flags}", *remarks.splitlines()]
    comment = "\n".join(f"// {line}".rstrip() for line in header)
    resources: ExternalResources = {
        OWNER: {
            "pipeline": pipeline,
            "disable_threading": False,
            "verify_each": settings.verify_each,
        }
    }
    return f"{comment}\n\n{source.rstrip()}\n\n{external_resources_text(resources)}"


def take_pipeline(file: File) -> tuple[str, bool]:
    """Take the resource out of a file; return its pipeline, and whether to verify in between.

    Raises:
        CompileError: the file is no reproducer.
    """
    entries = file.external_resources.pop(OWNER, {})
    pipeline = entries.get("pipeline")
    if not isinstance(pipeline, str):
        raise diagnostics.error(file.start, f"no pipeline to run: there is no '{OWNER}' resource")
    return pipeline, bool(entries.get("verify_each", True))


def write_new(text: str) -> str | None:
    """Write a new file here or, if that cannot be, in the folder for temporary files."""
    for folder in (".", tempfile.gettempdir()):
        try:
            with tempfile.NamedTemporaryFile(
                "w",
                prefix="ckptopt-reproducer-",
                suffix=".mlir",
                dir=folder,
                delete=False,
                encoding="utf-8",
            ) as file:
                file.write(text)
        except OSError:
            continue
        return Path(file.name).name if folder == "." else file.name
    return None
