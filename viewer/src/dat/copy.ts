// Parts of a machine, copied: into the clipboard and out of it, or ×N.
import {boxAround, middleOf, widthOf, type Box} from './box';
import {
  classesOf,
  edgesOf,
  kinds,
  layoutOf,
  numaOf,
  objectsOf,
  resultMembers,
  vertexKinds,
  withClasses,
  type Dat,
  type DatClass,
  type DatObject,
  type EdgeObj,
  type Kind,
  type Position,
  type VertexKind,
} from './dat';
import {addObjects, freeNumaNode, moveObjects, takenNames} from './edit';
import {cell} from './layers';
import {positionsOf} from './layout';
import {Numbering} from './names';

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

const withoutResults = <T extends DatObject>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !resultMembers.includes(key))) as T;

/** A machine with copies in it, and their names. */
interface Copied {
  dat: Dat;
  names: string[];
}

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
): Copied {
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
    if (copies.length > 0) next = addObjects(next, kind, copies);
  }
  const edges = [...fragment.edges, ...(options.outward ? fragment.outward : [])].map(edge => {
    const [source, target] = [
      renamed.get(edge.source) ?? edge.source,
      renamed.get(edge.target) ?? edge.target,
    ];
    return {...withoutResults(edge), name: numbering.free(`${source}-${target}`), source, target};
  });
  if (edges.length > 0) next = addObjects(next, 'edge', edges);
  const {place} = options;
  if (place) {
    const places = fragment.objects.map(o => [renamed.get(o.object.name)!, place(o.at)] as const);
    next = moveObjects(next, new Map(places));
  }
  return {dat: next, names: [...renamed.values()]};
}

/**
 * Pasted around `centre`, with the classes that are not there yet, under new names where there are
 * others of theirs. Edges to the outside are left.
 */
export function paste(dat: Dat, fragment: Fragment, centre: Position): Copied {
  const {dat: next, renamed} = withClassesOf(dat, fragment);
  const named = <T extends DatObject>(kind: Kind, object: T): T => ({
    ...object,
    class: renamed.get(`${kind} ${object.class}`) ?? object.class,
  });
  const own: Fragment = {
    ...fragment,
    objects: fragment.objects.map(o => ({...o, object: named(o.kind, o.object)})),
    edges: fragment.edges.map(edge => named('edge', edge)),
  };
  const middle = middleOf(boxOf(fragment));
  const place = ([x, y]: Position): Position => [
    x - middle[0] + centre[0],
    y - middle[1] + centre[1],
  ];
  const numbering = new Numbering(takenNames(dat));
  return withCopy(next, own, numbering, {outward: false, numaShift: 0, place});
}

function withClassesOf(dat: Dat, {classes}: Fragment): {dat: Dat; renamed: Map<string, string>} {
  let next = dat;
  const renamed = new Map<string, string>();
  for (const {kind, class: c} of classes) {
    const known = classesOf(next, kind);
    const same = known.find(other => other.name === c.name);
    if (same && JSON.stringify(same) === JSON.stringify(c)) continue;
    const name = new Numbering(new Set(known.map(other => other.name))).free(c.name);
    renamed.set(`${kind} ${c.name}`, name);
    next = withClasses(next, kind, [...known, {...c, name}]);
  }
  return {dat: next, renamed};
}

const boxOf = (fragment: Fragment): Box =>
  boxAround(fragment.objects.map(({at}) => ({at, size: [cell.width, cell.height]})));

/**
 * ×N: N - 1 numbered copies of `names`, joined among themselves and with the rest as the original
 * is. With `ownNumaNodes` each copy gets NUMA nodes of its own.
 */
export function replicate(
  dat: Dat,
  names: Set<string>,
  times: number,
  ownNumaNodes: boolean,
): Copied {
  const fragment = fragmentOf(dat, names);
  const numbering = new Numbering(takenNames(dat));
  const nodes = fragment.objects.map(o => numaOf(o.object)).sort((a, b) => a - b);
  const span = ownNumaNodes ? nodes.at(-1)! - nodes[0]! + 1 : 0;
  const first = ownNumaNodes ? freeNumaNode(dat) - nodes[0]! : 0;
  // What was placed by hand is copied beside itself; what was not goes where the layout has it.
  const layout = layoutOf(dat);
  const isByHand = fragment.objects.some(o => layout.has(o.object.name));
  const width = widthOf(boxOf(fragment));
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
    for (const name of result.names) made.push(name);
  }
  return {dat: next, names: made};
}
