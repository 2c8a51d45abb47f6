// FLOP/s that the machine's ceilings allow, and that a run and its phases reach, by FLOPs a byte: the roofline of the
// page (report/roofline.cc).
import type {OperationsRow, Phase} from '../generated/result';
import {isEdge, objectsOf, wordFor, type Dat, type Kind} from '../dat/dat';
import {formatCount, formatPercent, formatScaled} from '../dat/units';
import {ceilingsOf, type Ceilings} from './ceilings';
import type {Forecast, Load} from './loads';

/** Of the cores that were used, FLOP/s. */
interface Peak {
  label: string;
  rate: number;
}

/** The memories of a class that were used, or the caches of one that cores share. */
export interface RooflineLevel {
  label: string;
  members: ReadonlySet<string>;
  /** bytes/s of all of them, as the points mix reads and writes. */
  bandwidth: number;
  limits: boolean;
}

/** The run, or a phase of it. */
export interface RooflinePoint {
  name: string;
  flops: number;
  /** FLOP/s. */
  rate: number;
  /** By level: read and written. */
  bytes: number[];
}

export interface Roofline {
  /** Lowest first; empty where the machine does not tell. */
  peaks: Peak[];
  /** From the cores outwards. */
  levels: RooflineLevel[];
  /** The run first. */
  points: RooflinePoint[];
}

interface Moved {
  read: number;
  written: number;
}

/** Bytes of one object. */
interface Traffic extends Moved {
  name: string;
}

// Files may hold any number; a picture has room for those of machines.
const isDrawable = (value: number): boolean => value > 1e-30 && value < 1e30;

function edgesOf(forecast: Forecast, dat: Dat): [from: string, to: string][] {
  if (forecast.result)
    return forecast.result.objects.flatMap(o =>
      o.source && o.target ? [[o.source, o.target]] : [],
    );
  return objectsOf(dat, 'edge').flatMap(o => (isEdge('edge', o) ? [[o.source, o.target]] : []));
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** What two cores or more reach along the edges. */
function sharedBy(cores: string[], edges: [from: string, to: string][]): Set<string> {
  const outwards = new Map<string, string[]>();
  for (const [from, to] of edges) append(outwards, from, to);
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const core of cores) {
    const open = [core];
    while (open.length > 0) {
      const name = open.pop()!;
      const by = first.get(name);
      if (by === core || shared.has(name)) continue;
      if (by === undefined) first.set(name, core);
      else shared.add(name);
      open.push(...(outwards.get(name) ?? []));
    }
  }
  return shared;
}

/** Of one object of the class, under such a mix of reads and writes; full duplex lets both go on at once. */
function bandwidthOf(
  {read_bandwidth = 0, write_bandwidth = 0, duplex}: Ceilings,
  {read, written}: Moved,
): number {
  if (read_bandwidth <= 0 || write_bandwidth <= 0 || read + written <= 0) return 0;
  const [reading, writing] = [read / read_bandwidth, written / write_bandwidth];
  return (read + written) / (duplex === 'half' ? reading + writing : Math.max(reading, writing));
}

const sumOf = (traffic: Traffic[], members: ReadonlySet<string>): Moved =>
  traffic
    .filter(({name}) => members.has(name))
    .reduce((a, b) => ({read: a.read + b.read, written: a.written + b.written}), {
      read: 0,
      written: 0,
    });

const trafficOf = (load: Load): Traffic => ({
  name: load.name,
  read: load.bytesRead,
  written: load.bytesWritten,
});

const trafficIn = ({objects}: Phase): Traffic[] =>
  objects.map(o => ({name: o.name, read: o.bytes_read, written: o.bytes_write}));

const named = (ceilings: Ceilings[], {kind, class: name}: Load): Ceilings | undefined =>
  ceilings.find(c => c.kind === wordFor[kind] && c.class === name);

/** Of the cores that executed something; none where the machine does not limit one of them. */
function peakOf(cores: Load[], ceilings: Ceilings[], precision: 'dp' | 'sp'): Peak[] {
  const counted = cores.reduce((sum, core) => sum + core[`${precision}Flops`], 0);
  const rates = cores.map(core => named(ceilings, core)?.[`${precision}_flops`] ?? 0);
  const rate = rates.reduce((a, b) => a + b, 0);
  if (counted <= 0 || rates.includes(0) || !isDrawable(rate)) return [];
  const words = precision === 'dp' ? 'double precision' : 'single precision';
  return [{label: `${cores.length} core${cores.length === 1 ? '' : 's'}, ${words}`, rate}];
}

const ranks: Kind[] = ['core', 'cache', 'router', 'mem', 'edge'];

/** Objects of a class at a distance from the cores, in the order and with the labels of the page (report/groups.cc). */
function groupsOf(loads: Load[]): {label: string; members: Load[]}[] {
  const groups = new Map<string, Load[]>();
  for (const load of loads) append(groups, `${load.level} ${load.kind} ${load.class}`, load);
  const all = [...groups.values()].sort(
    ([x], [y]) =>
      x!.level - y!.level ||
      ranks.indexOf(x!.kind) - ranks.indexOf(y!.kind) ||
      (x!.class < y!.class ? -1 : 1),
  );
  const uses = (name: string) => all.filter(([load]) => load!.class === name).length;
  return all.map(members => {
    const {class: name, level} = members[0]!;
    return {members, label: uses(name) > 1 ? `${name}, level ${level}` : name};
  });
}

