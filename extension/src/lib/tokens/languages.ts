/* The languages of the compiler's listings, each a row of marks, words and patterns. */

import type { Language } from './scanner';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;

const python: Language = {
  keywords: words(
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
      'if import in is lambda nonlocal not or pass raise return try while with yield match case',
  ),
  defines: words('def class'),
  lineComments: ['#'],
  blocks: [
    ['"""', '"""', 'string'],
    ["'''", "'''", 'string'],
  ],
  quotes: '"\'',
  patterns: [[/@[A-Za-z_][\w.]*/y, 'directive']],
  word: IDENTIFIER,
};

/** Triton is Python whose own words are worth seeing. */
const triton: Language = {
  ...python,
  types: words('constexpr pointer_type int1 int8 int16 int32 int64 float16 bfloat16 float32 float64'),
  patterns: [
    [/@[A-Za-z_][\w.]*/y, 'directive'],
    [/\btl(?:_math)?\.[A-Za-z_][\w.]*/y, 'type'],
  ],
};

const cpp: Language = {
  keywords: words(
    'alignas auto bool break case catch char class const constexpr const_cast continue default delete do double ' +
      'dynamic_cast else enum explicit extern false float for friend goto if inline int long namespace new noexcept ' +
      'nullptr operator private protected public register reinterpret_cast return short signed sizeof static ' +
      'static_assert static_cast struct switch template this throw true try typedef typename union unsigned using ' +
      'virtual void volatile while',
  ),
  types: words('int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t half bfloat16'),
  lineComments: ['//'],
  blocks: [['/*', '*/', 'comment']],
  quotes: '"\'',
  patterns: [[/#\s*[a-z]+/y, 'directive']],
  word: IDENTIFIER,
};

const llvm: Language = {
  keywords: words(
    'define declare ret br switch call invoke load store alloca getelementptr inbounds phi select icmp fcmp add sub ' +
      'mul sdiv udiv srem urem fadd fsub fmul fdiv frem fneg and or xor shl lshr ashr trunc zext sext fptrunc fpext ' +
      'fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast extractelement insertelement ' +
      'shufflevector extractvalue insertvalue fence cmpxchg atomicrmw to nuw nsw fast contract tail unreachable ' +
      'attributes target datalayout triple constant global private internal align module func',
  ),
  types: words('void half bfloat float double label metadata token ptr i1 i8 i16 i32 i64 f16 bf16 f32 f64 index'),
  lineComments: [';', '//'],
  blocks: [],
  quotes: '"',
  patterns: [
    [/^[A-Za-z0-9$._-]+:/my, 'label'],
    [/[%@][A-Za-z0-9$._#-]+/y, 'operand'],
    [/![A-Za-z0-9_.]*/y, 'comment'],
    [/#\d+/y, 'directive'],
    [/\b(?:tt|ttg|arith|scf|math|llvm|nvvm|cf|gpu)\.[a-z_.]+/y, 'keyword'],
  ],
  word: IDENTIFIER,
};

const ptx: Language = {
  keywords: words('ret exit bra call'),
  lineComments: ['//'],
  blocks: [['/*', '*/', 'comment']],
  quotes: '"',
  patterns: [
    [/^\s*\$?[A-Za-z_$][\w$]*:/my, 'label'],
    [/%[A-Za-z_][\w.]*/y, 'operand'],
    [/@!?%[A-Za-z]\w*/y, 'keyword'],
    [/\.[a-z]\w*/y, 'directive'],
    [/[a-z][a-z0-9]*(?:\.[a-z0-9_:]+)+/y, 'keyword'],
  ],
  word: /[A-Za-z_$][\w$]*/y,
};

const MNEMONIC =
  /(?<=^\s*(?:[0-9a-f]+:?\s+(?:(?:[0-9a-f]{2}\s)+\s*)?|\/\*[0-9a-f]+\*\/\s+)?)[A-Za-z][A-Za-z0-9_.]*(?=\s|;|$)/y;

const asm: Language = {
  lineComments: ['#', ';;', '//'],
  blocks: [['/*', '*/', 'comment']],
  quotes: '"',
  patterns: [
    [/^\s*[.A-Za-z_$][\w$.@]*:/my, 'label'],
    [/(?<=^\s*)\.[a-z_]+/y, 'directive'],
    [MNEMONIC, 'keyword'],
    [/%?\b(?:[xyz]mm\d+|[re]?[abcd][xhl]|[re]?[sd]il?|[re]?[sbi]pl?|r\d+[dwb]?)\b/y, 'operand'],
    [/\b(?:U?R(?:Z|\d+)|P[T\d])\b/y, 'operand'],
  ],
  word: /[A-Za-z_.$][\w.$@]*/y,
};

const bytecode: Language = {
  lineComments: ['#'],
  blocks: [],
  quotes: '"\'',
  patterns: [
    [/\b[A-Z][A-Z_0-9]{2,}\b/y, 'keyword'],
    [/>>/y, 'label'],
  ],
  word: IDENTIFIER,
};

const json: Language = {
  keywords: words('true false null'),
  lineComments: [],
  blocks: [],
  quotes: '"',
  patterns: [[/"(?:[^"\\]|\\.)*"(?=\s*:)/y, 'name']],
  word: IDENTIFIER,
};

const text: Language = { lineComments: [], blocks: [], quotes: '', patterns: [], word: /[^\s]+/y };

const BY_NAME: Readonly<Record<string, Language>> = {
  python,
  triton,
  cpp,
  llvm,
  ttir: llvm,
  ttgir: llvm,
  ptx,
  sass: asm,
  asm,
  bytecode,
  json,
};

/** The language of a listing by the document's name for it; a name that is not known is plain text. */
export function languageOf(name: string): Language {
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name]! : text;
}
