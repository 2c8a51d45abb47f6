// A forecast by level of the machine: what each level alone would need, and the roofline of each.
import {classesOf, classNamed, objectsOf, type Dat, type Kind} from '../dat/dat';
import {parseQuantity} from '../dat/units';
import type {Load, Stretch} from './loads';

/** The objects of a class at a distance from the cores. */
export interface Level {
  label: string;
  kind: Kind;
  class: string;
  level: number;
  busiest: Load;
  /** s: were the load spread evenly over the level's objects. */
  mean: number;
  bytes: number;
  objects: number;
}

/** Nearest to the core first; idle ones left out. */
export function levelsOf(stretch: Stretch): Level[] {
  const levels = new Map<string, Level>();
  for (const load of stretch.loads.values()) {
    const key = `${load.kind} ${load.class} ${load.level}`;
    const level = levels.get(key) ?? {
      label: load.class,
      kind: load.kind,
      class: load.class,
      level: load.level,
      busiest: load,
      mean: 0,
      bytes: 0,
      objects: 0,
    };
    if (load.time > level.busiest.time) level.busiest = load;
    level.mean += load.time;
    level.bytes += load.bytesRead + load.bytesWritten;
    ++level.objects;
    levels.set(key, level);
  }
  const all = [...levels.values()].filter(level => level.mean > 0);
  for (const level of all) level.mean /= level.objects;
  const labels = all.map(level => level.label);
  for (const level of all)
    if (labels.filter(label => label === level.label).length > 1)
      level.label += `, level ${level.level}`;
  return all.sort((x, y) => x.level - y.level || y.busiest.time - x.busiest.time);
}

/** A memory level as a roofline has it. */
interface Ceiling {
  label: string;
  /** bytes/s of all its objects together, reads and writes as the traffic mixes them. */
  bandwidth: number;
  /** FLOPs a byte of its traffic. */
  intensity: number;
}

export interface Roofline {
  /** FLOP/s of all cores together; 0 where the DAT does not say. */
  peak: number;
  /** FLOP/s of the forecast. */
  achieved: number;
  ceilings: Ceiling[];
}

// Of the cores under this mix of double and single precision, which share the time (docs/memory-model.md).
function peakOf(dat: Dat, dpFlops: number, spFlops: number): number {
  const rates = new Map(classesOf(dat, 'core').map(c => [c.name, c as Record<string, unknown>]));
  const together = (member: string) =>
    objectsOf(dat, 'core').reduce(
      (sum, core) => sum + (parseQuantity(rates.get(core.class)?.[member], 'flops') ?? 0),
      0,
    );
  const [dp, sp] = [together('dp_flops'), together('sp_flops')];
  if ((dpFlops > 0 && dp === 0) || (spFlops > 0 && sp === 0)) return 0;
  const seconds = (dpFlops > 0 ? dpFlops / dp : 0) + (spFlops > 0 ? spFlops / sp : 0);
  return (dpFlops + spFlops) / seconds;
}

// Of one object under this level's mix of reads and writes; full duplex lets both go on at once.
function bandwidthOf(dat: Dat, level: Level, reads: number, writes: number): number {
  const members = classNamed(dat, level.kind, level.class) as Record<string, unknown> | undefined;
  const read = parseQuantity(members?.read_bandwidth, 'bandwidth');
  if (!read) return 0;
  const write = parseQuantity(members?.write_bandwidth, 'bandwidth') ?? read;
  const isHalf = (members?.duplex ?? (level.kind === 'mem' ? 'half' : 'full')) === 'half';
  const time = isHalf ? reads / read + writes / write : Math.max(reads / read, writes / write);
  return time > 0 ? (reads + writes) / time : 0;
}

const isSane = (value: number): boolean => value > 1e-30 && value < 1e30;

/** Undefined where no FLOPs were counted. */
export function rooflineOf(dat: Dat, stretch: Stretch): Roofline | undefined {
  const loads = [...stretch.loads.values()];
  const dpFlops = loads.reduce((sum, load) => sum + load.dpFlops, 0);
  const spFlops = loads.reduce((sum, load) => sum + load.spFlops, 0);
  const flops = dpFlops + spFlops;
  if (!isSane(flops / stretch.time)) return undefined;
  const ceilings = levelsOf(stretch)
    .filter(level => (level.kind === 'cache' || level.kind === 'mem') && level.bytes > 0)
    .map(level => {
      const members = loads.filter(
        load =>
          load.kind === level.kind && load.class === level.class && load.level === level.level,
      );
      const reads = members.reduce((sum, load) => sum + load.bytesRead, 0);
      const writes = members.reduce((sum, load) => sum + load.bytesWritten, 0);
      return {
        label: level.label,
        bandwidth: members.length * bandwidthOf(dat, level, reads, writes),
        intensity: flops / level.bytes,
      };
    })
    .filter(({bandwidth, intensity}) => isSane(bandwidth) && isSane(intensity));
  return {peak: peakOf(dat, dpFlops, spFlops), achieved: flops / stretch.time, ceilings};
}
