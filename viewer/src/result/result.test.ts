import {expect, test} from 'vitest';
import type {Limit, MemoryResult} from '../generated/result';
import {machine} from '../dat/samples';
import {caveats, compareLevels, compareLimits, compareObjects, headline} from './compare';
import {levelsOf} from './levels';
import {intensity, roofAt, rooflineInWords, rooflineOf} from './roofline';
import {checkResult, forecastInDat, forecastOfResult, occupancy} from './loads';
import {light} from './colours';
import {
  failureWords,
  isLowerBound,
  limitLabel,
  limitWords,
  limitWordsOf,
  withoutWords,
} from './limits';
import {differenceOverlay, occupancyOverlay} from './overlay';
import {machineOf} from './skeleton';
import {described, phaseStack, threadStack, threadTimes} from './stacks';
import {checkDat} from '../dat/check';

/** Of a core, a cache and a memory: times in seconds. */
function result(cache: number, memory: number, change: Partial<MemoryResult> = {}): MemoryResult {
  const object = (name: string, kind: string, level: number, time: number, more: object = {}) => ({
    name,
    kind,
    class: kind,
    numa_node: 0,
    level,
    num_read: 10,
    num_write: 5,
    bytes_read: 640,
    bytes_write: 320,
    time_s: time,
    occupancy: 0,
    ...more,
  });
  const time = Math.max(cache, memory);
  const bottleneck = memory >= cache ? 'mem0' : 'L1_0';
  return {
    format: 'hpcast-memory-answer',
    schema_version: 2,
    tool: {name: 'hpcast', version: '0'},
    verdict: 'v',
    time_s: time,
    phases: [],
    assumptions: [],
    not_modelled: [],
    inputs: [
      {path: 'a/rome.dat.json', sha256: '', role: 'machine'},
      {path: 'runs/triad.trace/', sha256: '', role: 'trace'},
    ],
    bottleneck: {name: bottleneck, kind: bottleneck === 'mem0' ? 'memory' : 'cache', occupancy: 1},
    objects: [
      object('core0', 'core', 0, 0, {time_flops_s: 0, time_inst_s: 0, num_dp_flops: 1000}),
      object('L1_0', 'cache', 1, cache, {
        read_hits: 6,
        read_misses: 4,
        write_hits: 5,
        write_misses: 0,
        writebacks: 0,
        invalidations: 0,
      }),
      object('mem0', 'memory', 2, memory),
    ],
    run: {
      wall_s: 1,
      cpu_s: 1,
      host: 'h',
      date: 'd',
      references: 1,
      references_per_s: 1,
      threads: 1,
      tracer: 'compiler',
      command: [],
      mode: 'offline',
    },
    ...change,
  } as unknown as MemoryResult;
}

test('a result is read', () => {
  const forecast = forecastOfResult(checkResult(result(1, 2)));
  expect(forecast.title).toBe('triad on rome');
  expect(occupancy(forecast.whole, 'L1_0')).toBe(0.5);
  expect(forecast.whole.loads.get('L1_0')!.hitRate).toBe(11 / 15);
  expect(forecast.whole.loads.get('mem0')!.kind).toBe('mem');
});

test("a result with cores' own times is read", () => {
  const executing = {time_s: 2, caches_s: 1.5, branches_s: 0.25, units_s: 0};
  const timed = result(1, 2);
  Object.assign(timed.objects[0]!, {executing});
  timed.phases = [
    {name: 'a', time_s: 2, share: 1, bottleneck: 'core0', references: 1, executing, objects: []},
  ];
  expect(forecastOfResult(checkResult(timed)).whole.time).toBe(2);
  Object.assign(timed.objects[0]!, {executing: {time_s: 2}});
  expect(() => checkResult(timed)).toThrow('/objects/0/executing');
});

const waiting: Limit = {kind: 'latency', name: 'waiting for memory', time_s: 3, worth_s: 2};
const memory: Limit = {
  ...{kind: 'memory', name: 'ddr', time_s: 2, worth_s: 0},
  ...{object: 'mem0', count: 1},
};

