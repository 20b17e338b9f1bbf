"""What is built from the tree holds every module once and runs."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def modules(*folders: str) -> list[str]:
    """The Python files of the tree, as the path that they have when installed."""
    found: list[str] = []
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if "ckptopt/dialects/" not in name:
                found.append(f"ckptopt/{name}" if folder == "dialects" else name)
    return sorted(found)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist, and with the wheel that is built from what the sdist holds."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder, "sdist")
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as sdist:
        sdist.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    build(source, folder, "wheel")
    build(ROOT, folder / "from-tree", "wheel")
    return folder


def build(source: Path, target: Path, kind: str) -> None:
    code = f"import hatchling.build as b, sys; b.build_{kind}(sys.argv[1])"
    target.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", code, str(target)], cwd=source, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("pattern", ["*.whl", "from-tree/*.whl"])
def test_wheels_hold_every_module_once(built: Path, pattern: str) -> None:
    (path,) = built.glob(pattern)
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert sorted(name for name in names if name.endswith(".py")) == modules("ckptopt", "dialects")
    assert {
        "ckptopt/py.typed",
        "ckptopt/execution/allocator.mlir",
        "ckptopt/runtime/checkpoint_schedule.c",
        "ckptopt/runtime/checkpoint_schedule.h",
        "ckptopt/runtime/checkpoint_store.c",
        "ckptopt/runtime/checkpoint_store.h",
    } <= set(names)
    assert {f"ckptopt/tools/explain/page.{kind}" for kind in ("html", "css", "js")} <= set(names)
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_an_installed_wheel_runs(built: Path, tmp_path: Path) -> None:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(tmp_path / "site")
    source = tmp_path / "a.mlir"
    source.write_text("func.func @f(%a: f64) -> f64 {\n  return %a : f64\n}\n")

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        start = f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); import runpy; "
        start += "runpy.run_module('ckptopt', run_name='__main__', alter_sys=True)"
        command = [sys.executable, "-P", "-c", start, *args]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    shown = run("--version")
    assert (shown.returncode, shown.stdout.split()[0]) == (0, "ckptopt"), shown.stderr
    done = run(str(source))
    assert done.returncode == 0, done.stderr
    assert "func.func @f(%a: f64) -> f64" in done.stdout


def test_xdsl_opt_finds_an_installed_wheel(built: Path, tmp_path: Path) -> None:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(tmp_path / "site")
    start = f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); "
    start += "from xdsl.tools.xdsl_opt import main; main()"
    source = ROOT / "examples" / "recurrence.mlir"
    command = [sys.executable, "-P", "-c", start, str(source), "-p", "loop-checkpoint"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "func.func @recurrence_grad(" in done.stdout
