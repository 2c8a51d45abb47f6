// Every change of a machine, as a function from one DAT to the next. None changes its argument.
import {
  byName,
  classesOf,
  edgesOf,
  isEdge,
  kinds,
  layoutOf,
  numaOf,
  objectsOf,
  vertexKinds,
  withClasses,
  withLayout,
  withObjects,
  type Dat,
  type DatClass,
  type DatObject,
  type EdgeObj,
  type Kind,
  type Position,
  type VertexKind,
} from './dat';
import {levelOf} from './graph';
import {cell, positionsOf} from './layout';
import {Numbering} from './names';
import {addClass, stemFor} from './new_class';

const takenNames = (dat: Dat): Set<string> => new Set(byName(dat).keys());

const add = (dat: Dat, kind: Kind, ...objects: DatObject[]): Dat =>
  withObjects(dat, kind, [...objectsOf(dat, kind), ...objects]);

const rounded = ([x, y]: Position): Position => [Math.round(x), Math.round(y)];

/** An object of a class, which is made where the name is undefined. */
export function addObject(
  dat: Dat,
  kind: VertexKind,
  className: string | undefined,
  at?: Position,
): {dat: Dat; name: string} {
  const made = className === undefined ? addClass(dat, kind) : {dat, name: className};
  const name = new Numbering(takenNames(dat)).make(stemFor(kind, made.name));
  const next = add(made.dat, kind, {name, class: made.name} as DatObject);
  return {dat: at ? moveObjects(next, new Map([[name, at]])) : next, name};
}

/** Objects, their edges, and the places they were moved to. */
export function removeObjects(dat: Dat, names: Set<string>): Dat {
  const isGone = (kind: Kind, object: DatObject): boolean =>
    names.has(object.name) ||
    (isEdge(kind, object) && (names.has(object.source) || names.has(object.target)));
  let next = dat;
  for (const kind of kinds) {
    const kept = objectsOf(dat, kind).filter(object => !isGone(kind, object));
    if (kept.length < objectsOf(dat, kind).length) next = withObjects(next, kind, kept);
  }
  const layout = Object.entries(layoutOf(dat)).filter(([name]) => !names.has(name));
  return layout.length < Object.keys(layoutOf(dat)).length
    ? withLayout(next, Object.fromEntries(layout))
    : next;
}

const joins = (edge: EdgeObj, a: string, b: string): boolean =>
  (edge.source === a && edge.target === b) || (edge.source === b && edge.target === a);

/** An edge between two objects, its source the end nearer to a core; undefined where there is one. */
export function connect(
  dat: Dat,
  a: string,
  b: string,
  className?: string,
): {dat: Dat; name: string} | undefined {
  if (a === b || edgesOf(dat).some(edge => joins(edge, a, b))) return undefined;
  const existing = className ?? edgesOf(dat).at(-1)?.class ?? classesOf(dat, 'edge')[0]?.name;
  const made = existing === undefined ? addClass(dat, 'edge') : {dat, name: existing};
  const [source, target] = levelOf(dat, b) < levelOf(dat, a) ? [b, a] : [a, b];
  const name = new Numbering(takenNames(dat)).free(`${source}-${target}`);
  return {dat: add(made.dat, 'edge', {name, class: made.name, source, target} as EdgeObj), name};
}

/** Every name joined with the next; with the first where `hub`. */
export function connectAll(dat: Dat, pairs: [string, string][], className?: string): Dat {
  return pairs.reduce((next, [a, b]) => connect(next, a, b, className)?.dat ?? next, dat);
}

export const mapObjects = (dat: Dat, change: (object: DatObject, kind: Kind) => DatObject): Dat =>
  kinds.reduce((next, kind) => {
    const before = objectsOf(dat, kind);
    const after = before.map(object => change(object, kind));
    return after.some((object, i) => object !== before[i]) ? withObjects(next, kind, after) : next;
  }, dat);

/** Edges and the layout follow. The caller sees to it that the name is free. */
export function renameObject(dat: Dat, from: string, to: string): Dat {
  const renamed = (name: string) => (name === from ? to : name);
  const next = mapObjects(dat, (object, kind) => {
    if (!isEdge(kind, object)) return object.name === from ? {...object, name: to} : object;
    if (![object.name, object.source, object.target].includes(from)) return object;
    return {
      ...object,
      name: renamed(object.name),
      source: renamed(object.source),
      target: renamed(object.target),
    };
  });
  const layout = Object.entries(layoutOf(dat)).map(([name, at]) => [renamed(name), at]);
  return layout.length > 0 ? withLayout(next, Object.fromEntries(layout)) : next;
}

