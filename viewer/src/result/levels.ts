// A forecast by level of the machine: what each level alone would need.
import type {Kind} from '../dat/dat';
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
