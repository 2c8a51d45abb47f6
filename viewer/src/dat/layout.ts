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
  const groups = [...groupBy(graph.names.keys(), v => nodeOf[v]!)]
    .sort(([a], [b]) => a - b)
    .map(([, vertices]) => vertices);
  const blocks = groups.map(vertices => blockOf(graph, vertices));
  const positions: Position[] = new Array<Position>(graph.names.length);
  for (const [vertex, place] of stacked(rowsOf(blocks)).places) positions[vertex] = place;
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

/** Blocks side by side, with the distance of each from the left. */
interface Row {
  blocks: [Block, x: number][];
  height: number;
}

/** Every second row is turned upside down. */
function rowsOf(blocks: Block[]): Row[] {
  const perRow = blocksInRow(blocks);
  return chunks(blocks, perRow).map((members, i) => {
    const height = Math.max(...members.map(b => b.height));
    let x = 0;
    const row: Row = {blocks: [], height};
    for (const block of members) {
      row.blocks.push([i % 2 === 1 ? turned(block) : shifted(block, height - block.height), x]);
      x += block.width + gap.x;
    }
    return row;
  });
}

/** Rows below each other; `between` gives what stands in the gap below a row, relative to its top. */
function stacked(
  rows: Row[],
  between: (row: number) => Block | undefined = () => undefined,
): Block {
  const places = new Map<number, Position>();
  let y = 0;
  for (const [i, row] of rows.entries()) {
    for (const [block, x] of row.blocks)
      for (const [v, place] of block.places) places.set(v, [x + place[0], y + place[1]]);
    y += row.height + gap.y;
    const spine = between(i);
    if (!spine) continue;
    for (const [v, place] of spine.places) places.set(v, [place[0], y + place[1]]);
    y += spine.height + gap.y;
  }
  return boxed(places);
}

/** Rows that are all full, and pairs of them, are worth some deviation from the aspect. */
function blocksInRow(blocks: Block[]): number {
  const width = Math.max(...blocks.map(b => b.width)) + gap.x;
  const height = Math.max(...blocks.map(b => b.height)) + gap.y;
  const cost = (perRow: number): number => {
    const rows = Math.ceil(blocks.length / perRow);
    const isOdd = rows > 1 && rows % 2 === 1;
    return (
      Math.abs(Math.log((perRow * width) / (rows * height) / aspect)) +
      (blocks.length % perRow === 0 ? 0 : 0.5) +
      (isOdd ? 0.5 : 0)
    );
  };
  let best = 1;
  for (let perRow = 2; perRow <= blocks.length; ++perRow)
    if (cost(perRow) < cost(best)) best = perRow;
  return best;
}

const shifted = (block: Block, down: number): Block => ({
  ...block,
  places: new Map([...block.places].map(([v, [x, y]]) => [v, [x, y + down] as Position])),
});

function turned(block: Block): Block {
  const places = new Map(
    [...block.places].map(([v, [x, y]]) => [v, [x, block.height - y] as Position]),
  );
  return {...block, places};
}

/** In layers; cut into blocks first where it is wide. */
function blockOf(graph: Graph, vertices: number[]): Block {
  const clusters = cut(graph, vertices);
  if (clusters.length < 2) return layered(graph, vertices);
  const inClusters = new Set(clusters.flat());
  const spine = vertices.filter(v => !inClusters.has(v));
  return withSpine(
    graph,
    clusters.map(cluster => layered(graph, cluster)),
    spine,
  );
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
    const largest = Math.max(
      0,
      ...clusters.map(cluster => cluster.filter(v => levels[v] === 0).length),
    );
    if (clusters.length > 1 && largest <= widest) return clusters;
  }
  return chunks(
    vertices.filter(v => levels[v] === 0),
    widest,
  );
}

