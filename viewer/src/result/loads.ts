// What a forecast says of every object: read from a result of `hpcast memory`, or from a DAT that
// hpcast has written its numbers into.
import type {ErrorObject} from 'ajv';
import type {Limit, MemoryResult, Object as ResultObject, Phase} from '../generated/result';
import {validateResult} from '../generated/validate';
import {
  byName,
  isEdge,
  kinds,
  objectsOf,
  withLayout,
  wordFor,
  type Dat,
  type DatObject,
  type Kind,
} from '../dat/dat';
import {levelOf} from '../dat/graph';
import {formatPercent, formatTime} from '../dat/units';
import {isLowerBound, limitWords, limitWordsOf} from './limits';

/** Of one object. Bytes and seconds. */
export interface Load {
  name: string;
  kind: Kind;
  class: string;
  level: number;
  reads: number;
  writes: number;
  bytesRead: number;
  bytesWritten: number;
  time: number;
  /** Of the requests that arrived, those that hit; only of caches, and not of single phases. */
  hitRate?: number | undefined;
  dpFlops: number;
  spFlops: number;
  instructions: number;
  margin?: number | undefined;
}

/** Of a phase, or of the whole run. */
export interface Stretch {
  name: string;
  time: number;
  /** Empty where nothing was occupied. */
  bottleneck: string;
  /** What limits, in words. */
  limit: string;
  /** What its time comes of; none in results of before. */
  limits: Limit[];
  /** The forecast takes at least so long. */
  isLowerBound: boolean;
  loads: Map<string, Load>;
  /** Of the result: the phase, or all of the run. */
  phases: Phase[];
}

export interface Forecast {
  title: string;
  verdict: string;
  whole: Stretch;
  /** Empty where there is one phase or none. */
  phases: Stretch[];
  partial?: string | undefined;
  assumptions: string[];
  notModelled: string[];
  /** Made for a machine that is being edited: that the machines differ is the point. */
  isLive?: boolean;
  /** The machine that was drawn when it came. */
  dat?: Dat;
  /** What it was read from, a result of hpcast memory. */
  result?: MemoryResult | undefined;
}

export const kindOf = (word: string): Kind => (word === 'memory' ? 'mem' : (word as Kind));

const sum = (values: (number | undefined)[]): number =>
  values.reduce<number>((a, b) => a + (b ?? 0), 0);

function hitRate(o: ResultObject): number | undefined {
  const hits = sum([o.read_hits, o.write_hits]);
  const all = hits + sum([o.read_misses, o.write_misses]);
  return all > 0 ? hits / all : undefined;
}

const loadOf = (o: ResultObject): Load => ({
  name: o.name,
  kind: kindOf(o.kind),
  class: o.class,
  level: o.level,
  reads: o.num_read,
  writes: o.num_write,
  bytesRead: o.bytes_read,
  bytesWritten: o.bytes_write,
  time: o.time_s,
  hitRate: hitRate(o),
  dpFlops: o.num_dp_flops ?? 0,
  spFlops: o.num_sp_flops ?? 0,
  instructions: o.num_inst ?? 0,
  margin: o.time_margin_s,
});

const mapOf = (loads: Load[]): Map<string, Load> => new Map(loads.map(load => [load.name, load]));

function phasesOf(result: MemoryResult, whole: Map<string, Load>): Stretch[] {
  if (result.phases.length < 2) return [];
  return result.phases.map(phase => ({
    name: phase.name,
    time: phase.time_s,
    bottleneck: phase.bottleneck,
    limit: limitWordsOf(result, phase),
    limits: phase.limits ?? [],
    isLowerBound: isLowerBound(result),
    phases: [phase],
    loads: mapOf(
      phase.objects.flatMap(o => {
        // Hits and operations are known of the whole run alone.
        const {hitRate: _, margin: __, ...base} = whole.get(o.name) ?? ({} as Load);
        return base.name === undefined
          ? []
          : {
              ...base,
              dpFlops: 0,
              spFlops: 0,
              instructions: 0,
              reads: o.num_read,
              writes: o.num_write,
              bytesRead: o.bytes_read,
              bytesWritten: o.bytes_write,
              time: o.time_s,
            };
      }),
    ),
  }));
}

const stem = (path: string): string =>
  path
    .replace(/\/+$/, '')
    .split('/')
    .pop()!
    .replace(/\.json$/, '')
    .replace(/\.[^.]*$/, '');

/** "triad on epyc-7702x2-nps4" (result/verdict.h). */
function titleOf(result: MemoryResult): string {
  const input = (role: string) => result.inputs.find(i => i.role === role)?.path;
  const base = (path: string | undefined) => path?.split('/').pop();
  let program =
    base(input('program')) ??
    base(result.run.command[0]) ??
    (input('trace') ? stem(input('trace')!) : '');
  if (result.ranks?.length) program += `, ${result.ranks.length} ranks,`;
  const machine = input('machine') ? stem(input('machine')!) : '';
  return program && machine ? `${program} on ${machine}` : program || machine || 'memory forecast';
}

export function forecastOfResult(result: MemoryResult): Forecast {
  const loads = mapOf(result.objects.map(loadOf));
  return {
    title: titleOf(result),
    verdict: result.verdict,
    whole: {
      name: 'whole run',
      time: result.time_s,
      bottleneck: result.bottleneck.name,
      limit: limitWords(result),
      limits: result.limits ?? [],
      isLowerBound: isLowerBound(result),
      loads,
      phases: result.phases,
    },
    phases: phasesOf(result, loads),
    partial: result.partial,
    assumptions: result.assumptions,
    notModelled: result.not_modelled,
    result,
  };
}

