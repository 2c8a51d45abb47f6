import {describe, expect, test} from 'vitest';
import {edgesOf, type Dat, type Position} from './dat';
import {replicate} from './copy';
import {addObject, connectAll, removeObjects, setMember} from './edit';
import {coresWithoutMemory, graphOf} from './graph';
import {cell} from './layers';
import {positionsOf} from './layout';
import {machine, machineNames, small} from './samples';
import {viewOf} from './view';

test.each(machineNames)('%s: nothing lies on anything', name => {
  const places = [...positionsOf(machine(name)).values()].sort((a, b) => a[0] - b[0]);
  for (const [i, [x, y]] of places.entries()) {
    for (const [x2, y2] of places.slice(i + 1)) {
      if (x2 - x >= cell.width - 1e-6) break;
      expect(Math.abs(y2 - y)).toBeGreaterThanOrEqual(cell.height / 2 - 1e-6);
    }
  }
});

test.each(machineNames)('%s: layers by distance from the core', name => {
  const dat = machine(name);
  const {names, levels} = graphOf(dat);
  const places = positionsOf(dat);
  // Objects that are joined but not equally far from a core never share a line.
  for (const edge of edgesOf(dat)) {
    const [a, b] = [names.indexOf(edge.source), names.indexOf(edge.target)];
    if (levels[a] === levels[b]) continue;
    const [ya, yb] = [places.get(edge.source)![1], places.get(edge.target)![1]];
    expect(ya).not.toBe(yb);
  }
});

test('the same machine is drawn alike, whatever was drawn before', () => {
  const first = [...positionsOf(machine('epyc-7702x2-nps4'))];
  positionsOf(machine('a64fx'));
  expect([...positionsOf(structuredClone(machine('epyc-7702x2-nps4')))]).toEqual(first);
});

/** Of the objects that both machines have, those that moved by more than a cell. */
function movedBy(before: Dat, after: Dat): string[] {
  const [from, to] = [positionsOf(before), positionsOf(after)];
  return [...from]
    .filter(([name, [x, y]]) => {
      const [x2, y2] = to.get(name) ?? [x, y];
      return Math.abs(x2 - x) > cell.width || Math.abs(y2 - y) > cell.height;
    })
    .map(([name]) => name);
}

const withCore = (dat: Dat): Dat => {
  const added = addObject(dat, 'core', dat.core_class![0]!.name);
  return connectAll(added.dat, [[added.name, 'L1_0']]);
};

const smallEdits: [string, (dat: Dat) => Dat, number][] = [
  ['one core more', withCore, 2],
  ['the last core removed', dat => removeObjects(dat, new Set([dat.core_obj.at(-1)!.name])), 4],
  ['the first edge removed', dat => removeObjects(dat, new Set([dat.edge_obj![0]!.name])), 4],
  ['a NUMA node of one core', dat => setMember(dat, new Set(['core3']), 'numa_node', 77), 4],
];

describe.each(['epyc-7702x2-nps4', 'epyc-7702x2-nps0', 'a64fx', 'xeon-phi-7210'])('%s', name => {
  test.each(smallEdits)('%s moves little', (_, change, most) => {
    const dat = machine(name);
    expect(movedBy(dat, change(dat)).length).toBeLessThanOrEqual(most);
  });
});

test('what was placed by hand stays', () => {
  const at: Position = [1234, -50];
  const dat: Dat = {...small(), layout: {mem0: at}} as Dat;
  expect(positionsOf(dat).get('mem0')).toEqual(at);
});

test('128 cores on one L2 are cut into blocks', () => {
  const {dat} = replicate(small(), new Set(['core0', 'L1_0']), 128, false);
  const xs = [...positionsOf(dat).values()].map(p => p[0]);
  expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(40 * cell.width);
});

test('an edge that leads nowhere and objects without edges are no obstacle', () => {
  const dat = small();
  dat.edge_obj!.push({name: 'lost', class: 'wire', source: 'core0', target: 'gone'});
  dat.cache_obj!.push({name: 'alone', class: 'L1'});
  expect(positionsOf(dat).size).toBe(4);
  expect(viewOf(dat, new Set()).edges).toHaveLength(2);
});

test('routes do not lead through cores or memories', () => {
  const dat = small();
  dat.core_obj.push({name: 'core1', class: 'core'});
  dat.edge_obj!.push({name: 'e', class: 'wire', source: 'core1', target: 'core0'});
  expect(coresWithoutMemory(dat)).toEqual(['core1']);
});

test('collapsed NUMA nodes: one box each, bundles between them, nothing moves', () => {
  const dat = machine('epyc-7702x2-nps4');
  const open = viewOf(dat, new Set());
  const closed = viewOf(dat, new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(closed.nodes.map(n => n.kind)).toEqual(new Array(8).fill('group'));
  expect(closed.nodes.flatMap(n => n.members)).toHaveLength(open.nodes.length);
  expect(closed.edges.every(e => e.id.startsWith('bundle:'))).toBe(true);
  const half = viewOf(dat, new Set([7]));
  const places = new Map(open.nodes.map(n => [n.id, n.at]));
  for (const node of half.nodes)
    if (node.kind !== 'group') expect(node.at).toEqual(places.get(node.id));
  expect(half.boxes.map(b => b.numaNode)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
