// What docs/dat.md refuses beyond the schema. hpcast itself has the last word; that both agree on
// what is refused is tested (e2e/rules.test.ts).
import {
  byName,
  classesOf,
  classKey,
  edgesOf,
  kinds,
  objectKey,
  objectsOf,
  wordFor,
  type Dat,
  type DatClass,
  type Kind,
} from './dat';
import type {Fault, Path} from './fault';
import {coresWithoutMemory} from './graph';
import {didYouMean} from './names';
import {classMembers, fieldsOf, objectMembers, topMembers} from './schema';
import {parseQuantity} from './units';

const largestLine = 2 ** 20;
const isPowerOfTwo = (n: number): boolean => n >= 1 && Number.isInteger(Math.log2(n));

type Members = Record<string, unknown>;

/** Once all is in place: rules that look at several things at once. */
export function ruleFaults(dat: Dat): Fault[] {
  const faults = [
    ...kinds.flatMap(kind => classFaults(dat, kind)),
    ...kinds.flatMap(kind => objectFaults(dat, kind)),
    ...edgeFaults(dat),
  ];
  return faults.length > 0 ? faults : reachFaults(dat);
}

function twice(
  names: string[],
  at: (index: number) => Path,
  what: (name: string) => string,
): Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [i, name] of names.entries()) {
    const path = at(i);
    if (seen.has(name))
      faults.push({
        path: [...path, 'name'],
        rule: 'unique name',
        message: what(name),
        hint: 'rename one of them',
      });
    seen.add(name);
  }
  return faults;
}

function classFaults(dat: Dat, kind: Kind): Fault[] {
  const key = classKey(kind);
  const classes = classesOf(dat, kind);
  const faults = twice(
    classes.map(c => c.name),
    i => [key, i],
    name => `${key} '${name}' is here twice`,
  );
  for (const [i, c] of classes.entries()) {
    const path = [key, i];
    faults.push(...quantityFaults(kind, c as unknown as Members, path));
    if (kind === 'cache') faults.push(...cacheFaults(c as unknown as Members, path));
    if (kind === 'mem') faults.push(...memoryFaults(c as unknown as Members, path));
    faults.push(...curveFaults(c as unknown as Members, path));
  }
  return faults;
}

function quantityFaults(kind: Kind, members: Members, path: Path): Fault[] {
  const faults: Fault[] = [];
  for (const {key, dimension, description} of fieldsOf(kind)) {
    if (!dimension || members[key] === undefined) continue;
    const value = parseQuantity(members[key], dimension);
    const fault = (message: string) =>
      faults.push({path: [...path, key], rule: 'quantity', message});
    if (value === undefined) fault(`'${key}' must be ${description}`);
    else if (value !== 0 && (Math.abs(value) < 1e-30 || Math.abs(value) > 1e30))
      fault(`'${key}' is out of all bounds`);
    else if (value < 0 || (value === 0 && (dimension === 'bytes' || dimension === 'bandwidth')))
      fault(`'${key}' must be positive`);
    else if (dimension === 'bytes' && Math.abs(value - Math.round(value)) > 4e-16 * value)
      fault(`'${key}' must be a whole number of bytes`);
  }
  return faults;
}

const bytesOf = (members: Members, key: string): number =>
  Math.round(parseQuantity(members[key], 'bytes') ?? 0);

function cacheFaults(members: Members, path: Path): Fault[] {
  const faults = lineFaults(members, path);
  const [capacity, line, ways] = [
    bytesOf(members, 'capacity'),
    bytesOf(members, 'linesize'),
    Number(members.associativity),
  ];
  const set = line * ways;
  if (capacity > 0 && set > 0 && capacity % set !== 0) {
    faults.push({
      path: [...path, 'capacity'],
      rule: 'capacity',
      message: `${capacity} bytes are no multiple of linesize × associativity = ${line} × ${ways} = ${set}`,
      hint: `the nearest that fits below is ${Math.max(1, Math.floor(capacity / set)) * set}`,
    });
  }
  if (members.replacement === 'plru' && ways >= 1 && !isPowerOfTwo(ways)) {
    faults.push({
      path: [...path, 'replacement'],
      rule: 'plru',
      message: `'plru' needs a power of two of ways, associativity is ${ways}`,
    });
  }
  return faults;
}

function lineFaults(members: Members, path: Path): Fault[] {
  const line = bytesOf(members, 'linesize');
  if (line === 0 || (isPowerOfTwo(line) && line <= largestLine)) return [];
  return [
    {
      path: [...path, 'linesize'],
      rule: 'linesize',
      message: `'linesize' must be a power of two, at most ${largestLine}`,
    },
  ];
}

/** What `hpcast` forgives: docs/dat.md, latency_curve. */
const forgivenFall = 0.02;