const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

function loadInDat(dat: Dat, kind: Kind, object: DatObject): Load {
  const o = object as Record<string, unknown>;
  const level = isEdge(kind, object)
    ? Math.min(levelOf(dat, object.source), levelOf(dat, object.target))
    : levelOf(dat, object.name);
  return {
    name: object.name,
    kind,
    class: object.class,
    level: Number.isFinite(level) ? level : 0,
    reads: number(o.num_read),
    writes: number(o.num_write),
    bytesRead: number(o.bytes_read),
    bytesWritten: number(o.bytes_write),
    time: Math.max(number(o.time), number(o.time_flops), number(o.time_inst)),
    dpFlops: kind === 'core' ? number(o.num_dp_flops) : 0,
    spFlops: kind === 'core' ? number(o.num_sp_flops) : 0,
    instructions: kind === 'core' ? number(o.num_inst) : 0,
  };
}

/** The busiest object of a class other than the bottleneck's; of its own where no other is occupied. */
function runnerUp(loads: Iterable<Load>, first: Load): Load | undefined {
  const busiest = (accept: (load: Load) => boolean) => {
    let best: Load | undefined;
    for (const load of loads)
      if (load.time > 0 && accept(load) && (!best || load.time > best.time)) best = load;
    return best;
  };
  return (
    busiest(load => load.kind !== first.kind || load.class !== first.class) ??
    busiest(load => load !== first)
  );
}

const inWords = (name: string, kind: Kind): string => `${name} (${wordFor[kind]})`;

/** Of a DAT with results in its objects; undefined where it has none. */
export function forecastInDat(dat: Dat): Forecast | undefined {
  const loads = kinds.flatMap(kind =>
    objectsOf(dat, kind).map(object => loadInDat(dat, kind, object)),
  );
  const first = loads.reduce<Load | undefined>(
    (best, load) => (load.time > (best?.time ?? 0) ? load : best),
    undefined,
  );
  if (!first) return undefined;
  const next = runnerUp(loads, first);
  const limit = inWords(first.name, first.kind);
  const verdict =
    `${formatTime(first.time)}, limited by ${limit}` +
    (next ? `, next ${next.name} (${formatPercent(next.time / first.time)} of it)` : '');
  return {
    title: typeof dat.name === 'string' ? dat.name : 'machine',
    verdict,
    whole: {
      name: 'whole run',
      time: first.time,
      bottleneck: first.name,
      limit,
      limits: [],
      isLowerBound: false,
      loads: mapOf(loads),
      phases: [],
    },
    phases: [],
    assumptions: [],
    notModelled: [
      'the DAT holds sums over the run: a result (--json) has phases, hits and assumptions too',
    ],
  };
}

/** "1.42 s", "at least 18 ms" */
export const timeWords = ({time, isLowerBound}: Stretch): string =>
  `${isLowerBound ? 'at least ' : ''}${formatTime(time)}`;

/** Share of a stretch's time that an object is occupied. */
export const occupancy = (stretch: Stretch, name: string): number =>
  stretch.time > 0 ? (stretch.loads.get(name)?.time ?? 0) / stretch.time : 0;

/** Whether the numbers of a forecast are of the machine as it is now, wherever it is drawn. */
export function isOfMachine({dat: before, whole}: Forecast, dat: Dat): boolean {
  const found = byName(dat);
  if (whole.loads.size !== found.size || [...whole.loads.keys()].some(n => !found.has(n)))
    return false;
  const bare = (machine: Dat) => JSON.stringify(withLayout(machine, new Map()));
  return !before || before === dat || bare(before) === bare(dat);
}

const newestVersion = 2;
/** What members of an object were called in schema_version 1. */
const formerNames = ['time', 'time_margin', 'time_flops', 'time_inst', 'time_page_faults'];

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

function renamed(object: unknown): unknown {
  if (!isObject(object)) return object;
  const pairs = Object.entries(object).map(([name, value]) => [
    formerNames.includes(name) ? `${name}_s` : name,
    value,
  ]);
  return Object.fromEntries(pairs) as Members;
}

const mapped = (list: unknown, change: (element: unknown) => unknown): unknown =>
  Array.isArray(list) ? list.map(change) : list;

/** A result as the newest hpcast would have written it. */
function upgraded(result: Members): Members {
  if (result.schema_version !== 1) return result;
  const phase = (one: unknown) =>
    isObject(one) ? {...one, objects: mapped(one.objects, renamed)} : one;
  return {
    ...result,
    format: 'hpcast-memory-answer',
    schema_version: newestVersion,
    objects: mapped(result.objects, renamed),
    phases: mapped(result.phases, phase),
  };
}

/** Throws an Error that says what is missing where the JSON is no result. */
export function checkResult(value: unknown): MemoryResult {
  if (!isObject(value)) throw new Error('no result of hpcast memory');
  const version = value.schema_version;
  if (typeof version === 'number' && version > newestVersion)
    throw new Error(`a result of a newer hpcast (schema_version ${version})`);
  const result: unknown = upgraded(value);
  if (validateResult(result)) return result as MemoryResult;
  const {instancePath, message} = validateResult.errors![0] as ErrorObject;
  throw new Error(`no result of hpcast memory: ${instancePath || 'it'} ${message}`);
}
