import { describe, expect, it } from 'vitest';
import { tidy } from '../../src/lib/tidy';

const CPP = `#include <torch/csrc/inductor/cpp_prefix.h>
extern "C" void kernel(float* in_out_ptr0)
{
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(131072L); x0+=static_cast<int64_t>(8L))
        {
            if(C10_LIKELY(x0 >= static_cast<int64_t>(0) && x0 < static_cast<int64_t>(131072L)))
            {
                auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
                auto tmp1 = tmp0.neg();
            }
        }
    }
}`;

describe('tidy', () => {
  it('keeps the sense of a C++ kernel, with the numbers of the exact text', () => {
    const tidied = tidy(CPP, 'cpp')!;
    expect(tidied.text.split('\n')).toEqual([
      'extern "C" void kernel(float* in_out_ptr0)',
      '  for (x0 = 0; x0<131072; x0+=8)',
      '    auto tmp0 = loadu(in_out_ptr0 + x0);',
      '    auto tmp1 = tmp0.neg();',
    ]);
    expect(tidied.numbers).toEqual([2, 6, 10, 11]);
  });

  it('drops frees and checks of a wrapper', () => {
    const tidied = tidy(
      'def call(args):\n    args.clear()\n    # note\n    buf1 = buf0; del buf0  # reuse\n    return (buf1, )',
      'python',
    )!;
    expect(tidied).toEqual({ text: 'def call(args):\n  buf1 = buf0\n  return (buf1, )', numbers: [1, 4, 5] });
  });

  it('has nothing to say of other languages', () => expect(tidy('x', 'ptx')).toBeNull());

  it('leaves a cast that never closes', () =>
    expect(tidy('a = static_cast<int>(b', 'cpp')!.text).toBe('a = static_cast<int>(b'));
});
