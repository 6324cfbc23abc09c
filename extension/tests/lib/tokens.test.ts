import { describe, expect, it } from 'vitest';
import { languageOf, scan } from '../../src/lib/tokens';

/** The tokens of a text as `style:text`. */
function shown(name: string, text: string): string[] {
  const lines = text.split('\n');
  return scan(languageOf(name), text).flatMap((tokens, at) =>
    tokens.map((token) => `${token.style}:${lines[at]!.slice(token.from, token.to)}`),
  );
}

describe('tokens', () => {
  it.each([
    ['python', 'def f(x): # y', ['keyword:def', 'name:f', 'comment:# y']],
    ['python', 's = """a\nb""" + 1', ['string:"""a', 'string:b"""', 'number:1']],
    ['python', "t = 'it\\'s' if x else None", ["string:'it\\'s'", 'keyword:if', 'keyword:else', 'keyword:None']],
    ['triton', '@triton.jit\nx = tl.load(p)', ['directive:@triton.jit', 'type:tl.load']],
    [
      'cpp',
      'auto x = 1.0f; /* a\n b */ int64_t y;',
      ['keyword:auto', 'number:1.0f', 'comment:/* a', 'comment: b */', 'type:int64_t'],
    ],
    ['cpp', '#pragma omp\nfor(;;) // go', ['directive:#pragma', 'keyword:for', 'comment:// go']],
    [
      'llvm',
      '%1 = fadd float %a, 1.0 ; sum',
      ['operand:%1', 'keyword:fadd', 'type:float', 'operand:%a', 'number:1.0', 'comment:; sum'],
    ],
    ['ttir', '%0 = tt.load %p : f32', ['operand:%0', 'keyword:tt.load', 'operand:%p', 'type:f32']],
    [
      'ptx',
      '.visible .entry k()\nld.global.b32 %r1, [%rd2];',
      ['directive:.visible', 'directive:.entry', 'keyword:ld.global.b32', 'operand:%r1', 'operand:%rd2'],
    ],
    [
      'asm',
      '  vmovups ymm1, [r12+rbx*4]',
      ['keyword:vmovups', 'operand:ymm1', 'operand:r12', 'operand:rbx', 'number:4'],
    ],
    ['asm', '.L3:\n\tjne .L3', ['label:.L3:', 'keyword:jne']],
    [
      'sass',
      '/*0010*/ FFMA R0, R1, R2, RZ ;',
      ['comment:/*0010*/', 'keyword:FFMA', 'operand:R0', 'operand:R1', 'operand:R2', 'operand:RZ'],
    ],
    ['bytecode', ' 16  2 LOAD_FAST 0 (self)', ['number:16', 'number:2', 'keyword:LOAD_FAST', 'number:0']],
    ['json', '{"a": "b", "c": null}', ['name:"a"', 'string:"b"', 'name:"c"', 'keyword:null']],
    ['nothing known', 'for if "x', []],
  ])('%s: %s', (name, text, expected) => expect(shown(name, text)).toEqual(expected));

  it('leaves a line that is too long for code plain, at once', () => {
    const line = 'x = "\\'.repeat(100_000);
    for (const name of ['python', 'cpp', 'llvm', 'ptx', 'asm', 'json']) {
      expect(scan(languageOf(name), line)).toEqual([[]]);
    }
  });
});
