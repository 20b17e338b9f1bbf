"""Ops that are not read in their custom syntax: the table of them, and what becomes of them."""

from __future__ import annotations

import io

import pytest
from support.inprocess import run_cli
from support.toolchain import mlir_opt

from ckptopt.dialects.reader import ReadError, parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.dialects.writer import print_module

GENERIC_ONLY = {
    "async.coro": ("begin", "end", "free", "id", "save", "suspend"),
    "async.runtime": ("await_and_resume", "resume"),
    "gpu": (
        *("create_2to4_spmat", "create_bsr", "create_coo", "create_coo_aos", "create_csc"),
        *("create_csr", "create_dn_tensor", "destroy_dn_tensor", "destroy_sp_mat", "sddmm"),
        *("sddmm_buffer_size", "set_csr_pointers", "spgemm_copy", "spgemm_create_descr"),
        *("spgemm_destroy_descr", "spgemm_work_estimation_or_compute", "spmat_get_size", "spmm"),
        *("spmm_buffer_size", "spmv", "spmv_buffer_size", "subgroup_mma_extract_thread_local"),
        "subgroup_mma_insert_thread_local",
    ),
    "llvm": ("mlir.ifunc",),
    "nvvm": (
        *("convert.float.to.tf32", "cp.async.bulk.commit.group", "cp.async.shared.global"),
        *("elect.sync", "fence.proxy", "griddepcontrol", "inline_ptx", "ldmatrix", "mapa"),
        *("match.sync", "mbarrier.arrive", "mbarrier.init", "mbarrier.try_wait", "mma.sync"),
        *("nanosleep", "prefetch", "redux.sync", "setmaxregister", "stmatrix", "tcgen05.alloc"),
        *("tcgen05.mma", "vote.sync", "wgmma.fence.aligned", "wgmma.mma_async", "wmma.load"),
        *("wmma.mma", "wmma.store"),
    ),
    "omp": ("barrier", "parallel", "simd", "target", "task", "taskwait", "wsloop"),
    "rocdl": ("barrier", "workitem.id.x"),
}
"""Ops of the dialects that appear beside ours which have their generic form alone.

Those of omp, rocdl and the rest of nvvm are a selection: what is not in `ckptopt/dialects` is not
read. Their generic form needs `--allow-unregistered-dialect`, except where xDSL defines the op.
"""

NAMES = [f"{prefix}.{name}" for prefix, names in GENERIC_ONLY.items() for name in names]


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_the_custom_syntax_gives_one_located_error(name: str, allowed: bool) -> None:
    with pytest.raises(ReadError) as raised:
        parse_module(new_context(allowed), f"module {{\n  {name} %x : i32\n}}\n", "in.mlir")
    error = raised.value
    assert (error.line, error.column) == (2, 3)
    assert f"operation '{name}'" in error.msg
    assert "generic form" in error.msg


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("omp.")])
def test_the_generic_form_passes_through(name: str) -> None:
    line = f'"{name}"() {{a = #nvvm.kept<"<", x>, b = !gpu.sparse.spmat_handle}} : () -> ()'
    module = parse_module(new_context(True), f"module {{\n  {line}\n}}\n", "in.mlir")
    stream = io.StringIO()
    print_module(module, stream)
    assert line in stream.getvalue()


OMP = """
func.func @f(%n: index) {
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%n) to (%n) step (%n) {
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
"""


def test_omp_goes_through_in_the_generic_form() -> None:
    before = mlir_opt(OMP, "--mlir-print-op-generic").stdout
    result = run_cli(["-"], before)
    assert result.exit_code == 0, result.stderr
    assert mlir_opt(result.stdout, "--mlir-print-op-generic").stdout == before


ALIASES = """
#map = affine_map<(d0) -> (d0 + 1)>
#inner = #my.inner<"#map">
#outer = #my.outer<a = #map, b = [#inner]>
"my.op"() {c = #outer} : () -> ()
"""


def test_unregistered_attributes_keep_what_their_aliases_stand_for() -> None:
    options = ["--allow-unregistered-dialect", "--mlir-print-op-generic"]
    result = run_cli(["-", "--allow-unregistered-dialect"], ALIASES)
    assert result.exit_code == 0, result.stderr
    assert "#map" not in result.stdout.replace('"#map"', "")
    assert mlir_opt(result.stdout, *options).returncode == 0


@pytest.mark.parametrize("body", ["#unknown", "a = #unknown", "[!unknown]"])
def test_an_undefined_alias_within_an_attribute_is_located(body: str) -> None:
    text = f"module attributes {{a = #llvm.tbaa_root<{body}>}} {{}}"
    with pytest.raises(ReadError) as raised:
        parse_module(new_context(), text, "in.mlir")
    assert raised.value.msg == f"undefined symbol alias '{body.strip('a =[]')}'"
    assert raised.value.column == text.index("unknown")


def test_aliases_that_expand_beyond_measure_are_an_error() -> None:
    lines = ['#a0 = #llvm.tbaa_root<id = "root">']
    lines += [f"#a{i} = #llvm.tbaa_tag<#a{i - 1}, #a{i - 1}>" for i in range(1, 30)]
    with pytest.raises(ReadError, match="without aliases"):
        parse_module(new_context(), "\n".join(lines), "in.mlir")
