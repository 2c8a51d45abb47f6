// Where objects are drawn: layers by distance from the core, blocks side by side. The same machine
// is always drawn alike, and what is added at the end of a list moves little.
//
// A NUMA node is a block; without NUMA nodes, a wide machine is cut into blocks below its branching
// points. Blocks stand in pairs of rows, the lower row upside down, so that memories and routers
// meet in the middle and cores lie outside.
import {byName, layoutOf, numaOf, type Dat, type Position} from './dat';
import {graphOf, type Graph} from './graph';

export const cell = {width: 84, height: 84};
const gap = {x: 70, y: 110};
/** Cores side by side before a block is cut. */
const widest = 24;
/** Width ÷ height to aim for, as screens have it. */
const aspect = 1.7;

interface Block {
  vertices: number[];
  /** Relative to the block's upper left corner; centres of objects. */
  places: Map<number, Position>;
  width: number;
  height: number;
}

/** Positions by name: by hand where there is one, else by the layout. */
export function positionsOf(dat: Dat): Map<string, Position> {
  const {names} = graphOf(dat);
  const automatic = layeredLayout(dat);
  const byHand = layoutOf(dat);
  return new Map(names.map((name, v) => [name, byHand[name] ?? automatic[v]!]));
}

const layouts = new WeakMap<Graph, Position[]>();

function layeredLayout(dat: Dat): Position[] {
  const graph = graphOf(dat);
  let positions = layouts.get(graph);
  if (!positions) layouts.set(graph, (positions = arrange(dat, graph)));
  return positions;
}

function arrange(dat: Dat, graph: Graph): Position[] {
  const found = byName(dat);
  const nodeOf = graph.names.map(name => numaOf(found.get(name)!.object));
  const groups = [...groupBy(graph.names.keys(), v => nodeOf[v]!)].sort(([a], [b]) => a - b).map(([, vertices]) => vertices);
  const blocks = groups.map(vertices => blockOf(graph, vertices));
  const positions: Position[] = new Array<Position>(graph.names.length);
  for (const [block, x, y] of inRows(blocks)) {
    for (const [vertex, place] of block.places) positions[vertex] = [x + place[0], y + place[1]];
  }
  return positions;
}

function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Blocks with their upper left corners. Every second row is turned upside down. */
function inRows(blocks: Block[]): [Block, number, number][] {
  const perRow = blocksInRow(blocks);
  const placed: [Block, number, number][] = [];
  let y = 0;
  for (let row = 0; row * perRow < blocks.length; ++row) {
    const members = blocks.slice(row * perRow, (row + 1) * perRow);
    const height = Math.max(...members.map(b => b.height));
    let x = 0;
    for (const block of members) {
      const isTurned = row % 2 === 1;
      placed.push([isTurned ? turned(block) : block, x, isTurned ? y + 0 : y + height - block.height]);
      x += block.width + gap.x;
    }
    y += height + gap.y;
  }
  return placed;
}

/** Rows that are all full, and pairs of them, are worth some deviation from the aspect. */
function blocksInRow(blocks: Block[]): number {
  const width = Math.max(...blocks.map(b => b.width)) + gap.x;
  const height = Math.max(...blocks.map(b => b.height)) + gap.y;
  const cost = (perRow: number): number => {
    const rows = Math.ceil(blocks.length / perRow);
    const isOdd = rows > 1 && rows % 2 === 1;
    return Math.abs(Math.log((perRow * width) / (rows * height) / aspect)) + (blocks.length % perRow === 0 ? 0 : 0.5) + (isOdd ? 0.5 : 0);
  };
  let best = 1;
  for (let perRow = 2; perRow <= blocks.length; ++perRow) if (cost(perRow) < cost(best)) best = perRow;
  return best;
}

function turned(block: Block): Block {
  const places = new Map([...block.places].map(([v, [x, y]]) => [v, [x, block.height - y] as Position]));
  return {...block, places};
}

/** In layers; cut into blocks first where it is wide. */
function blockOf(graph: Graph, vertices: number[]): Block {
  const clusters = cut(graph, vertices);
  if (clusters.length < 2) return layered(graph, vertices, new Map());
  const inClusters = new Set(clusters.flat());
  const spine = vertices.filter(v => !inClusters.has(v));
  return withSpine(graph, clusters.map(cluster => layered(graph, cluster, new Map())), spine);
}

/** The clusters of a wide machine: what hangs below the vertices of one layer. */
function cut(graph: Graph, vertices: number[]): number[][] {
  const {levels} = graph;
  const cores = vertices.filter(v => levels[v] === 0).length;
  if (cores <= widest) return [];
  const roots = parents(graph, new Set(vertices));
  const highest = Math.max(0, ...vertices.map(v => levels[v]!).filter(Number.isFinite));
  for (let level = highest; level > 0; --level) {
    const clusters = clustersBelow(graph, vertices, roots, level);
    const largest = Math.max(...clusters.map(cluster => cluster.filter(v => levels[v] === 0).length));
    if (clusters.length > 1 && largest <= widest) return clusters;
  }
  return chunks(vertices.filter(v => levels[v] === 0), widest);
}

const chunks = (vertices: number[], size: number): number[][] =>
  Array.from({length: Math.ceil(vertices.length / size)}, (_, i) => vertices.slice(i * size, (i + 1) * size));

/** Of each vertex, its first neighbour one layer further out. */
function parents({neighbours, levels}: Graph, within: Set<number>): Map<number, number> {
  const result = new Map<number, number>();
  for (const v of within) {
    const parent = neighbours[v]!.find(n => within.has(n) && levels[n] === levels[v]! + 1);
    if (parent !== undefined) result.set(v, parent);
  }
  return result;
}