/** Of four seconds on the core, and a second for which its two threads wait for each other. */
function timed(change: Partial<MemoryResult> = {}, cores = ['core0', 'core1']): MemoryResult {
  const executing = {time_s: 4, caches_s: 2.5, branches_s: 0.5, units_s: 1};
  const made = result(1, 2, {time_s: 5, ...change});
  const core = made.objects[0]!;
  Object.assign(core, {executing, time_s: 4});
  made.objects.push({...core, name: 'core1', executing: {...executing, time_s: 1}});
  made.bottleneck = {name: 'core0', kind: 'core', occupancy: 0.8};
  made.limits = [waiting, memory];
  made.phases = [
    {
      name: 'solve',
      limits: made.limits,
      time_s: made.time_s,
      share: 1,
      bottleneck: 'core0',
      references: 1,
      executing,
      threads_s: made.time_s,
      threads: [
        {thread: 0, core: cores[0]!, worked_s: 4, waited_s: 0},
        {thread: 3, core: cores[1]!, worked_s: 1, waited_s: made.time_s - 1, waited_for: 0},
      ],
      objects: [
        {name: 'core0', num_read: 0, num_write: 0, bytes_read: 0, bytes_write: 0, time_s: 4},
      ],
    },
  ];
  return made;
}

test('what limits, in words', () => {
  expect(limitWords(result(1, 2))).toBe('mem0 (memory)');
  expect(limitWords(timed())).toBe('core0 (core): waiting for memory');
  expect(limitWords(timed({time_s: 9}))).toBe('threads that wait for each other');
  expect(limitWordsOf(timed(), timed().phases[0]!)).toBe('core0 (core): waiting for memory');
  const faulty = timed();
  Object.assign(faulty.objects[0]!, {executing: undefined});
  expect(limitWords(faulty)).toBe('core0 (core)');
  faulty.limits = [{kind: 'page_faults', name: 'page faults', time_s: 3, worth_s: 3}];
  expect(limitWords(faulty)).toBe('core0 (core): page faults');
  const loaded: Limit = {...waiting, name: 'waiting for loaded memory', time_s: 1.5};
  const busy = timed();
  busy.limits = [waiting, loaded];
  expect(limitWords(busy)).toBe('core0 (core): waiting for loaded memory');
  busy.limits = [waiting, {...loaded, time_s: 1.4}];
  expect(limitWords(busy)).toBe('core0 (core): waiting for memory');
  const idle = result(0, 0, {bottleneck: {name: '', kind: 'memory', occupancy: 0}});
  expect(limitWords(idle)).toBe('nothing');
});

test('limits, in words', () => {
  const several: Limit = {kind: 'memory', name: 'ddr', time_s: 2, worth_s: 0, count: 4};
  expect([waiting, memory, several].map(limitLabel)).toEqual([
    'waiting for memory',
    'mem0 (memory)',
    '4 × ddr (memory)',
  ]);
  expect([waiting, memory].map(limit => withoutWords(limit, 4))).toEqual(['2 s, 2.0× faster', '–']);
});

test('limits that move are those of compare', () => {
  const of = (limits: Limit[]) => forecastOfResult({...result(1, 2), limits}).whole;
  expect(compareLimits(of([waiting, memory]), of([waiting, memory]))).toEqual([]);
  expect(
    compareLimits(of([waiting, memory]), of([{...memory, time_s: 1, worth_s: 1, count: 2}])),
  ).toEqual([
    {name: 'waiting for memory', a: 3, b: undefined},
    {name: 'ddr (memory)', a: 2, b: 1},
  ]);
});

test('references alone, or operations without the time of the cores, are a lower bound', () => {
  expect(isLowerBound(result(1, 2))).toBe(false);
  const uncounted = result(1, 2);
  delete uncounted.objects[0]!.num_dp_flops;
  expect(isLowerBound(uncounted)).toBe(true);
  const why = "the cores' own time: the machine's cores have no pipeline";
  expect(isLowerBound(result(1, 2, {not_modelled: [why]}))).toBe(true);
  const pmnet = "the cores' own time: as in PMNet (see --model)";
  expect(isLowerBound(result(1, 2, {not_modelled: [pmnet]}))).toBe(false);
  expect(isLowerBound(timed({not_modelled: [why]}))).toBe(false);
  expect(headline(forecastOfResult(uncounted).whole, forecastOfResult(timed()).whole)).toBe(
    "A's time is only a lower bound: B is 2.5× slower (2 s → 5 s); the bottleneck moves from" +
      ' mem0 (memory) to core0 (core): waiting for memory',
  );
});

test('a program that failed', () => {
  const of = (exit_status: number, more = {}) =>
    failureWords(result(1, 2, {run: {...result(1, 2).run, exit_status}, ...more}));
  expect([of(0), of(3), of(137, {partial: 'killed'})]).toEqual([
    '',
    'the program ended with status 3',
    '',
  ]);
});

