import {expect, test} from 'vitest';
import {didYouMean, nearest, Numbering, splitName} from './names';

test('names are split before their number', () => {
  expect(splitName('L3_12')).toEqual({stem: 'L3_', number: 12});
  expect(splitName('mem')).toEqual({stem: 'mem', number: undefined});
});

test('numbering goes on behind the largest number of each stem', () => {
  const numbering = new Numbering(new Set(['core0', 'core7', 'L1_3']));
  expect([
    numbering.copyOf('core0'),
    numbering.copyOf('core7'),
    numbering.copyOf('L1_3'),
    numbering.make('mem'),
  ]).toEqual(['core8', 'core9', 'L1_4', 'mem0']);
});

test('a name without a number is copied with one, and free names stay', () => {
  const numbering = new Numbering(new Set(['edc', 'a-b']));
  expect(numbering.copyOf('edc')).toBe('edc_0');
  expect(numbering.free('b-c')).toBe('b-c');
  expect(numbering.free('a-b')).toBe('a-b_0');
});

test('suggestions', () => {
  expect(nearest('linesise', ['linesize', 'latency'])).toBe('linesize');
  expect(nearest('L4', ['L1', 'L2'])).toBe('L1');
  expect(nearest('router', ['core', 'mem'])).toBeUndefined();
  expect(didYouMean('ocre0', ['core0'])).toBe("did you mean 'core0'?");
  expect(nearest('x'.repeat(200), ['x'.repeat(200)])).toBeUndefined();
});
