// What limits, in the words of result/verdict.cc and result/limits.cc; stretches of time are those of a
// whole run or of single phases.
import type {Limit, MemoryResult, Object as ResultObject, Phase} from '../generated/result';
import {formatTime} from '../dat/units';

export const waitingLimits = 'threads that wait for each other';

/** What of a core's time is worth most to lift; empty in results of before. */
function causeOf(limits: Limit[] = []): string {
  const first = limits.find(l => ['core', 'latency', 'page_faults'].includes(l.kind));
  if (!first) return '';
  const loaded = limits.find(l => l.name === 'waiting for loaded memory')?.time_s ?? 0;
  return first.name === 'waiting for memory' && loaded >= first.time_s / 2
    ? 'waiting for loaded memory'
    : first.name;
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/** s: what threads that wait for each other add to the time of the object that limits. */
export function waitingIn(phase: Phase): number {
  const waiting = phase.time_s - Math.max(0, ...phase.objects.map(o => o.time_s));
  const rounding = 1e-9; // sums in another order
  return (phase.threads_s ?? 0) > 0 && waiting > rounding * phase.time_s ? waiting : 0;
}

export const hasCoreTimes = (result: MemoryResult): boolean =>
  result.objects.some(o => o.executing);

const countsInstructions = (result: MemoryResult): boolean =>
  (result.operations?.length ?? 0) > 0 ||
  result.objects.some(o => o.num_inst || o.num_dp_flops || o.num_sp_flops);

/** Nobody knows how long the cores take for what they execute, though that was asked for. */
export function isLowerBound(result: MemoryResult): boolean {
  if (hasCoreTimes(result)) return false;
  const lacks = (entry: string) =>
    entry.startsWith("the cores' own time: ") && !entry.endsWith('as in PMNet (see --model)');
  return !countsInstructions(result) || result.not_modelled.some(lacks);
}

export const hasAssumedCaches = (result: MemoryResult): boolean =>
  result.assumptions.some(a => a.startsWith("the machine's caches are assumed"));

function causeWords(object: ResultObject, limits: Limit[] | undefined): string {
  if (object.kind !== 'core') return '';
  const cause = causeOf(limits);
  return cause && (object.executing || cause === 'page faults') ? `: ${cause}` : '';
}

const limitOf = (object: ResultObject | undefined, limits: Limit[] | undefined): string =>
  object ? `${object.name} (${object.kind})${causeWords(object, limits)}` : 'nothing';

const named = (result: MemoryResult, name: string): ResultObject | undefined =>
  result.objects.find(o => o.name === name);

/** "mem3 (memory)", "core0 (core): waiting for memory", "threads that wait for each other", "nothing" */
export function limitWords(result: MemoryResult): string {
  if (sum(result.phases.map(waitingIn)) > result.time_s / 2) return waitingLimits;
  return limitOf(named(result, result.bottleneck.name), result.limits);
}

/** The same of one phase. */
export function limitWordsOf(result: MemoryResult, phase: Phase): string {
  if (waitingIn(phase) > phase.time_s / 2) return waitingLimits;
  return limitOf(named(result, phase.bottleneck), phase.limits);
}

/** "the program ended with status 3", where it did so by itself; else empty. */
export function failureWords({run, partial}: MemoryResult): string {
  return run.exit_status && partial === undefined
    ? `the program ended with status ${run.exit_status}`
    : '';
}

/** "mem0 (memory)", "4 × L2_rome (cache)", "waiting for memory" */
export const limitLabel = ({kind, name, object, count = 0}: Limit): string =>
  count === 0 ? name : `${count > 1 ? `${count} × ${name}` : (object ?? name)} (${kind})`;

/** "35.7 µs, 18.7× faster": the time without this limit; "–" where it is worth next to nothing, or nothing else takes time. */
export function withoutWords({worth_s}: Limit, time: number): string {
  const without = time - worth_s;
  const ratio = without > 0 ? time / without : 0;
  if (ratio < 1.005) return '–';
  return `${formatTime(without)}, ${ratio.toFixed(ratio < 1.095 ? 2 : 1)}× faster`;
}
