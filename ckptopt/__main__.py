"""Runs the command line: ``python -m ckptopt``."""

from ckptopt.cli import main

if __name__ == "__main__":
    main(prog_name="ckptopt")