function levelsIn(forecast: Forecast, ceilings: Ceilings[], shared: Set<string>): RooflineLevel[] {
  const loads = [...forecast.whole.loads.values()];
  const stretches = [loads.map(trafficOf), ...forecast.whole.phases.map(trafficIn)];
  return groupsOf(loads).flatMap(({label, members}) => {
    const {kind} = members[0]!;
    const ceiling = named(ceilings, members[0]!);
    if (!ceiling || (kind !== 'mem' && kind !== 'cache')) return [];
    const used = members.filter(
      load => load.bytesRead + load.bytesWritten > 0 && (kind === 'mem' || shared.has(load.name)),
    );
    const names = new Set(used.map(load => load.name));
    const best = Math.max(...stretches.map(s => bandwidthOf(ceiling, sumOf(s, names))));
    const level = {
      label: `${label} (${used.length} of ${members.length})`,
      members: names,
      bandwidth: best * used.length,
      limits: names.has(forecast.whole.bottleneck),
    };
    return isDrawable(level.bandwidth) ? [level] : [];
  });
}

const flopsIn = (row: OperationsRow): number =>
  Object.entries(row)
    .filter(([key]) => /^(dp_flops|sp_flops|x87_flops)/.test(key))
    .reduce((sum, [, count]) => sum + Number(count), 0);

function flopsOfPhase(rows: OperationsRow[], name: string): number {
  const own = rows.filter(row => (row.part ?? 'main') === 'main' && row.phase === name);
  return own.reduce((sum, row) => sum + flopsIn(row), 0);
}

function pointOf(
  levels: RooflineLevel[],
  name: string,
  flops: number,
  time: number,
  traffic: Traffic[],
): RooflinePoint[] {
  if (!isDrawable(flops) || !isDrawable(flops / time)) return [];
  const bytes = levels.map(({members}) => sumOf(traffic, members)).map(m => m.read + m.written);
  return [{name, flops, rate: flops / time, bytes}];
}

function pointsOf({whole, phases, result}: Forecast, levels: RooflineLevel[]): RooflinePoint[] {
  const loads = [...whole.loads.values()];
  const flops = loads.reduce((sum, load) => sum + load.dpFlops + load.spFlops, 0);
  const rows = result?.operations ?? [];
  return [
    ...pointOf(levels, 'whole run', flops, whole.time, loads.map(trafficOf)),
    ...phases.flatMap(({name, time, phases: [phase]}) =>
      pointOf(levels, name, flopsOfPhase(rows, name), time, trafficIn(phase!)),
    ),
  ];
}

/** FLOPs a byte of that level; 0 where it moved none. */
export const intensity = ({flops, bytes}: RooflinePoint, level: number): number =>
  bytes[level]! > 0 ? flops / bytes[level]! : 0;

/** FLOP/s that this level and the cores allow at such an intensity. */
export const roofAt = ({peaks, levels}: Roofline, level: number, at: number): number =>
  Math.min(at * levels[level]!.bandwidth, peaks.at(-1)?.rate ?? Infinity);

const rateText = (rate: number): string => formatScaled(rate, 'FLOP/s');

export function pointText(roofline: Roofline, point: RooflinePoint, level: number): string {
  const at = intensity(point, level);
  const roof = roofAt(roofline, level, at);
  return (
    `${point.name}: ${rateText(point.rate)} at ${formatCount(at)} FLOP/B of ${roofline.levels[level]!.label}, ` +
    `${formatPercent(point.rate / roof)} of its roof there (${rateText(roof)})`
  );
}

export const peakText = ({label, rate}: Peak): string => `${label}: ${rateText(rate)}`;
export const levelText = ({label, bandwidth}: RooflineLevel): string =>
  `${label}: ${formatScaled(bandwidth, 'B/s')}`;

export function rooflineInWords(roofline: Roofline): string {
  const {peaks, levels, points} = roofline;
  const dots = points.flatMap(point =>
    levels.flatMap((_, i) => (point.bytes[i]! > 0 ? [pointText(roofline, point, i)] : [])),
  );
  return ['Roofline', ...peaks.map(peakText), ...levels.map(levelText), ...dots]
    .map(words => `${words}.`)
    .join(' ');
}

/** Undefined where no FLOPs were counted, or nobody tells what the machine does at most. */
export function rooflineOf(forecast: Forecast, dat: Dat): Roofline | undefined {
  const ceilings = forecast.result?.classes ?? ceilingsOf(dat);
  const loads = [...forecast.whole.loads.values()];
  const cores = loads.filter(load => load.kind === 'core');
  const used = cores.filter(core => core.dpFlops + core.spFlops + core.instructions > 0);
  const shared = sharedBy(
    cores.map(core => core.name),
    edgesOf(forecast, dat),
  );
  const levels = levelsIn(forecast, ceilings, shared);
  const points = pointsOf(forecast, levels);
  if (levels.length === 0 || points.length === 0) return undefined;
  const peaks = [...peakOf(used, ceilings, 'dp'), ...peakOf(used, ceilings, 'sp')];
  return {peaks: peaks.sort((x, y) => x.rate - y.rate), levels, points};
}
