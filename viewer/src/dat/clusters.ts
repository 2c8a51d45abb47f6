// A wide machine cut into parts that can stand beside each other: what hangs together below one
// layer, as CCDs below the quadrants of an I/O die.
import type {Graph} from './graph';

/** Cores side by side before a part is cut. */
const widest = 24;

/** The parts, each with cores; none where the vertices need not be cut. */
export function clustersOf(graph: Graph, vertices: number[]): number[][] {
  const {levels} = graph;
  const cores = vertices.filter(v => levels[v] === 0);
  if (cores.length <= widest) return [];
  const parent = parents(graph, new Set(vertices));
  const highest = vertices.reduce(
    (max, v) => (levels[v] === Infinity ? max : Math.max(max, levels[v]!)),
    0,
  );
  for (let level = highest; level > 0; --level) {
    const clusters = clustersBelow(graph, vertices, parent, level);
    const sizes = clusters.map(cluster => cluster.filter(v => levels[v] === 0).length);
    if (clusters.length > 1 && sizes.every(size => size <= widest)) return clusters;
  }
  return chunks(cores, widest);
}

export const chunks = <T>(items: T[], size: number): T[][] =>
  Array.from({length: Math.ceil(items.length / size)}, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Of each vertex, the neighbour one layer further out that lies nearest to a memory. */
function parents({neighbours, levels, toMemory}: Graph, within: Set<number>): Map<number, number> {
  const result = new Map<number, number>();
  for (const v of within) {
    let best: number | undefined;
    for (const n of neighbours[v]!) {
      if (!within.has(n) || levels[n] !== levels[v]! + 1) continue;
      if (best === undefined || toMemory[n]! < toMemory[best]!) best = n;
    }
    if (best !== undefined) result.set(v, best);
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
  const below = vertices.filter(v => graph.levels[v]! <= level);
  const clusters = groupBy(below, rootOf);
  clusters.delete(undefined);
  // Roots without a core below them join clusters, as routers between sockets do.
  const withCores = [...clusters.values()].filter(c => c.some(v => graph.levels[v] === 0));
  adoptNeighbours(graph, vertices, withCores);
  return withCores;
}

/** What is joined with one cluster alone stands in it, and what hangs on that. */
function adoptNeighbours({neighbours}: Graph, vertices: number[], clusters: number[][]): void {
  const clusterOf = new Map(clusters.flatMap((cluster, i) => cluster.map(v => [v, i] as const)));
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const v of vertices) {
      if (clusterOf.has(v)) continue;
      const around = new Set(neighbours[v]!.flatMap(n => clusterOf.get(n) ?? []));
      const [only] = around;
      if (around.size !== 1 || only === undefined) continue;
      clusters[only]!.push(v);
      clusterOf.set(v, only);
      isSettled = false;
    }
  }
}