test('the time of a phase by what it is for; causes share what they would save together', () => {
  const stack = phaseStack(timed({time_s: 5.5}).phases)!;
  expect(stack.bars[0]!.values).toEqual([0, 2.5, 0.5, 1, 0, 1.5, 0]);
  const overlapping = timed();
  overlapping.phases[0]!.executing!.units_s = 5;
  expect(phaseStack(overlapping.phases)!.bars[0]!.values.slice(0, 4)).toEqual([0, 1.25, 0.25, 2.5]);
  expect(phaseStack(result(1, 2).phases)).toBeUndefined();
});

test('threads work by cause where each has a core to itself', () => {
  const stackOf = (r: MemoryResult) => threadStack(r, threadTimes(r.phases))!;
  const own = stackOf(timed());
  expect(own.bars.map(bar => bar.name)).toEqual(['thread 3', 'thread 0']);
  expect(own.bars[1]!.values).toEqual([0, 2.5, 0.5, 1, 0, 0]);
  const shared = stackOf(timed({}, ['core0', 'core0']));
  expect(described(shared, shared.bars[0]!)).toBe('thread 3: 5 s; works 1 s; waits 4 s');
});

test('what is no result is refused with its reason', () => {
  expect(() => checkResult({...result(1, 2), schema_version: 3})).toThrow(
    'a result of a newer hpcast',
  );
  expect(() => checkResult({...result(1, 2), objects: [{}]})).toThrow('/objects/0');
});

test('a result of schema_version 1 has its members renamed', () => {
  const {format: _, ...now} = result(1, 2);
  const before = {
    ...now,
    schema_version: 1,
    objects: now.objects.map(({time_s: time, ...o}) => ({...o, time})),
  };
  expect(checkResult(before).objects.map(o => o.time_s)).toEqual(now.objects.map(o => o.time_s));
});

test('headlines', () => {
  const [a, b] = [forecastOfResult(result(1, 2)).whole, forecastOfResult(result(1, 0.5)).whole];
  expect(headline(a, b)).toBe(
    'B is 2.0× faster (2 s → 1 s); the bottleneck moves from mem0 (memory) to L1_0 (cache)',
  );
  expect(headline(b, a)).toBe(
    'B is 2.0× slower (1 s → 2 s); the bottleneck moves from L1_0 (cache) to mem0 (memory)',
  );
  expect(headline(a, a)).toBe(
    'A and B take the same time (2 s); the bottleneck stays mem0 (memory)',
  );
});

test('differences by object and by level', () => {
  const [a, b] = [forecastOfResult(result(1, 2)).whole, forecastOfResult(result(1.5, 0.5)).whole];
  expect(compareObjects(a, b).map(d => [d.name, d.change])).toEqual([
    ['mem0', -1.5],
    ['L1_0', 0.5],
    ['core0', 0],
  ]);
  expect(compareLevels(a, b).map(d => d.name)).toEqual(['cache, level 1', 'memory']);
});

test('what makes two forecasts hard to compare is said', () => {
  const a = forecastOfResult(result(1, 2, {assumptions: ['x'], partial: 'the disk was full'}));
  const b = forecastOfResult(result(1, 2, {inputs: [{path: 'm', sha256: 'b', role: 'machine'}]}));
  expect(caveats(a, b)).toEqual(['A is of a partial trace: the disk was full', 'only A: x']);
});

test('a DAT with numbers in it', () => {
  const dat = machine('i7-7700k');
  expect(forecastInDat(dat)).toBeUndefined();
  Object.assign(dat.mem_obj[0]!, {num_read: 3, bytes_read: 192, time: 0.004});
  Object.assign(dat.cache_obj![0]!, {time: 0.001});
  const forecast = forecastInDat(dat)!;
  expect(forecast.verdict).toBe('4 ms, limited by mem0 (memory), next L1_0 (25 % of it)');
  expect(forecast.whole.loads.get('mem0')!.reads).toBe(3);
});

test('levels, and the mean that a level would need if its load were spread', () => {
  const levels = levelsOf(forecastOfResult(result(1, 2)).whole);
  expect(levels.map(l => [l.label, l.busiest.time, l.mean])).toEqual([
    ['cache', 1, 1],
    ['memory', 2, 2],
  ]);
});

/** With what its classes do at most. */
const limited = (change: Partial<MemoryResult> = {}): MemoryResult =>
  result(1, 2, {
    classes: [
      {kind: 'core', class: 'core', dp_flops: 600, sp_flops: 1200},
      {kind: 'cache', class: 'cache', read_bandwidth: 960, write_bandwidth: 960, duplex: 'full'},
      {kind: 'memory', class: 'memory', read_bandwidth: 960, write_bandwidth: 480, duplex: 'half'},
    ],
    ...change,
  });

