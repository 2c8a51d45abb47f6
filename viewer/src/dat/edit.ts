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
  type EdgeClass,
  type EdgeObj,
  type Kind,
  type Position,
  type VertexKind,
} from './dat';
import {levelOf} from './graph';
import {cell} from './layers';
import {positionsOf} from './layout';
import {Numbering} from './names';
import {addClass, stemFor} from './new_class';

export const takenNames = (dat: Dat): Set<string> => new Set(byName(dat).keys());

export const addObjects = (dat: Dat, kind: Kind, objects: DatObject[]): Dat =>
  withObjects(dat, kind, objectsOf(dat, kind).concat(objects));

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
  const next = addObjects(made.dat, kind, [{name, class: made.name}]);
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
  const layout = layoutOf(dat);
  const isShorter = [...names].filter(name => layout.delete(name)).length > 0;
  return isShorter ? withLayout(next, layout) : next;
}

/**
 * With an edge for each pair that is not joined yet, its source the end nearer to a core; `dat`
 * itself where there is nothing to join.
 */
export function connectAll(dat: Dat, pairs: [string, string][]): Dat {
  const found = byName(dat);
  const isVertex = (name: string) => found.has(name) && found.get(name)!.kind !== 'edge';
  const joined = new Set(edgesOf(dat).map(edge => pairOf(edge.source, edge.target)));
  const numbering = new Numbering(takenNames(dat));
  const classFor = edgeClasses(dat);
  const made: EdgeObj[] = [];
  let next = dat;
  for (const [a, b] of pairs) {
    const pair = pairOf(a, b);
    if (a === b || joined.has(pair) || !isVertex(a) || !isVertex(b)) continue;
    joined.add(pair);
    const [source, target] = levelOf(dat, b) < levelOf(dat, a) ? [b, a] : [a, b];
    let className = classFor(a, b) ?? classesOf(next, 'edge')[0]?.name;
    if (className === undefined) ({dat: next, name: className} = addClass(next, 'edge'));
    const name = numbering.free(`${source}-${target}`);
    made.push({name, class: className, source, target});
  }
  return made.length > 0 ? addObjects(next, 'edge', made) : dat;
}

const pairOf = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a]);

/** For two objects, the class that most edges between their classes have, else one without limit. */
function edgeClasses(dat: Dat): (a: string, b: string) => string | undefined {
  const found = byName(dat);
  const kin = (name: string) => `${found.get(name)?.kind} ${found.get(name)?.object.class}`;
  const counts = new Map<string, Map<string, number>>();
  for (const edge of edgesOf(dat)) {
    const pair = pairOf(kin(edge.source), kin(edge.target));
    const ofPair = counts.get(pair) ?? new Map<string, number>();
    counts.set(pair, ofPair.set(edge.class, (ofPair.get(edge.class) ?? 0) + 1));
  }
  const classes = classesOf(dat, 'edge') as EdgeClass[];
  const free = classes.find(c => c.read_bandwidth === undefined)?.name;
  return (a, b) => {
    const ofPair = counts.get(pairOf(kin(a), kin(b))) ?? [];
    const [usual] = [...ofPair].sort((x, y) => y[1] - x[1]);
    return usual?.[0] ?? free;
  };
}

const mapObjects = (dat: Dat, change: (object: DatObject, kind: Kind) => DatObject): Dat =>
  kinds.reduce((next, kind) => {
    const before = objectsOf(dat, kind);
    const after = before.map(object => change(object, kind));
    return after.some((object, i) => object !== before[i]) ? withObjects(next, kind, after) : next;
  }, dat);

/** Edges and the layout follow. The caller sees to it that the name is free. */
export function renameObject(dat: Dat, from: string, to: string): Dat {
  const renamed = (name: string) => (name === from ? to : name);
  const first = byName(dat).get(from)?.object;
  const isAlone =
    kinds.flatMap(kind => objectsOf(dat, kind)).filter(o => o.name === from).length < 2;
  // Of several objects with the name the first gets a new one, and edges stay with the others.
  if (!isAlone)
    return mapObjects(dat, object => (object === first ? {...object, name: to} : object));
  const next = mapObjects(dat, (object, kind) => {
    if (!isEdge(kind, object)) return object.name === from ? {...object, name: to} : object;
    if (![object.name, object.source, object.target].includes(from)) return object;
    const [source, target] = [renamed(object.source), renamed(object.target)];
    return {...object, name: renamed(object.name), source, target};
  });
  const layout = new Map([...layoutOf(dat)].map(([name, at]) => [renamed(name), at]));
  return layout.size > 0 ? withLayout(next, layout) : next;
}

/** A member of objects; undefined takes it away. */
export function setMember(dat: Dat, names: Set<string>, key: string, value: unknown): Dat {
  return mapObjects(dat, object =>
    names.has(object.name) ? withMember(object, key, value) : object,
  );
}

function withMember<T extends object>(thing: T, key: string, value: unknown): T {
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
  const layout = layoutOf(dat);
  for (const [name, at] of to) layout.set(name, rounded(at));
  return withLayout(dat, layout);
}

/** Back to where the layout has them; all of them where no names are given. */
export function tidy(dat: Dat, names?: Set<string>): Dat {
  const kept = names ? [...layoutOf(dat)].filter(([name]) => !names.has(name)) : [];
  return withLayout(dat, new Map(kept));
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
  1 +
  vertexKinds
    .flatMap(kind => objectsOf(dat, kind))
    .reduce((max, object) => Math.max(max, numaOf(object)), -1);
