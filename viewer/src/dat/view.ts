// What is drawn of a machine: its objects at their places, boxes around NUMA nodes, and collapsed
// ones as one box with bundles of edges.
import {
  byName,
  edgesOf,
  isEdge,
  numaOf,
  wordFor,
  type Dat,
  type Position,
  type VertexKind,
} from './dat';
import {graphOf} from './graph';
import {boxAround, heightOf, middleOf, widthOf} from './box';
import {cell} from './layers';
import {positionsOf} from './layout';

/** An object, or a collapsed NUMA node. */
export interface ViewNode {
  id: string;
  kind: VertexKind | 'group';
  label: string;
  /** Names of the objects that it stands for. */
  members: string[];
  at: Position;
  size: Position;
}

/** Around the objects of a NUMA node that is not collapsed. */
export interface ViewBox {
  id: string;
  numaNode: number;
  label: string;
  /** Names of the objects in it. */
  members: string[];
  at: Position;
  size: Position;
}

/** An edge, or all edges between two things that are drawn. */
export interface ViewEdge {
  id: string;
  source: string;
  target: string;
  members: string[];
  /** Others join the same two. */
  parallel: boolean;
}

export interface View {
  nodes: ViewNode[];
  boxes: ViewBox[];
  edges: ViewEdge[];
}

/** More than this is not drawn at all: the browser would hang. */
export const mostDrawable = 20_000;

/** More objects than this are opened with their NUMA nodes collapsed. */
export const mostDrawn = 3000;

const objectSize: Record<VertexKind, Position> = {
  core: [56, 40],
  cache: [64, 40],
  mem: [68, 46],
  router: [64, 48],
};

/** NUMA nodes of a machine, ascending; one or none need no boxes. */
export function numaNodesOf(dat: Dat): number[] {
  const nodes = new Set<number>();
  for (const {kind, object} of byName(dat).values()) if (kind !== 'edge') nodes.add(numaOf(object));
  return [...nodes].sort((a, b) => a - b);
}

export function viewOf(dat: Dat, collapsed: ReadonlySet<number>): View {
  const found = byName(dat);
  const positions = positionsOf(dat);
  const numaNodes = numaNodesOf(dat);
  const hasBoxes = numaNodes.length > 1;
  const drawnAs = new Map<string, string>();
  const nodes: ViewNode[] = [];
  const folded = new Map<number, string[]>();
  const boxed = new Map<number, string[]>();
  for (const name of graphOf(dat).names) {
    const {kind, object} = found.get(name)!;
    const numa = numaOf(object);
    if (hasBoxes && collapsed.has(numa)) {
      folded.get(numa)?.push(name) ?? folded.set(numa, [name]);
      drawnAs.set(name, `group:${numa}`);
      continue;
    }
    nodes.push({
      id: `object:${name}`,
      kind: kind as VertexKind,
      label: name,
      members: [name],
      at: positions.get(name)!,
      size: objectSize[kind as VertexKind],
    });
    drawnAs.set(name, `object:${name}`);
    boxed.get(numa)?.push(name) ?? boxed.set(numa, [name]);
  }
  for (const [numa, members] of folded) {
    nodes.push({
      id: `group:${numa}`,
      kind: 'group',
      label: `NUMA ${numa}\n${summaryOf(dat, members)}`,
      members,
      ...frameOf(members, positions),
    });
  }
  if (nodes.length > mostDrawable) return {nodes: [], boxes: [], edges: []};
  const boxes = [...boxed].map(([n, members]) => ({
    id: `box:${n}`,
    numaNode: n,
    label: `NUMA ${n}`,
    members,
    ...frameOf(members, positions),
  }));
  return {nodes, boxes: hasBoxes ? boxes : [], edges: edgesIn(dat, drawnAs)};
}

/** The box around objects: its middle and size. */
function frameOf(
  members: string[],
  positions: Map<string, Position>,
): {at: Position; size: Position} {
  const box = boxAround(
    members.map(name => ({at: positions.get(name)!, size: [cell.width + 20, cell.height]})),
  );
  return {at: middleOf(box), size: [widthOf(box), heightOf(box)]};
}

/** "16 × core, 16 × L1" */
function summaryOf(dat: Dat, names: string[]): string {
  const found = byName(dat);
  const counts = new Map<string, number>();
  for (const name of names) {
    const label = found.get(name)!.object.class || wordFor[found.get(name)!.kind];
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => `${count} × ${label}`).join('\n');
}

function edgesIn(dat: Dat, drawnAs: Map<string, string>): ViewEdge[] {
  const edges = new Map<string, ViewEdge>();
  const firstOfPair = new Map<string, ViewEdge>();
  for (const edge of edgesOf(dat)) {
    const [source, target] = [drawnAs.get(edge.source), drawnAs.get(edge.target)];
    if (source === undefined || target === undefined || source === target) continue;
    const pair = [source, target].sort().join('|');
    const isBundle = source.startsWith('group:') || target.startsWith('group:');
    const id = isBundle ? `bundle:${pair}` : `edge:${edge.name}`;
    const known = edges.get(id);
    if (known) {
      known.members.push(edge.name);
      continue;
    }
    const first = firstOfPair.get(pair);
    const drawn = {id, source, target, members: [edge.name], parallel: first !== undefined};
    if (first) first.parallel = true;
    else firstOfPair.set(pair, drawn);
    edges.set(id, drawn);
  }
  return [...edges.values()];
}

/** Size of its label; of a collapsed NUMA node so that all lines fill the box. */
export function fontOf({kind, label, size: [width, height]}: ViewNode): number {
  if (kind !== 'group') return 13;
  const lines = label.split('\n');
  return Math.min(
    width / (0.65 * Math.max(...lines.map(line => line.length))),
    height / (1.25 * (lines.length + 1.5)),
  );
}

/** What a member of the drawing is called: "cache L3_0 of class L3". */
export function describe(dat: Dat, name: string): string {
  const found = byName(dat).get(name);
  if (!found) return name;
  const ends = isEdge(found.kind, found.object)
    ? `, ${found.object.source} to ${found.object.target}`
    : '';
  return `${wordFor[found.kind]} ${name} of class ${found.object.class}${ends}`;
}
