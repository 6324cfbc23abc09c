/* Numbers as people read them: three significant digits, one unit in a column, unknown as a dash. */

import type { TensorSpec } from '../report';

/** What stands for a value that is unknown or does not exist. */
export const UNKNOWN = '—';

/** A time in seconds, with the unit that fits: `31.6 µs`, `102 µs`, `1.27 ms`, `11.4 s`. */
export function time(seconds: number | null): string {
  if (seconds === null) return UNKNOWN;
  const unit = timeUnit(seconds);
  return `${timeIn(seconds, unit)} ${unit}`;
}

export type TimeUnit = 'µs' | 'ms' | 's';
const SECONDS: Readonly<Record<TimeUnit, number>> = { µs: 1e-6, ms: 1e-3, s: 1 };

/** The unit for a time, or for a column whose largest time it is. */
export function timeUnit(seconds: number): TimeUnit {
  const size = Math.abs(seconds);
  return size < 0.9995e-3 ? 'µs' : size < 0.9995 ? 'ms' : 's';
}

/** A time as a number in `unit`, without the unit. */
export function timeIn(seconds: number, unit: TimeUnit): string {
  return significant(seconds / SECONDS[unit]);
}

/** Three significant digits without an exponent; none after the point from 100 on. */
export function significant(value: number): string {
  if (value === 0) return '0';
  const digits = Math.floor(Math.log10(Math.abs(value)));
  const rounded = Number(value.toPrecision(3));
  const size = Math.floor(Math.log10(Math.abs(rounded)));
  return size >= 2 ? whole(Math.round(rounded)) : rounded.toFixed(Math.min(Math.max(2 - Math.max(size, digits), 0), 3));
}

/** A ratio of eager to compiled time: `1.08×` below 2, `2.6×` from there. */
export function ratio(value: number | null): string {
  if (value === null) return UNKNOWN;
  return `${value < 99.95 ? value.toFixed(value < 1.995 ? 2 : 1) : whole(Math.round(value))}×`;
}

/** A 95 % interval of a ratio. */
export function interval(low: number, high: number): string {
  return `[${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes in binary units: `512 KiB`, `3.77 MiB`. */
export function bytes(count: number | null): string {
  if (count === null) return UNKNOWN;
  let value = count;
  let unit = 0;
  while (Math.abs(value) >= 1023.5 && unit < BYTES.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const shown = unit === 0 || Number.isInteger(value) ? whole(value) : significant(value);
  return `${shown} ${BYTES[unit]}`;
}

/** An exact count with thin spaces between the thousands: `131 072`. */
export function whole(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

/** `1 break`, `3 breaks`; the plural is given where it is not an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

const SHORT: Readonly<Record<string, string>> = {
  float64: 'f64',
  float32: 'f32',
  float16: 'f16',
  bfloat16: 'bf16',
  int64: 'i64',
  int32: 'i32',
  int16: 'i16',
  int8: 'i8',
  uint8: 'u8',
  bool: 'b8',
  complex64: 'c64',
  complex128: 'c128',
};

const SIZE: Readonly<Record<string, number>> = {
  float64: 8,
  float32: 4,
  float16: 2,
  bfloat16: 2,
  int64: 8,
  int32: 4,
  int16: 2,
  int8: 1,
  uint8: 1,
  bool: 1,
  complex64: 8,
  complex128: 16,
};

/** torch's name of a dtype, short: `f32`. */
export function dtype(name: string): string {
  return SHORT[name] ?? name;
}

/** What a node makes: `f32[8, 64, 64]`, `int` for a Python number. */
export function spec(made: TensorSpec): string {
  return made.shape === null ? dtype(made.dtype) : `${dtype(made.dtype)}[${made.shape.join(', ')}]`;
}

/** A shape inside a node: `[8,64,64]`; nothing when it has none. */
export function shape(made: TensorSpec | undefined): string {
  return made?.shape ? `[${made.shape.join(',')}]` : '';
}

/** The size of a tensor in bytes, or null when a size is symbolic or the dtype unknown. */
export function byteSize(made: TensorSpec): number | null {
  const size = SIZE[made.dtype];
  if (size === undefined || made.shape === null) return null;
  let count = size;
  for (const length of made.shape) {
    if (typeof length !== 'number') return null;
    count *= length;
  }
  return count;
}

/** A number with its unit as a metric holds it. */
export function metric(value: number | string | boolean | null, unit: string): string {
  if (value === null) return 'not measured';
  if (typeof value !== 'number') return String(value);
  if (unit === 's') return time(value);
  if (unit === 'bytes') return bytes(value);
  if (unit === 'ratio') return ratio(value);
  return Number.isInteger(value) ? whole(value) : significant(value);
}

/** The first `limit` characters of a value, and how much there is of it; null when it fits. */
export function cut(text: string, limit: number): { readonly start: string; readonly size: string } | null {
  if (text.length <= limit) return null;
  const size = text.length < 1000 ? plural(text.length, 'character') : `${significant(text.length / 1000)} kB`;
  return { start: text.slice(0, limit), size };
}

/** Control and direction characters as visible signs, so that a text cannot hide or reorder what is beside it. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\u00b7');
}
