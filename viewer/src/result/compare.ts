// Two forecasts side by side, in the words of `hpcast compare` (result/compare.cc).
import type {MemoryResult} from '../generated/result';
import {wordFor, type Kind} from '../dat/dat';
import {formatTime} from '../dat/units';
import {hasAssumedCaches, hasCoreTimes, spentIn} from './limits';
import type {Forecast, Load, Stretch} from './loads';

export interface Difference {
  name: string;
  kind: Kind;
  a: Load | undefined;
  b: Load | undefined;
  /** Seconds: time in B - time in A. */
  change: number;
}

const difference = (
  name: string,
  kind: Kind,
  a: Load | undefined,
  b: Load | undefined,
): Difference => ({name, kind, a, b, change: (b?.time ?? 0) - (a?.time ?? 0)});

/** By object; the largest change of time first. */
export function compareObjects(a: Stretch, b: Stretch): Difference[] {
  const names = new Set([...a.loads.keys(), ...b.loads.keys()]);
  const rows = [...names].map(name => {
    const [x, y] = [a.loads.get(name), b.loads.get(name)];
    return difference(name, (x ?? y)!.kind, x, y);
  });
  return rows.sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
}

/** As hpcast compare calls it: how many objects lie before memory depends on the machine. */
function rowName(load: Load): string {
  const kind = wordFor[load.kind];
  if (load.kind === 'cache') return `${kind}, level ${load.level}`;
  return load.kind === 'router' ? `${kind} ${load.name.replace(/[0-9]+$/, '')}` : kind;
}

/** The busiest object of each kind: machines that differ in names can still be compared. */
export function compareLevels(a: Stretch, b: Stretch): Difference[] {
  const busiest = (stretch: Stretch): Map<string, Load> => {
    const best = new Map<string, Load>();
    for (const load of stretch.loads.values()) {
      const key = rowName(load);
      if (load.time > (best.get(key)?.time ?? 0)) best.set(key, load);
    }
    return best;
  };
  const [x, y] = [busiest(a), busiest(b)];
  const kindOf = (key: string): Load => (x.get(key) ?? y.get(key))!;
  return [...new Set([...x.keys(), ...y.keys()])]
    .sort((p, q) => kindOf(p).level - kindOf(q).level)
    .map(key => difference(key, kindOf(key).kind, x.get(key), y.get(key)));
}

const speedup = (a: Stretch, b: Stretch): number =>
  a.time === b.time ? 1 : b.time > 0 ? a.time / b.time : Infinity;

const factor = (ratio: number): string =>
  ratio === Infinity ? 'infinitely' : `${ratio.toFixed(ratio < 1.095 ? 2 : 1)}×`;

/** "B's": only its time is a lower bound; empty: that of both or none is. */
const lowerBound = (a: Stretch, b: Stretch): string =>
  a.isLowerBound === b.isLowerBound ? '' : a.isLowerBound ? "A's" : "B's";

/** "B is 1.8× faster (1.42 s → 0.79 s); the bottleneck moves from mem3 (memory) to r0 (router)" */
export function headline(a: Stretch, b: Stretch): string {
  const ratio = speedup(a, b);
  const size = ratio < 1 ? 1 / ratio : ratio;
  const bound = lowerBound(a, b);
  const line =
    (bound && `${bound} time is only a lower bound: `) +
    (size < 1.005
      ? `A and B take the same time (${formatTime(a.time)})`
      : `B is ${factor(size)} ${ratio > 1 ? 'faster' : 'slower'} (${formatTime(a.time)} → ${formatTime(b.time)})`);
  if (a.limit === b.limit) return `${line}; the bottleneck stays ${a.limit}`;
  return `${line}; the bottleneck moves from ${a.limit} to ${b.limit}`;
}

/** What only one side knows, or what both assume. */
function differentKnowledge(a: MemoryResult, b: MemoryResult): string[] {
  const found: string[] = [];
  const counts = ({operations}: MemoryResult) => (operations?.length ?? 0) > 0;
  if (counts(a) !== counts(b))
    found.push(
      `only ${counts(a) ? 'A' : 'B'} has operation counts, and with them times of the cores`,
    );
  if (hasCoreTimes(a) !== hasCoreTimes(b))
    found.push(
      `only ${hasCoreTimes(a) ? 'A' : 'B'} knows what its cores wait for (their own time)`,
    );
  if (hasAssumedCaches(a) && hasAssumedCaches(b))
    found.push('the caches of both machines are assumed');
  return found;
}

function differentTools(a: MemoryResult, b: MemoryResult): string[] {
  const [x, y] = [a.tool, b.tool].map(({name, version}) => `${name} ${version}`);
  return x === y ? [] : [`A was made by ${x}, B by ${y}`];
}

/** Why the two may not be comparable. */
export function caveats(a: Forecast, b: Forecast): string[] {
  const found: string[] = [];
  const hash = (forecast: Forecast, role: string) =>
    forecast.result?.inputs.find(i => i.role === role)?.sha256;
  for (const role of a.isLive && b.isLive
    ? ['trace', 'program']
    : ['trace', 'program', 'machine']) {
    const [x, y] = [hash(a, role), hash(b, role)];
    if (x && y && x !== y) found.push(`A and B come from different ${role}s`);
  }
  if (a.result && b.result) found.push(...differentTools(a.result, b.result));
  if (a.partial) found.push(`A is of a partial trace: ${a.partial}`);
  if (b.partial) found.push(`B is of a partial trace: ${b.partial}`);
  if (!a.result !== !b.result) return found;
  if (a.result && b.result) found.push(...differentKnowledge(a.result, b.result));
  for (const [letter, own, other] of [
    ['A', a, b],
    ['B', b, a],
  ] as const) {
    for (const assumption of own.assumptions)
      if (!other.assumptions.includes(assumption)) found.push(`only ${letter}: ${assumption}`);
  }
  return found;
}

/** Seconds of a phase, or of what costs time; undefined on a side that lacks it. */
export interface TimeDifference {
  name: string;
  a: number | undefined;
  b: number | undefined;
}

/** A's order first. */
const beside = (a: Map<string, number>, b: Map<string, number>): TimeDifference[] =>
  [...new Set([...a.keys(), ...b.keys()])].map(name => ({name, a: a.get(name), b: b.get(name)}));

const timesOf = ({phases}: Forecast): Map<string, number> =>
  new Map(phases.map(phase => [phase.name, phase.time]));

export const comparePhases = (a: Forecast, b: Forecast): TimeDifference[] =>
  beside(timesOf(a), timesOf(b));

/** What the time is for; empty where neither side knows that. */
export const compareCauses = (a: Stretch, b: Stretch): TimeDifference[] =>
  beside(spentIn(a.phases), spentIn(b.phases));
