import {expect, test} from 'vitest';
import {checkDat} from './check';
import {byName, countsOf, edgesOf, emptyDat, layoutOf, type Dat} from './dat';
import {fragmentOf, paste, replicate} from './copy';
import {
  addObject,
  align,
  connectAll,
  copyClass,
  moveObjects,
  removeObjects,
  renameClass,
  renameObject,
  setMember,
  tidy,
} from './edit';
import {machine, small} from './samples';

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

test('no edit changes its argument', () => {
  const dat = frozen(machine('a64fx'));
  const names = new Set(['core0', 'L1_0']);
  addObject(dat, 'cache', undefined);
  removeObjects(dat, names);
  connectAll(dat, [['core0', 'mem0']]);
  renameObject(dat, 'core0', 'first');
  renameClass(dat, 'cache', 'L1', 'l1d');
  setMember(dat, names, 'numa_node', 3);
  replicate(dat, names, 3, true);
  paste(dat, fragmentOf(dat, names), [0, 0]);
  align(dat, [...names], 'row');
});

test('a machine drawn from nothing is whole', () => {
  let dat: Dat = emptyDat();
  const core = addObject(dat, 'core', undefined);
  const cache = addObject(core.dat, 'cache', undefined);
  const memory = addObject(cache.dat, 'mem', undefined);
  expect([core.name, cache.name, memory.name]).toEqual(['core0', 'L1_0', 'mem0']);
  dat = connectAll(memory.dat, [[cache.name, core.name]]);
  dat = connectAll(dat, [[cache.name, memory.name]]);
  expect(checkDat(dat)).toEqual([]);
  // The end nearer to the core is the source: reads are reads.
  expect(edgesOf(dat).map(e => `${e.source}>${e.target}`)).toEqual(['core0>L1_0', 'L1_0>mem0']);
  expect(connectAll(dat, [['mem0', 'L1_0']])).toBe(dat);
});

test('with an object go its edges and its place', () => {
  const dat = moveObjects(small(), new Map([['L1_0', [1, 2]]]));
  const next = removeObjects(dat, new Set(['L1_0']));
  expect(countsOf(next)).toBe('1 core, 1 memory');
  expect(next).not.toHaveProperty('layout');
});

test('a new name is followed by edges and the layout', () => {
  const dat = moveObjects(small(), new Map([['L1_0', [1.4, 2]]]));
  const next = renameObject(dat, 'L1_0', 'l1');
  expect(edgesOf(next).map(e => `${e.source}>${e.target}`)).toEqual(['core0>l1', 'l1>mem0']);
  expect(layoutOf(next)).toEqual(new Map([['l1', [1, 2]]]));
  expect(checkDat(next)).toEqual([]);
});

test('replicas are numbered on, joined inside, and joined with the same outside', () => {
  const {dat, names} = replicate(small(), new Set(['core0', 'L1_0']), 3, false);
  expect(names).toEqual(['core1', 'L1_1', 'core2', 'L1_2']);
  expect(
    edgesOf(dat)
      .slice(2)
      .map(e => e.name),
  ).toEqual(['core1-L1_1', 'L1_1-mem0', 'core2-L1_2', 'L1_2-mem0']);
  expect(checkDat(dat)).toEqual([]);
});

test('replicas with NUMA nodes of their own', () => {
  const {dat} = replicate(small(), new Set(['core0', 'L1_0', 'mem0']), 4, true);
  expect(dat.core_obj.map(c => c.numa_node ?? 0)).toEqual([0, 1, 2, 3]);
  expect(dat.mem_obj.map(m => m.numa_node ?? 0)).toEqual([0, 1, 2, 3]);
  const spread = replicate(
    setMember(dat, new Set(['core1', 'L1_1', 'mem1']), 'numa_node', 7),
    new Set(['core1', 'L1_1', 'mem1', 'core0', 'L1_0', 'mem0']),
    3,
    true,
  );
  const nodes = spread.dat.core_obj.map(c => c.numa_node ?? 0);
  expect(new Set(nodes).size).toBe(nodes.length);
});

test('a copy has no results of the original', () => {
  const dat = setMember(small(), new Set(['core0', 'L1_0']), 'time', 0.5);
  const {dat: next} = replicate(dat, new Set(['core0', 'L1_0']), 2, false);
  expect(next.core_obj[1]).toEqual({name: 'core1', class: 'core'});
});

test('pasted into another machine, classes come along', () => {
  const fragment = fragmentOf(machine('a64fx'), new Set(['core0', 'L1_0', 'L2_0']));
  const {dat, names} = paste(small(), fragment, [500, 500]);
  expect(names).toEqual(['core1', 'L1_1', 'L2_0']);
  // There is another L1 already: theirs gets a name of its own.
  expect(dat.cache_class!.map(c => c.name)).toEqual(['L1', 'L2', 'L3']);
  expect(byName(dat).get('L1_1')!.object.class).toBe('L2');
  expect(checkDat(dat).map(f => f.message)).toEqual(["core 'core1' reaches no memory"]);
  const xs = [...layoutOf(dat).values()].map(p => p[0]);
  expect((Math.min(...xs) + Math.max(...xs)) / 2).toBe(500);
});

test('a class renamed or copied', () => {
  const renamed = renameClass(small(), 'cache', 'L1', 'l1d');
  expect(byName(renamed).get('L1_0')!.object.class).toBe('l1d');
  expect(checkDat(renamed)).toEqual([]);
  const {dat, name} = copyClass(small(), 'cache', 'L1');
  expect(name).toBe('L2');
  expect(dat.cache_class).toHaveLength(2);
});

test('aligned on a line, at even distances; tidied, nothing is left', () => {
  const dat = align(
    moveObjects(
      small(),
      new Map([
        ['core0', [0, 0]],
        ['L1_0', [100, 50]],
        ['mem0', [500, 40]],
      ]),
    ),
    ['core0', 'L1_0', 'mem0'],
    'row',
  );
  expect(dat.layout).toEqual({core0: [0, 30], L1_0: [250, 30], mem0: [500, 30]});
  expect(tidy(dat)).not.toHaveProperty('layout');
  expect(layoutOf(tidy(dat, new Set(['mem0']))).has('mem0')).toBe(false);
});