const chunks = <T>(items: T[], size: number): T[][] =>
  Array.from({length: Math.ceil(items.length / size)}, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/** Of each vertex, its first neighbour one layer further out. */
function parents({neighbours, levels}: Graph, within: Set<number>): Map<number, number> {
  const result = new Map<number, number>();
  for (const v of within) {
    const parent = neighbours[v]!.find(n => within.has(n) && levels[n] === levels[v]! + 1);
    if (parent !== undefined) result.set(v, parent);
  }
  return result;
}

function clustersBelow(
  graph: Graph,
  vertices: number[],
  parent: Map<number, number>,
  level: number,
): number[][] {
  const rootOf = (v: number): number | undefined => {
    let at: number | undefined = v;
    while (at !== undefined && graph.levels[at]! < level) at = parent.get(at);
    return at !== undefined && graph.levels[at] === level ? at : undefined;
  };
  const clusters = groupBy(
    vertices.filter(v => graph.levels[v]! <= level),
    rootOf,
  );
  clusters.delete(undefined);
  // Roots without a core below them are the spine's.
  const withCores = [...clusters.values()].filter(cluster =>
    cluster.some(v => graph.levels[v] === 0),
  );
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

/** Clusters in rows, and where their outer sides meet what joins them. */
function withSpine(graph: Graph, clusters: Block[], spine: number[]): Block {
  const rows = rowsOf(clusters);
  const xs = new Map<number, number>();
  const rowOf = new Map<number, number>();
  for (const [i, row] of rows.entries()) {
    for (const [block, x] of row.blocks) {
      for (const [v, place] of block.places) {
        xs.set(v, x + place[0]);
        rowOf.set(v, i);
      }
    }
  }
  // Rows 0 and 1 face each other, 2 and 3, and so on; the gaps between them are for what joins two
  // such rows. What joins more stands in the middle of them.
  const gapOf = (v: number): number => {
    const around = graph.neighbours[v]!.flatMap(n => rowOf.get(n) ?? []);
    const isOnePair = new Set(around.map(row => Math.floor(row / 2))).size < 2;
    const mean = around.length > 0 ? around.reduce((x, y) => x + y, 0) / around.length : 0;
    const row = Math.min(isOnePair ? 2 * Math.floor(mean / 2) : Math.floor(mean), rows.length - 1);
    rowOf.set(v, row);
    return row;
  };
  const outward = [...spine].sort((v, w) => graph.levels[v]! - graph.levels[w]! || v - w);
  const byGap = groupBy(outward, gapOf);
  return stacked(rows, row => {
    const members = byGap.get(row);
    return members && layers(graph, members, xs);
  });
}

/** Of the values that the vertices have; undefined where none has one. */
function meanOf(vertices: number[], values: Map<number, number>): number | undefined {
  const found = vertices.flatMap(v => values.get(v) ?? []);
  return found.length > 0 ? found.reduce((a, b) => a + b, 0) / found.length : undefined;
}

const layered = (graph: Graph, vertices: number[]): Block =>
  boxed(layers(graph, vertices, new Map()).places);

/**
 * Cores that share a cache stand together, whatever the file's order: sorted by the first core below
 * each of their ancestors, the furthest first.
 */
function besideTheirKin({neighbours, levels}: Graph, cores: number[]): number[] {
  const chains = new Map<number, number[]>(cores.map(core => [core, [core]]));
  const firstBelow = new Map<number, number>();
  for (const [core, chain] of chains) {
    for (let at: number | undefined = core; at !== undefined;) {
      if (!firstBelow.has(at)) firstBelow.set(at, core);
      if (at !== core) chain.unshift(at);
      at = neighbours[at]!.find(n => levels[n] === levels[at!]! + 1);
    }
  }
  const key = (core: number): number[] => chains.get(core)!.map(v => firstBelow.get(v)!);
  return [...cores].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    const i = x.findIndex((value, j) => value !== y[j]);
    return i < 0 ? 0 : x[i]! - (y[i] ?? Infinity);
  });
}

/** Rows by level, each object amid its neighbours nearer to the core; `known` holds x of others. */
function layers(graph: Graph, vertices: number[], known: Map<number, number>): Block {
  const finite = vertices.map(v => graph.levels[v]!).filter(Number.isFinite);
  const last = Math.max(-1, ...finite) + 1;
  const byLevel = groupBy(vertices, v => Math.min(graph.levels[v]!, last));
  const xs = new Map(known);
  const places = new Map<number, Position>();
  for (const [row, level] of [...byLevel.keys()].sort((a, b) => a - b).entries()) {
    const members = level === 0 ? besideTheirKin(graph, byLevel.get(level)!) : byLevel.get(level)!;
    const wishes = members.map(v => meanOf(graph.neighbours[v]!, xs));
    for (const [i, x] of spread(wishes).entries()) {
      xs.set(members[i]!, x);
      places.set(members[i]!, [x, (row + 0.5) * cell.height]);
    }
  }
  return {places, width: 0, height: byLevel.size * cell.height};
}

/**
 * Places on a line at least a cell apart, as near to the wishes as can be (least squares; pooled
 * adjacent violators). Those without a wish follow behind the others.
 */
function spread(wishes: (number | undefined)[]): number[] {
  const order = [...wishes.keys()].sort(
    (a, b) => (wishes[a] ?? Infinity) - (wishes[b] ?? Infinity) || a - b,
  );
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
    for (let k = 0; k < pool.count; ++k, ++rank)
      result[order[rank]!] = mean(pool) + rank * cell.width;
  }
  return result;
}

const mean = ({sum, count}: {sum: number; count: number}): number => sum / count;

/** Moved so that the box around it begins at 0, 0. */
function boxed(places: Map<number, Position>): Block {
  const [min, max]: [Position, Position] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const [x, y] of places.values()) {
    min[0] = Math.min(min[0], x - cell.width / 2);
    max[0] = Math.max(max[0], x + cell.width / 2);
    min[1] = Math.min(min[1], y - cell.height / 2);
    max[1] = Math.max(max[1], y + cell.height / 2);
  }
  const moved = new Map(
    [...places].map(([v, [x, y]]) => [v, [x - min[0], y - min[1]] as Position]),
  );
  return {places: moved, width: max[0] - min[0], height: max[1] - min[1]};
}
