"""Generated modules in the forms of Inductor, written for the tests: Triton with partitions, and a C++ wrapper."""

from __future__ import annotations

TRITON = '''# AOT ID: ['3_forward']
import torch
from torch._inductor.async_compile import AsyncCompile
from torch._inductor.select_algorithm import extern_kernels
from torch._C import _cuda_getCurrentRawStream as get_raw_stream

aten = torch.ops.aten
async_compile = AsyncCompile()


# kernel path: /cache/ab/cab.py
# Topologically Sorted Source Nodes: [h, y], Original ATen: [aten.relu, aten.mul]
# Source node to ATen node mapping:
#   h => relu
# Graph fragment:
#   %primals_1 : Tensor "f32[8, 4][4, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %relu : Tensor "f32[8, 4][4, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.relu.default](...)
#   %mul : Tensor "f32[8, 4][4, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](...)
#   return %mul
triton_poi_fused_mul_relu_0 = async_compile.triton('triton_poi_fused_mul_relu_0', \'\'\'
import triton
import triton.language as tl

@triton.jit
def triton_poi_fused_mul_relu_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    """Quotes in a kernel are escaped: \\'\\'\\'"""
    xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:]
    tl.store(out_ptr0 + (xindex), tl.load(in_ptr0 + (xindex)) * 2)
\'\'\', device_str='cuda')


# Original path: model.py:7
add_kernel_0 = async_compile.triton('add_kernel', \'\'\'
import triton

@triton.jit
def add_kernel(x_ptr, out_ptr, n):
    pass
\'\'\', device_str='cuda')


multi_kernel_0 = async_compile.multi_kernel('multi_kernel_0', [
    triton_poi_fused_mul_relu_0,
    add_kernel_0,
])


async_compile.wait(globals())
del async_compile

def partition_0(args):
    primals_1, primals_2 = args
    args.clear()
    assert_size_stride(primals_1, (8, 4), (4, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        buf0 = empty_strided_cuda((8, 4), (4, 1), torch.float32)
        # Topologically Sorted Source Nodes: [h, y], Original ATen: [aten.relu, aten.mul]
        # [Provenance debug handles] triton_poi_fused_mul_relu_0:1
        stream0 = get_raw_stream(0)
        triton_poi_fused_mul_relu_0.run(primals_1, buf0, 32, stream=stream0)
        buf1 = empty_strided_cuda((8, 8), (8, 1), torch.float32)
        # [Provenance debug handles] extern_kernels.mm:2
        extern_kernels.mm(buf0, primals_2, out=buf1)
        # [Provenance debug handles] add_kernel_0:3
        add_kernel_0.run(buf1, buf1, 64, stream=stream0)
        # [Provenance debug handles] torch.ops.demo.fill.default:4
        buf3 = torch.ops.demo.fill.default(buf1)
        multi_kernel_0.run(buf1, stream=stream0)
        aten.scatter_reduce_.two(buf1, 0, buf0, buf3, reduce='sum', include_self=True)
    buf4 = aten.bincount.default(buf3)
    assert_size_stride(buf3, (8, 8), (8, 1), 'torch.ops.demo.fill.default')
    return (buf3, buf4, )

class Runner:
    def __init__(self, partitions):
        self.partitions = partitions

    def recursively_apply_fns(self, fns):
        self.partitions = [fn(c) for fn, c in zip(fns, self.partitions)]

    def call(self, args):
        primals_1, primals_2 = args
        args.clear()
        partition0_args = [primals_1, primals_2]
        (buf3, buf4) = self.partitions[0](partition0_args)
        return (buf3, buf4, )

runner = Runner(partitions=[partition_0,])
call = runner.call


def get_args():
    return [torch.ops.aten.rand.default(8, 4)]


def benchmark_compiled_module(args, times=10, repeat=10):
    extern_kernels.mm(*args)
'''

OLD = """import torch

extern_kernels = torch

cpp_fused_relu_0 = async_compile.cpp_pybinding(['const float*', 'float*'], '''
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void kernel(const float* in_ptr0, float* out_ptr0)
{
}
''')

async_compile.wait(globals())

def call(args):
    arg0_1, = args
    cpp_fused_relu_0(arg0_1, buf0)
    extern_kernels.mm(buf0, buf0, out=buf1)
    cpp_fused_relu_0(buf1, buf2)
    return (buf2, )
"""
"""Without an AOT id, a Runner and provenance handles, as torch wrote it before."""

CPP = '''import torch
from torch._inductor.codecache import CppWrapperCodeCache

cpp_wrapper_src = (
r"""
#include <torch/csrc/inductor/cpp_wrapper/cpu.h>
extern "C"  void  cpp_fused_relu_0(const float* in_ptr0,
                       float* out_ptr0);

void inductor_entry_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, sizes, strides, &buf0_handle));
    // [Provenance debug handles] cpp_fused_relu_0:1
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    // [Provenance debug handles] aoti_torch_cpu_addmm_out:2
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf1, arg0_1, buf0, arg1_1, 1L, 1L));
    cpp_fused_relu_0((const float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()));
    output_handles[0] = buf2.release();
} // inductor_entry_impl

#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_relu_0(const float* in_ptr0,
                       float* out_ptr0)
{
    {
        out_ptr0[0] = in_ptr0[0];
    }
}
"""
)

inductor_entry = CppWrapperCodeCache.load_pybinding(main_code=cpp_wrapper_src, device_type="cpu")
'''
