// What the time of each phase is for, and what each thread did, as stacked bars: those of the page
// (report/time_stack.cc).
import type {CoreTime, MemoryResult, Phase} from '../generated/result';
import {formatTime} from '../dat/units';
import {waitingIn} from './limits';

/** What a stack is made of, from its beginning on, and the class of its colour. */
interface Part {
  name: string;
  style: string;
}

export interface Bar {
  name: string;
  /** s, by part. */
  values: number[];
}

export interface Stack {
  title: string;
  parts: Part[];
  bars: Bar[];
}

/** What a thread did in some phases: s. */
export interface ThreadTime {
  thread: number;
  core: string;
  worked: number;
  waited: number;
  /** Of the phase in which it waited longest. */
  waitedFor?: number | undefined;
}

const causes: Part[] = [
  {name: 'its instructions', style: 'p0'},
  {name: 'waiting for memory', style: 'p1'},
  {name: 'mispredicted branches', style: 'p2'},
  {name: 'busy units', style: 'p3'},
  {name: 'page faults', style: 'p4'},
];
const waitsForOthers: Part = {name: 'waiting for other threads', style: 'px'};

export const heightOf = ({values}: Bar): number =>
  values.reduce((sum, value) => sum + Math.max(0, value), 0);

/** "solve: 4 s; its instructions 1 s; …" */
export const described = ({parts}: Stack, bar: Bar): string =>
  [
    `${bar.name}: ${formatTime(heightOf(bar))}`,
    ...bar.values.map((value, i) => `${parts[i]!.name} ${formatTime(value)}`),
  ].join('; ');

/** By cause; those that overlap share what they would save together. */
function split(core: CoreTime): number[] {
  const pageFaults = core.page_faults_s ?? 0;
  const executing = Math.max(0, core.time_s - pageFaults);
  const saved = core.caches_s + core.branches_s + core.units_s;
  const share = saved > executing ? executing / saved : 1;
  return [
    executing - share * saved,
    share * core.caches_s,
    share * core.branches_s,
    share * core.units_s,
    pageFaults,
  ];
}

function barOf(phase: Phase, core: CoreTime): Bar {
  const waiting = waitingIn(phase);
  const longer = Math.max(0, phase.time_s - core.time_s - waiting);
  return {name: phase.name, values: [...split(core), waiting, longer]};
}

/** A bar a phase; undefined where cores' own time is not known. */
export function phaseStack(phases: Phase[]): Stack | undefined {
  const bars = phases.flatMap(phase => (phase.executing ? [barOf(phase, phase.executing)] : []));
  if (bars.length === 0) return undefined;
  return {
    title: 'Time of each phase by what it is for',
    parts: [...causes, waitsForOthers, {name: 'another object busy for longer', style: 'p5'}],
    bars,
  };
}

/** The one first that waited longest. */
export function threadTimes(phases: Phase[]): ThreadTime[] {
  const sums = new Map<number, ThreadTime & {longest: number}>();
  for (const {thread, core, worked_s, waited_s, waited_for} of phases.flatMap(
    p => p.threads ?? [],
  )) {
    const sum = sums.get(thread) ?? {thread, core, worked: 0, waited: 0, longest: 0};
    sum.core = core;
    sum.worked += worked_s;
    sum.waited += waited_s;
    if (waited_s > sum.longest) Object.assign(sum, {longest: waited_s, waitedFor: waited_for});
    sums.set(thread, sum);
  }
  return [...sums.values()].sort((x, y) => x.thread - y.thread).sort((x, y) => y.waited - x.waited);
}

const mostThreads = 32;

/** Of what its core executed, which is the thread's where no other ran on it; undefined where one did. */
function causesOfThread(result: MemoryResult, {core, worked}: ThreadTime): number[] | undefined {
  if (worked <= 0) return causes.map(() => 0);
  const own = result.objects.find(o => o.name === core)?.executing;
  const rounding = 1e-6; // sums in another order
  return own && Math.abs(own.time_s - worked) <= rounding * worked ? split(own) : undefined;
}

/** A bar a thread, of those that waited most; undefined where only one worked, or that is not known. */
export function threadStack(result: MemoryResult, times: ThreadTime[]): Stack | undefined {
  if (times.length < 2) return undefined;
  const shown = times.slice(0, mostThreads);
  const title = 'Time of each thread';
  const barsOf = (worked: (number[] | undefined)[]) =>
    shown.map(({thread, waited}, i) => ({
      name: `thread ${thread}`,
      values: [...worked[i]!, waited],
    }));
  const byCause = shown.map(time => causesOfThread(result, time));
  return byCause.every(values => values)
    ? {title, parts: [...causes, waitsForOthers], bars: barsOf(byCause)}
    : {
        title,
        parts: [
          {name: 'works', style: 'p0'},
          {name: 'waits', style: 'px'},
        ],
        bars: barsOf(shown.map(time => [time.worked])),
      };
}
