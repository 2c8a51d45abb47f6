import {expect, test} from 'vitest';
import {
  formatBytes,
  formatCount,
  formatPercent,
  formatScaled,
  formatTime,
  parseQuantity,
} from './units';

test.each([
  ['32 KiB', 'bytes', 32768],
  [32768, 'bytes', 32768],
  ['16 GiB', 'bytes', 2 ** 34],
  ['1.1 kB', 'bytes', 1100],
  ['51.2 GB/s', 'bandwidth', 51.2e9],
  ['100 Gbit/s', 'bandwidth', 12.5e9],
  [' 5 ', 'bandwidth', 5],
  ['175 ns', 'time', 175e-9],
  ['2 min', 'time', 120],
  ['1 \u00b5s', 'time', 1e-6],
  ['3e-9', 'time', 3e-9],
  ['3.2 TFLOP/s', 'flops', 3.2e12],
  ['8 Ginst/s', 'ips', 8e9],
  ['.5 GB/s', 'bandwidth', 5e8],
] as const)('%s as %s', (text, dimension, value) => {
  expect(parseQuantity(text, dimension)).toBe(value);
});

test.each([
  ['51.2 furlongs', 'bandwidth'],
  ['', 'bytes'],
  ['KiB', 'bytes'],
  ['1 GB/s', 'bytes'],
  ['5 mmin', 'time'],
  ['1.2.3 GB', 'bytes'],
  ['0x10', 'bytes'],
  [null, 'bytes'],
  [Infinity, 'bytes'],
  ['1e999', 'time'],
] as const)('%s is no %s', (text, dimension) => {
  expect(parseQuantity(text, dimension)).toBeUndefined();
});

// As hpcast prints them (base/units_test.cc).
test('what people read', () => {
  expect(formatTime(0.00535)).toBe('5.35 ms');
  expect(formatTime(2000)).toBe('2000 s');
  expect(formatTime(0)).toBe('0 s');
  expect(formatScaled(51.2e9, 'B/s')).toBe('51.2 GB/s');
  expect(formatScaled(999.6, 'B/s')).toBe('1 kB/s');
  expect(formatBytes(24.9 * 2 ** 20)).toBe('24.9 MiB');
  expect(formatBytes(16 * 2 ** 20)).toBe('16 MiB');
  expect(formatBytes(1)).toBe('1 B');
  expect(formatPercent(0.054)).toBe('5.4 %');
  expect(formatPercent(1)).toBe('100 %');
  expect(formatPercent(0.0012)).toBe('0.12 %');
  expect(formatCount(259_123)).toBe('259 k');
  expect(formatCount(0)).toBe('0');
});