test('roofline: closed form', () => {
  const roofline = rooflineOf(forecastOfResult(limited()), machine('i7-7700k'))!;
  expect(roofline.peaks).toEqual([{label: '1 core, double precision', rate: 600}]);
  expect(roofline.levels.map(l => l.label)).toEqual(['memory (1 of 1)']);
  expect(roofline.levels[0]!.limits).toBe(true);
  expect(roofline.levels[0]!.bandwidth).toBeCloseTo(960 / (640 / 960 + 320 / 480));
  const [run] = roofline.points;
  expect([run!.rate, intensity(run!, 0)]).toEqual([500, 1000 / 960]);
  expect(roofAt(roofline, 0, 0.5)).toBeCloseTo(360);
  expect(roofAt(roofline, 0, 100)).toBe(600);
  expect(rooflineInWords(roofline)).toContain(
    'whole run: 500 FLOP/s at 1.04 FLOP/B of memory (1 of 1), 83 % of its roof there (600 FLOP/s)',
  );
});

test('a roofline has a point for each phase that has FLOPs, and none without FLOPs', () => {
  const phase = (name: string) => ({
    name,
    time_s: 1,
    share: 0.5,
    bottleneck: 'mem0',
    references: 1,
    objects: [
      {name: 'mem0', num_read: 1, num_write: 1, bytes_read: 64, bytes_write: 64, time_s: 1},
    ],
  });
  const of = (change: Partial<MemoryResult>) =>
    rooflineOf(forecastOfResult(limited(change)), machine('i7-7700k'));
  const operations = [
    {thread: 0, phase: 'a', dp_flops_scalar: 100, x87_flops: 28},
    {thread: 0, phase: 'a', part: 'start-up' as const, dp_flops_scalar: 100},
    {thread: 0, phase: 'b', instructions: 7},
  ];
  const points = of({phases: [phase('a'), phase('b')], operations})!.points;
  expect(points.map(p => [p.name, p.rate])).toEqual([
    ['whole run', 500],
    ['a', 128],
  ]);
  const uncounted = limited();
  delete uncounted.objects[0]!.num_dp_flops;
  expect(of({objects: uncounted.objects})).toBeUndefined();
});

test('the roofline of a result of before, or of a DAT, takes its ceilings from the machine', () => {
  const dat = machine('i7-7700k');
  Object.assign(dat.core_obj[0]!, {num_dp_flops: 1000});
  Object.assign(dat.mem_obj[0]!, {bytes_read: 192, time: 0.004});
  Object.assign(
    dat.cache_obj!.find(c => c.name === 'L3_0')!,
    {bytes_read: 384, time: 0.001},
  );
  Object.assign(
    dat.cache_obj!.find(c => c.name === 'L1_0')!,
    {bytes_read: 384, time: 0.001},
  );
  const roofline = rooflineOf(forecastInDat(dat)!, dat)!;
  expect(roofline.peaks).toEqual([{label: '1 core, double precision', rate: 67.2e9}]);
  expect(roofline.levels.map(l => l.label)).toEqual(['L3 (1 of 1)', 'ddr4-2400x2 (1 of 1)']);
  expect(roofline.levels[1]!.bandwidth).toBe(38.4e9);
});

test('overlays: shares, the limit, and differences to both sides', () => {
  const [a, b] = [forecastOfResult(result(1, 2)).whole, forecastOfResult(result(1.5, 0.5)).whole];
  const shares = occupancyOverlay(a, light);
  expect(shares(['mem0'])).toMatchObject({
    share: '100 %',
    limits: true,
    fill: light.occupancy[6]!.fill,
  });
  expect(shares(['core0', 'L1_0'])).toMatchObject({share: '50 %', limits: false});
  expect(shares(['unknown'])).toMatchObject({share: '', fill: light.occupancy[0]!.fill});
  const change = differenceOverlay(a, b, light);
  expect(change(['mem0'])).toMatchObject({share: '−75 %', fill: light.less.at(-1)});
  expect(change(['L1_0'])).toMatchObject({share: '+25 %', fill: light.more[1], limits: true});
  expect(change(['core0']).share).toBe('');
});

test('the machine of a result can be drawn, and is not whole', () => {
  const dat = machineOf(result(1, 2));
  expect(dat.core_obj.map(c => c.name)).toEqual(['core0']);
  expect(checkDat(dat).length).toBeGreaterThan(0);
});
