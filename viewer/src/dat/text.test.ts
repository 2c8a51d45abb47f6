import {describe, expect, test} from 'vitest';
import type {Dat} from './dat';
import {machine, machineNames, machineText, small} from './samples';
import {readText, writeDat} from './text';

// hpcast wrote these files, so its form and ours are the same, to the byte.
test.each(machineNames)('%s is written as hpcast writes it', name => {
  expect(writeDat(machine(name))).toBe(machineText(name));
});

test('what is written is read', () => {
  const dat = {
    ...small(),
    extra: {'deep': [1, {a: null}], 'with "quotes"': true},
  } as unknown as Dat;
  expect(readText(writeDat(dat)).dat).toEqual(dat);
});

describe('places', () => {
  const text = writeDat(small());
  const {places} = readText(text);
  test('of an object', () => {
    const [from, to] = places.rangeOf(['cache_obj', 0]);
    expect(text.slice(from, to)).toBe('{"name": "L1_0", "class": "L1"}');
  });
  test('of what is missing: the thing around it', () => {
    const [from, to] = places.rangeOf(['cache_obj', 0, 'numa_node']);
    expect(text.slice(from, to)).toBe('{"name": "L1_0", "class": "L1"}');
  });
  test('and back', () => {
    expect(places.pathAt(text.indexOf('"L1_0-mem0"') + 3)).toEqual(['edge_obj', 1, 'name']);
    expect(places.pathAt(0)).toEqual([]);
  });
});

test.each([
  ['', 'the text is empty'],
  ['{"core_obj": [', 'is expected here'],
  ['{"a": 1, "a": 2}', "the member 'a' is here twice"],
  ['{"a": 1,}', 'a value is expected here'],
  ['{"a": 1} 2', 'the text should have ended here'],
  ['// no\n{}', 'JSON has no comments'],
  ['[]', 'a DAT is a JSON object'],
  ['{"core_obj": {}}', "'core_obj' must be an array"],
  ['{"core_obj": [3]}', "'core_obj' holds objects"],
  ['{"core_obj": [{"class": "c"}]}', "'name' must be here"],
  ['{"edge_obj": [{"name": "e", "class": "c", "source": "a"}]}', "'target' must be here"],
  ['{"a": 1e400}', 'this number is out of range'],
])('%s cannot be drawn', (text, message) => {
  const {dat, faults} = readText(text);
  expect(dat).toBeUndefined();
  expect(faults.map(f => f.message).join('\n')).toContain(message);
});

test('a number of too many digits is kept as long as only the text changes, and told of', () => {
  const {dat, faults} = readText('{"serial": 9007199254740993, "core_obj": []}');
  expect(dat).toBeDefined();
  expect(faults).toMatchObject([{path: ['serial'], rule: 'digits', warning: true}]);
});

test('a member called __proto__ is a member', () => {
  const {dat} = readText('{"__proto__": {"name": "x"}, "core_obj": []}');
  expect(Object.keys(dat!)).toContain('__proto__');
  expect((dat as unknown as {name?: string}).name).toBeUndefined();
});
