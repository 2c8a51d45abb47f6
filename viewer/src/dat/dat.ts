// A DAT as the viewer holds it: the parsed JSON itself, never changed in place. Members that the
// schema does not know stay where they are.
import type {
  CacheClass,
  CacheObj,
  CoreClass,
  CoreObj,
  Dat,
  EdgeClass,
  EdgeObj,
  MemClass,
  RouterClass,
} from '../generated/dat';

import {remembered} from './remember';

export type {Dat, EdgeClass, EdgeObj} from '../generated/dat';

/** Of vertices, in the order that hpcast numbers them in (docs/dat.md, "Routes"). */
export const vertexKinds = ['core', 'cache', 'mem', 'router'] as const;
export const kinds = [...vertexKinds, 'edge'] as const;
export type VertexKind = (typeof vertexKinds)[number];
export type Kind = (typeof kinds)[number];

export type DatObject = CoreObj | CacheObj | EdgeObj;
export type DatClass = CoreClass | CacheClass | MemClass | RouterClass | EdgeClass;
export type Position = [x: number, y: number];

/** An edge among objects of all kinds. */
export const isEdge = (kind: Kind, _object: DatObject): _object is EdgeObj => kind === 'edge';

/** As people say it, and as results do. */
export const wordFor: Record<Kind, string> = {
  core: 'core',
  cache: 'cache',
  mem: 'memory',
  router: 'router',
  edge: 'edge',
};

type ClassKey = `${Kind}_class`;
type ObjectKey = `${Kind}_obj`;
export const classKey = (kind: Kind): ClassKey => `${kind}_class`;
export const objectKey = (kind: Kind): ObjectKey => `${kind}_obj`;

export const objectsOf = (dat: Dat, kind: Kind): DatObject[] =>
  (dat[objectKey(kind)] ?? []) as DatObject[];
export const edgesOf = (dat: Dat): EdgeObj[] => dat.edge_obj ?? [];
export const classesOf = (dat: Dat, kind: Kind): DatClass[] =>
  (dat[classKey(kind)] ?? []) as DatClass[];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(n => typeof n === 'number' && Math.abs(n) < 1e7);

/** Places of objects that were moved by hand, by name; what is no place is left out. */
export function layoutOf(dat: Dat): Map<string, Position> {
  const {layout} = dat as {layout?: unknown};
  const isObject = typeof layout === 'object' && layout !== null;
  const entries: [string, unknown][] = isObject ? Object.entries(layout) : [];
  return new Map(entries.filter((entry): entry is [string, Position] => isPosition(entry[1])));
}

export const withObjects = (dat: Dat, kind: Kind, objects: DatObject[]): Dat => ({
  ...dat,
  [objectKey(kind)]: objects,
});
export const withClasses = (dat: Dat, kind: Kind, classes: DatClass[]): Dat => ({
  ...dat,
  [classKey(kind)]: classes,
});

/** Without the member where nothing was moved by hand. */
export function withLayout(dat: Dat, layout: Map<string, Position>): Dat {
  if (layout.size > 0) return {...dat, layout: Object.fromEntries(layout)};
  const {layout: _, ...rest} = dat;
  return rest as Dat;
}

/** 0 where the member is missing, or nonsense. */
export const numaOf = ({numa_node: node}: DatObject): number =>
  Number.isInteger(node) && node! >= 0 && node! <= largestNumaNode ? node! : 0;
export const largestNumaNode = 1048576;

/** What a forecast writes into objects. */
export const resultMembers = [
  'num_read',
  'num_write',
  'bytes_read',
  'bytes_write',
  'time',
  'time_flops',
  'time_inst',
];

/** An object and where it stands: `${kind}_obj/${index}`. */
interface Found {
  kind: Kind;
  index: number;
  object: DatObject;
}

/** Every object by name; the first of those that share one. */
export const byName = remembered((dat: Dat): Map<string, Found> => {
  const index = new Map<string, Found>();
  for (const kind of kinds) {
    for (const [i, object] of objectsOf(dat, kind).entries()) {
      if (!index.has(object.name)) index.set(object.name, {kind, index: i, object});
    }
  }
  return index;
});

export const classNamed = (dat: Dat, kind: Kind, name: string): DatClass | undefined =>
  classesOf(dat, kind).find(c => c.name === name);

/** The object that a path of the DAT leads into. */
export function objectAt(dat: Dat, [list, index]: (string | number)[]): DatObject | undefined {
  const kind = kinds.find(k => objectKey(k) === list);
  return kind && typeof index === 'number' ? objectsOf(dat, kind)[index] : undefined;
}

/** "128 cores, 288 caches, 16 memories, 26 routers, 458 edges" */
export function countsOf(dat: Dat): string {
  const words: Record<Kind, [string, string]> = {
    core: ['core', 'cores'],
    cache: ['cache', 'caches'],
    mem: ['memory', 'memories'],
    router: ['router', 'routers'],
    edge: ['edge', 'edges'],
  };
  return kinds
    .map(kind => [objectsOf(dat, kind).length, words[kind]] as const)
    .filter(([count]) => count > 0)
    .map(([count, [one, many]]) => `${count} ${count === 1 ? one : many}`)
    .join(', ');
}

export const emptyDat = (): Dat =>
  ({
    name: 'new machine',
    core_class: [],
    cache_class: [],
    mem_class: [],
    router_class: [],
    edge_class: [],
    core_obj: [],
    cache_obj: [],
    mem_obj: [],
    router_obj: [],
    edge_obj: [],
  }) as unknown as Dat;