function curveFaults(members: Members, path: Path): Fault[] {
  const faults: Fault[] = [];
  const points = Array.isArray(members.latency_curve) ? members.latency_curve : [];
  const last = new Map<unknown, {bandwidth: number; latency: number}>();
  for (const [i, point] of points.entries()) {
    const {bandwidth, latency, read_percent} = (point ?? {}) as Members;
    const before = last.get(read_percent) ?? {bandwidth: -1, latency: 0};
    const used = parseQuantity(bandwidth, 'used_bandwidth') ?? before.bandwidth + 1;
    const time = parseQuantity(latency, 'time') ?? before.latency;
    const fault = (member: string, message: string) =>
      faults.push({path: [...path, 'latency_curve', i, member], rule: 'latency_curve', message});
    if ((read_percent === undefined) !== ((points[0] as Members)?.read_percent === undefined))
      fault('read_percent', 'either all points have a read_percent or none has');
    if (used <= before.bandwidth)
      fault(
        'bandwidth',
        read_percent === undefined
          ? 'the points must ascend in bandwidth'
          : 'the points of a read_percent must ascend in bandwidth',
      );
    else if (time < (1 - forgivenFall) * before.latency)
      fault('latency', 'latency must not fall as more is used');
    last.set(read_percent, {bandwidth: used, latency: Math.max(time, before.latency)});
  }
  return faults;
}

function memoryFaults(members: Members, path: Path): Fault[] {
  const faults = lineFaults(members, path);
  const page = bytesOf(members, 'page_size');
  if (page > 0 && !isPowerOfTwo(page))
    faults.push({
      path: [...path, 'page_size'],
      rule: 'page_size',
      message: "'page_size' must be a power of two",
    });
  return faults;
}

function classHint(dat: Dat, kind: Kind, name: string): string | undefined {
  const other = kinds.find(k => classesOf(dat, k).some(c => c.name === name));
  return other
    ? `'${name}' is a ${classKey(other)}`
    : didYouMean(
        name,
        classesOf(dat, kind).map((c: DatClass) => c.name),
      );
}

function objectFaults(dat: Dat, kind: Kind): Fault[] {
  const key = objectKey(kind);
  const known = new Set(classesOf(dat, kind).map(c => c.name));
  const faults: Fault[] = [];
  for (const [i, object] of objectsOf(dat, kind).entries()) {
    const first = byName(dat).get(object.name)!;
    if (first.object !== object) {
      faults.push({
        path: [key, i, 'name'],
        rule: 'unique name',
        message: `an object named '${object.name}' is here twice, first as ${wordFor[first.kind]}`,
        hint: 'rename one of them',
      });
    }
    if (known.has(object.class)) continue;
    faults.push({
      path: [key, i, 'class'],
      rule: 'class',
      message: `no such ${classKey(kind)} '${object.class}'`,
      hint: faults.length < mostHints ? classHint(dat, kind, object.class) : undefined,
    });
  }
  return faults;
}

/** Suggestions cost a look at every name: for the first few faults, and none for the others. */
const mostHints = 20;

function edgeFaults(dat: Dat): Fault[] {
  const faults: Fault[] = [];
  const vertices = [...byName(dat)].filter(([, f]) => f.kind !== 'edge').map(([name]) => name);
  const known = new Set(vertices);
  for (const [i, edge] of edgesOf(dat).entries()) {
    for (const end of ['source', 'target'] as const) {
      if (known.has(edge[end])) continue;
      const hint = faults.length < mostHints ? didYouMean(edge[end], vertices) : undefined;
      const message = `no object named '${edge[end]}'`;
      faults.push({path: ['edge_obj', i, end], rule: 'end', message, hint});
    }
    if (edge.source === edge.target) {
      const message = 'the edge joins an object with itself';
      faults.push({path: ['edge_obj', i, 'target'], rule: 'end', message});
    }
  }
  return faults;
}

const reachFaults = (dat: Dat): Fault[] =>
  coresWithoutMemory(dat).map(name => ({
    path: ['core_obj', byName(dat).get(name)!.index],
    rule: 'reach',
    message: `core '${name}' reaches no memory`,
    hint: 'join it, through caches and routers, with a memory',
  }));

/** Members with nearly a known name: kept by hpcast, but without effect. */
export function unknownMembers(dat: Dat): Fault[] {
  const faults: Fault[] = [];
  const look = (members: object, known: string[], path: Path) => {
    for (const key of Object.keys(members)) {
      if (known.includes(key)) continue;
      const hint = didYouMean(key, known);
      if (hint)
        faults.push({
          path: [...path, key],
          rule: 'unknown member',
          message: 'unknown member, kept but without effect',
          hint,
          warning: true,
        });
    }
  };
  look(dat, topMembers, []);
  for (const kind of kinds) {
    for (const [i, c] of classesOf(dat, kind).entries())
      look(c, classMembers(kind), [classKey(kind), i]);
    for (const [i, o] of objectsOf(dat, kind).entries())
      look(o, objectMembers(kind), [objectKey(kind), i]);
  }
  return faults;
}
