import {describe, expect, test} from 'vitest';
import {checkDat} from './check';
import type {Dat} from './dat';
import {emptyDat} from './dat';
import {pointerOf} from './fault';
import {machine, machineNames, small} from './samples';

/** Faults of the small machine after a change, as "pointer message". */
function faultsAfter(change: (dat: any) => void): string[] {
  const dat = structuredClone(small());
  change(dat);
  return checkDat(dat as Dat).map(
    f => `${pointerOf(f.path)} ${f.message}${f.hint ? `; ${f.hint}` : ''}`,
  );
}

test.each(machineNames)('%s has no faults', name => {
  expect(checkDat(machine(name))).toEqual([]);
});

test('of a machine that nobody has drawn yet, nothing is called wrong', () => {
  expect(checkDat(emptyDat()).every(f => f.warning)).toBe(true);
});

describe('faults', () => {
  test.each<[string, (dat: any) => void, string]>([
    [
      'class',
      d => (d.cache_obj[0].class = 'L4'),
      "/cache_obj/0/class no such cache_class 'L4'; did you mean 'L1'?",
    ],
    [
      'class of another kind',
      d => (d.cache_obj[0].class = 'dram'),
      "/cache_obj/0/class no such cache_class 'dram'; 'dram' is a mem_class",
    ],
    [
      'name',
      d => d.mem_obj.push({name: 'core0', class: 'dram'}),
      "/mem_obj/1/name an object named 'core0' is here twice, first as core; rename one of them",
    ],
    [
      'end',
      d => (d.edge_obj[1].target = 'mem1'),
      "/edge_obj/1/target no object named 'mem1'; did you mean 'mem0'?",
    ],
    [
      'loop',
      d => (d.edge_obj[1].target = 'L1_0'),
      '/edge_obj/1/target the edge joins an object with itself',
    ],
    [
      'edge as an end',
      d => (d.edge_obj[1].target = 'core0-L1_0'),
      "/edge_obj/1/target no object named 'core0-L1_0'",
    ],
    [
      'reach',
      d => d.edge_obj.pop(),
      "/core_obj/0 core 'core0' reaches no memory; join it, through caches and routers, with a memory",
    ],
    [
      'required',
      d => delete d.mem_class[0].read_bandwidth,
      "/mem_class/0 'read_bandwidth' is missing",
    ],
    [
      'unit',
      d => (d.mem_class[0].read_bandwidth = '25 furlongs'),
      '/mem_class/0/read_bandwidth \'read_bandwidth\' must be bytes/s, or a string such as "51.2 GB/s"',
    ],
    ['zero', d => (d.mem_class[0].read_bandwidth = 0), '/mem_class/0/read_bandwidth'],
    [
      'enum',
      d => (d.cache_class[0].replacement = 'fifo'),
      "/cache_class/0/replacement 'replacement' must be one of lru, plru, random",
    ],
    [
      'capacity',
      d => (d.cache_class[0].capacity = 1000),
      '/cache_class/0/capacity 1000 bytes are no multiple of linesize × associativity = 64 × 8 = 512; the nearest that fits below is 512',
    ],
    [
      'linesize',
      d => (d.mem_class[0].linesize = 48),
      "/mem_class/0/linesize 'linesize' must be a power of two, at most 1048576",
    ],
    [
      'plru',
      d =>
        Object.assign(d.cache_class[0], {
          replacement: 'plru',
          associativity: 12,
          capacity: 64 * 12,
        }),
      "/cache_class/0/replacement 'plru' needs a power of two of ways, associativity is 12",
    ],
    [
      'curve',
      d =>
        (d.mem_class[0].latency_curve = [
          {bandwidth: 2, latency: 1},
          {bandwidth: 1, latency: 2},
        ]),
      '/mem_class/0/latency_curve/1/bandwidth the points must ascend in bandwidth',
    ],
    [
      'curve that bends back',
      d =>
        (d.mem_class[0].latency_curve = [
          {bandwidth: 2, latency: 2, read_percent: 50},
          {bandwidth: 1, latency: 1, read_percent: 100},
          {bandwidth: 3, latency: 1, read_percent: 50},
        ]),
      '/mem_class/0/latency_curve/2/latency latency must not fall as more is used',
    ],
    [
      'curve of a cache',
      d =>
        (d.cache_class[0].latency_curve = [
          {bandwidth: 1, latency: 2},
          {bandwidth: 2, latency: 1},
        ]),
      '/cache_class/0/latency_curve/1/latency latency must not fall as more is used',
    ],
    [
      'cores',
      d => (d.edge_obj.shift(), (d.core_obj = [])),
      '/core_obj there is no core_obj, expected at least one',
    ],
    [
      'class twice',
      d => d.edge_class.push({name: 'wire'}),
      "/edge_class/1/name edge_class 'wire' is here twice; rename one of them",
    ],
    [
      'unknown member',
      d => (d.cache_class[0].linesise = 64),
      "/cache_class/0/linesise unknown member, kept but without effect; did you mean 'linesize'?",
    ],
    [
      'duplex of an edge without bandwidth',
      d => (d.edge_class[0].duplex = 'half'),
      "/edge_class/0 'duplex' needs 'read_bandwidth' beside it",
    ],
    [
      'magnitude',
      d => (d.mem_class[0].read_bandwidth = 1e40),
      "/mem_class/0/read_bandwidth 'read_bandwidth' is out of all bounds",
    ],
  ])('%s', (_, change, expected) => {
    const faults = faultsAfter(change);
    expect(faults.join('\n')).toContain(expected);
    expect(faults).toHaveLength(1);
  });
});