function clustersBelow(graph: Graph, vertices: number[], parent: Map<number, number>, level: number): number[][] {
  const rootOf = (v: number): number | undefined => {
    let at: number | undefined = v;
    while (at !== undefined && graph.levels[at]! < level) at = parent.get(at);
    return at !== undefined && graph.levels[at] === level ? at : undefined;
  };
  const clusters = groupBy(vertices.filter(v => graph.levels[v]! <= level), rootOf);
  clusters.delete(undefined);
  // Roots without a core below them are the spine's.
  const withCores = [...clusters.values()].filter(cluster => cluster.some(v => graph.levels[v] === 0));
  adoptNeighbours(graph, vertices, withCores);
  return withCores;
}

/** What is joined with one cluster alone stands in it. */
function adoptNeighbours({neighbours}: Graph, vertices: number[], clusters: number[][]): void {
  const clusterOf = new Map(clusters.flatMap((cluster, i) => cluster.map(v => [v, i] as const)));
  for (const v of vertices) {
    if (clusterOf.has(v)) continue;
    const around = new Set(neighbours[v]!.map(n => clusterOf.get(n)));
    const [only] = around;
    if (around.size === 1 && only !== undefined) clusters[only]!.push(v);
  }
}

/** Clusters in two rows (or more), and between the first two what joins them. */
function withSpine(graph: Graph, clusters: Block[], spine: number[]): Block {
  const places = new Map<number, Position>();
  const rows = inRows(clusters);
  const upper = rows.filter(([, , y]) => y <= Math.min(...rows.map(r => r[2])) + 1);
  const upperHeight = Math.max(...upper.map(([block, , y]) => y + block.height));
  const layers = spine.length > 0 ? layered(graph, spine, meansOf(graph, rows)) : undefined;
  const shift = layers ? layers.height + gap.y : 0;
  for (const [block, x, y] of rows) {
    const down = y >= upperHeight ? shift : 0;
    for (const [v, [px, py]] of block.places) places.set(v, [x + px, y + down + py]);
  }
  for (const [v, [x, y]] of layers?.places ?? []) places.set(v, [x, upperHeight + gap.y + y]);
  return boxed([...clusters.flatMap(c => c.vertices), ...spine], places);
}

/** Where the spine's vertices would like to stand: amid what they are joined with. */
function meansOf(graph: Graph, rows: [Block, number, number][]): Map<number, number> {
  const xs = new Map(rows.flatMap(([block, x]) => [...block.places].map(([v, place]) => [v, x + place[0]] as const)));
  const means = new Map<number, number>();
  for (const v of graph.names.keys()) {
    const around = graph.neighbours[v]!.flatMap(n => xs.get(n) ?? []);
    if (around.length > 0) means.set(v, around.reduce((a, b) => a + b, 0) / around.length);
  }
  return means;
}

/** Rows by level, each object amid its neighbours nearer to the core. */
function layered(graph: Graph, vertices: number[], wished: Map<number, number>): Block {
  const finite = vertices.map(v => graph.levels[v]!).filter(Number.isFinite);
  const last = Math.max(-1, ...finite) + 1;
  const byLevel = groupBy(vertices, v => Math.min(graph.levels[v]!, last));
  const places = new Map<number, Position>();
  const layers = [...byLevel.keys()].sort((a, b) => a - b);
  for (const [row, level] of layers.entries()) {
    const members = byLevel.get(level)!;
    const wishes = members.map(v => wished.get(v) ?? meanX(graph, v, places));
    for (const [i, x] of spread(wishes).entries()) places.set(members[i]!, [x, (row + 0.5) * cell.height]);
  }
  return boxed(vertices, places);
}

function meanX(graph: Graph, vertex: number, places: Map<number, Position>): number | undefined {
  const xs = graph.neighbours[vertex]!.flatMap(n => places.get(n)?.[0] ?? []);
  return xs.length > 0 ? xs.reduce((a, b) => a + b, 0) / xs.length : undefined;
}

/**
 * Places on a line at least a cell apart, as near to the wishes as can be (least squares; pooled
 * adjacent violators). Those without a wish follow behind the others.
 */
function spread(wishes: (number | undefined)[]): number[] {
  const order = [...wishes.keys()].sort((a, b) => (wishes[a] ?? Infinity) - (wishes[b] ?? Infinity) || a - b);
  const pools: {sum: number; count: number}[] = [];
  let behind = Math.max(-cell.width, ...wishes.map(w => w ?? -cell.width));
  for (const [rank, i] of order.entries()) {
    const wish = wishes[i] ?? (behind += cell.width);
    pools.push({sum: wish - rank * cell.width, count: 1});
    while (pools.length > 1 && mean(pools.at(-2)!) > mean(pools.at(-1)!)) {
      const top = pools.pop()!;
      pools.at(-1)!.sum += top.sum;
      pools.at(-1)!.count += top.count;
    }
  }
  const result: number[] = new Array<number>(wishes.length);
  let rank = 0;
  for (const pool of pools) {
    for (let k = 0; k < pool.count; ++k, ++rank) result[order[rank]!] = mean(pool) + rank * cell.width;
  }
  return result;
}

const mean = ({sum, count}: {sum: number; count: number}): number => sum / count;

/** Moved so that the box around it begins at 0, 0. */
function boxed(vertices: number[], places: Map<number, Position>): Block {
  const xs = [...places.values()].map(p => p[0]);
  const ys = [...places.values()].map(p => p[1]);
  const [left, top] = [Math.min(...xs) - cell.width / 2, Math.min(...ys) - cell.height / 2];
  return {
    vertices,
    places: new Map([...places].map(([v, [x, y]]) => [v, [x - left, y - top] as Position])),
    width: Math.max(...xs) + cell.width / 2 - left,
    height: Math.max(...ys) + cell.height / 2 - top,
  };
}
