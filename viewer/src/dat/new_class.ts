// Classes that a machine drawn from nothing starts with: figures to be replaced, of no machine in
// particular, chosen so that the file is whole at once.
import {classesOf, withClasses, type Dat, type DatClass, type Kind} from './dat';

const caches: [capacity: string, ways: number, bandwidth: string][] = [
  ['32 KiB', 8, '128 GB/s'],
  ['512 KiB', 8, '64 GB/s'],
  ['16 MiB', 16, '128 GB/s'],
];

function figuresFor(kind: Kind, count: number): Partial<Record<string, unknown>> {
  const [capacity, associativity, read_bandwidth] = caches[Math.min(count, caches.length - 1)]!;
  switch (kind) {
    case 'core':
      return {};
    case 'cache':
      return {capacity, associativity, linesize: 64, read_bandwidth};
    case 'mem':
      return {capacity: '16 GiB', linesize: 64, read_bandwidth: '25.6 GB/s'};
    case 'router':
      return {read_bandwidth: '100 GB/s'};
    case 'edge':
      return {};
  }
}

function nameFor(kind: Kind, taken: Set<string>): string {
  const base = {core: 'core', mem: 'memory', router: 'router', edge: 'wire', cache: 'L'}[kind];
  for (let n = 1; ; ++n) {
    const name = n === 1 && kind !== 'cache' ? base : `${base}${n}`;
    if (!taken.has(name)) return name;
  }
}

/** With a class more of that kind, and its name. */
export function addClass(dat: Dat, kind: Kind): {dat: Dat; name: string} {
  const classes = classesOf(dat, kind);
  const name = nameFor(kind, new Set(classes.map(c => c.name)));
  const made = {name, ...figuresFor(kind, classes.length)} as unknown as DatClass;
  return {dat: withClasses(dat, kind, [...classes, made]), name};
}

/** What objects of a class are called, before their number, as in hpcast's own machines: core0, L3_0, mem0, ccd0. */
export function stemFor(kind: Kind, className: string): string {
  if (kind === 'core' || kind === 'mem') return kind;
  return kind === 'cache' || /\d$/.test(className) ? `${className}_` : className;
}
