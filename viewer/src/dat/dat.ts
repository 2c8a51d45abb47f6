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

export type {Dat, EdgeObj} from '../generated/dat';

/** Of vertices, in the order that hpcast numbers them in (docs/dat.md, "Routes"). */
export const vertexKinds = ['core', 'cache', 'mem', 'router'] as const;
export const kinds = [...vertexKinds, 'edge'] as const;
export type VertexKind = (typeof vertexKinds)[number];
export type Kind = (typeof kinds)[number];

export type DatObject = CoreObj | CacheObj | EdgeObj;
export type DatClass = CoreClass | CacheClass | MemClass | RouterClass | EdgeClass;
export type Position = [x: number, y: number];

/** An edge among objects of all kinds. */
export const isEdge = (kind: Kind, object: DatObject): object is EdgeObj =>
  kind === 'edge' && object !== undefined;

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
export const layoutOf = (dat: Dat): Record<string, Position> =>
  (dat.layout ?? {}) as Record<string, Position>;

export const withObjects = (dat: Dat, kind: Kind, objects: DatObject[]): Dat => ({
  ...dat,
  [objectKey(kind)]: objects,
});
export const withClasses = (dat: Dat, kind: Kind, classes: DatClass[]): Dat => ({
  ...dat,
  [classKey(kind)]: classes,
});

/** Without the member where nothing was moved by hand. */
export function withLayout(dat: Dat, layout: Record<string, Position>): Dat {
  if (Object.keys(layout).length > 0) return {...dat, layout};
  const {layout: _, ...rest} = dat;
  return rest as Dat;
}

export const numaOf = (object: DatObject): number => object.numa_node ?? 0;

/** An object and where it stands: `${kind}_obj/${index}`. */
export interface Found {
  kind: Kind;
  index: number;
  object: DatObject;
}

const indexes = new WeakMap<Dat, Map<string, Found>>();

/** Every object by name; the first of those that share one. Made once for each Dat. */
export function byName(dat: Dat): Map<string, Found> {
  let index = indexes.get(dat);
  if (index) return index;
  index = new Map();
  for (const kind of kinds) {
    for (const [i, object] of objectsOf(dat, kind).entries()) {
      if (!index.has(object.name)) index.set(object.name, {kind, index: i, object});
    }
  }
  indexes.set(dat, index);
  return index;
}

export const classNamed = (dat: Dat, kind: Kind, name: string): DatClass | undefined =>
  classesOf(dat, kind).find(c => c.name === name);

export const classFor = (dat: Dat, name: string): DatClass | undefined => {
  const found = byName(dat).get(name);
  return found && classNamed(dat, found.kind, found.object.class);
};

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