/** A member of objects; undefined takes it away. */
export function setMember(dat: Dat, names: Set<string>, key: string, value: unknown): Dat {
  return mapObjects(dat, object =>
    names.has(object.name) ? withMember(object, key, value) : object,
  );
}

export function withMember<T extends object>(thing: T, key: string, value: unknown): T {
  if (value !== undefined) return {...thing, [key]: value};
  const {[key]: _, ...rest} = thing as Record<string, unknown>;
  return rest as T;
}

export const setClassMember = (
  dat: Dat,
  kind: Kind,
  className: string,
  key: string,
  value: unknown,
): Dat =>
  withClasses(
    dat,
    kind,
    classesOf(dat, kind).map(c => (c.name === className ? withMember<DatClass>(c, key, value) : c)),
  );

export function renameClass(dat: Dat, kind: Kind, from: string, to: string): Dat {
  const next = withClasses(
    dat,
    kind,
    classesOf(dat, kind).map(c => (c.name === from ? {...c, name: to} : c)),
  );
  return mapObjects(next, (object, k) =>
    k === kind && object.class === from ? {...object, class: to} : object,
  );
}

export const removeClass = (dat: Dat, kind: Kind, name: string): Dat =>
  withClasses(
    dat,
    kind,
    classesOf(dat, kind).filter(c => c.name !== name),
  );

/** A copy of a class under a new name, for objects that shall differ. */
export function copyClass(dat: Dat, kind: Kind, name: string): {dat: Dat; name: string} {
  const classes = classesOf(dat, kind);
  const original = classes.find(c => c.name === name)!;
  const copy = {...original, name: new Numbering(new Set(classes.map(c => c.name))).copyOf(name)};
  return {dat: withClasses(dat, kind, [...classes, copy]), name: copy.name};
}

export function moveObjects(dat: Dat, to: Map<string, Position>): Dat {
  const moved = Object.fromEntries([...to].map(([name, at]) => [name, rounded(at)]));
  return withLayout(dat, {...layoutOf(dat), ...moved});
}

/** Back to where the layout has them; all of them where no names are given. */
export function tidy(dat: Dat, names?: Set<string>): Dat {
  const kept = names ? Object.entries(layoutOf(dat)).filter(([name]) => !names.has(name)) : [];
  return withLayout(dat, Object.fromEntries(kept));
}

/** On one line: side by side (`row`) or above each other, at even distances. */
export function align(dat: Dat, names: string[], direction: 'row' | 'column'): Dat {
  if (names.length < 2) return dat;
  const positions = positionsOf(dat);
  const [along, across] = direction === 'row' ? [0, 1] : [1, 0];
  const sorted = names
    .map(name => [name, positions.get(name)!] as const)
    .sort((a, b) => a[1][along]! - b[1][along]!);
  const line = sorted.reduce((sum, [, p]) => sum + p[across]!, 0) / sorted.length;
  const first = sorted[0]![1][along]!;
  const step = Math.max(cell.width, (sorted.at(-1)![1][along]! - first) / (sorted.length - 1));
  return moveObjects(
    dat,
    new Map(
      sorted.map(([name], i) => {
        const at = first + i * step;
        return [name, direction === 'row' ? [at, line] : [line, at]];
      }),
    ),
  );
}

/** The smallest NUMA node that nobody has. */
export const freeNumaNode = (dat: Dat): number =>
  1 + Math.max(-1, ...vertexKinds.flatMap(kind => objectsOf(dat, kind).map(numaOf)));

/** A part of a machine: what is copied, pasted and replicated. */
export interface Fragment {
  objects: {kind: VertexKind; object: DatObject; at: Position}[];
  /** Between objects of the fragment. */
  edges: EdgeObj[];
  /** From the fragment to the rest. */
  outward: EdgeObj[];
  classes: {kind: Kind; class: DatClass}[];
}

export function fragmentOf(dat: Dat, names: Set<string>): Fragment {
  const positions = positionsOf(dat);
  const objects = vertexKinds.flatMap(kind =>
    objectsOf(dat, kind)
      .filter(o => names.has(o.name))
      .map(object => ({kind, object, at: positions.get(object.name)!})),
  );
  const inside = new Set(objects.map(o => o.object.name));
  const edges = edgesOf(dat).filter(edge => inside.has(edge.source) && inside.has(edge.target));
  const outward = edgesOf(dat).filter(edge => inside.has(edge.source) !== inside.has(edge.target));
  const used = new Set([
    ...objects.map(o => `${o.kind} ${o.object.class}`),
    ...edges.map(e => `edge ${e.class}`),
  ]);
  const classes = kinds.flatMap(kind =>
    classesOf(dat, kind)
      .filter(c => used.has(`${kind} ${c.name}`))
      .map(c => ({kind, class: c})),
  );
  return {objects, edges, outward, classes};
}

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

const withoutResults = <T extends DatObject>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !resultMembers.includes(key))) as T;

interface CopyOptions {
  /** Edges to objects outside are copied too. */
  outward: boolean;
  /** Added to each object's NUMA node. */
  numaShift: number;
  /** Where each copied object goes; undefined leaves it to the layout. */
  place?: ((at: Position) => Position) | undefined;
}

/** With a numbered copy of the fragment, and the new objects' names. */
function withCopy(
  dat: Dat,
  fragment: Fragment,
  numbering: Numbering,
  options: CopyOptions,
): {dat: Dat; names: string[]} {
  const renamed = new Map(
    fragment.objects.map(({object}) => [object.name, numbering.copyOf(object.name)]),
  );
  let next = dat;
  for (const kind of vertexKinds) {
    const copies = fragment.objects
      .filter(o => o.kind === kind)
      .map(({object}) => {
        const copy = {...withoutResults(object), name: renamed.get(object.name)!};
        return options.numaShift > 0
          ? {...copy, numa_node: numaOf(object) + options.numaShift}
          : copy;
      });
    if (copies.length > 0) next = add(next, kind, ...copies);
  }
  const edges = [...fragment.edges, ...(options.outward ? fragment.outward : [])].map(edge => {
    const [source, target] = [
      renamed.get(edge.source) ?? edge.source,
      renamed.get(edge.target) ?? edge.target,
    ];
    return {...withoutResults(edge), name: numbering.free(`${source}-${target}`), source, target};
  });
  if (edges.length > 0) next = add(next, 'edge', ...edges);
  const {place} = options;
  if (place)
    next = moveObjects(
      next,
      new Map(fragment.objects.map(({object, at}) => [renamed.get(object.name)!, place(at)])),
    );
  return {dat: next, names: [...renamed.values()]};
}

/** Pasted around `centre`, with the classes that are not there yet. Edges to the outside are left. */
export function paste(dat: Dat, fragment: Fragment, centre: Position): {dat: Dat; names: string[]} {
  let next = dat;
  for (const {kind, class: c} of fragment.classes) {
    if (!classesOf(next, kind).some(known => known.name === c.name))
      next = withClasses(next, kind, [...classesOf(next, kind), c]);
  }
  const middle = [0, 1].map(axis => {
    const all = fragment.objects.map(o => o.at[axis]!);
    return (Math.min(...all) + Math.max(...all)) / 2;
  });
  const place = ([x, y]: Position): Position => [
    x - middle[0]! + centre[0],
    y - middle[1]! + centre[1],
  ];
  return withCopy(next, fragment, new Numbering(takenNames(dat)), {
    outward: false,
    numaShift: 0,
    place,
  });
}

/**
 * ×N: N - 1 numbered copies of `names`, joined among themselves and with the rest as the original
 * is. With `ownNumaNodes` each copy gets NUMA nodes of its own.
 */
export function replicate(
  dat: Dat,
  names: Set<string>,
  times: number,
  ownNumaNodes: boolean,
): {dat: Dat; names: string[]} {
  const fragment = fragmentOf(dat, names);
  const numbering = new Numbering(takenNames(dat));
  const nodes = fragment.objects.map(o => numaOf(o.object));
  const span = ownNumaNodes ? Math.max(...nodes) - Math.min(...nodes) + 1 : 0;
  const first = ownNumaNodes ? freeNumaNode(dat) - Math.min(...nodes) : 0;
  // What was placed by hand is copied beside itself; what was not goes where the layout has it.
  const isByHand = fragment.objects.some(o => layoutOf(dat)[o.object.name]);
  const xs = fragment.objects.map(o => o.at[0]);
  const width = Math.max(...xs) - Math.min(...xs) + cell.width;
  let next = dat;
  const made: string[] = [];
  for (let copy = 1; copy < times; ++copy) {
    const place = isByHand ? ([x, y]: Position): Position => [x + copy * width, y] : undefined;
    const result = withCopy(next, fragment, numbering, {
      outward: true,
      numaShift: ownNumaNodes ? first + (copy - 1) * span : 0,
      place,
    });
    next = result.dat;
    made.push(...result.names);
  }
  return {dat: next, names: made};
}
