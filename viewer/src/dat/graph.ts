// The graph of a machine: who is joined with whom, how far from a core everything lies.
import {remembered} from './remember';
import {byName, edgesOf, objectsOf, type Dat, type VertexKind} from './dat';

export interface Graph {
  /** Vertices in hpcast's order: cores, caches, memories, routers, each as the file has them. */
  names: string[];
  index: Map<string, number>;
  /** By vertex: the vertices joined with it, ascending, each once. */
  neighbours: number[][];
  /** Hops from the nearest core; Infinity where no core is joined with it. */
  levels: number[];
  /** Hops to the nearest memory. */
  toMemory: number[];
}

/** Edges whose ends are not there are left out. */
export const graphOf = remembered(makeGraph);

function makeGraph(dat: Dat): Graph {
  const names = [...byName(dat)].filter(([, found]) => found.kind !== 'edge').map(([name]) => name);
  const index = new Map(names.map((name, i) => [name, i]));
  const sets = names.map(() => new Set<number>());
  for (const edge of edgesOf(dat)) {
    const [a, b] = [index.get(edge.source), index.get(edge.target)];
    if (a === undefined || b === undefined || a === b) continue;
    sets[a]!.add(b);
    sets[b]!.add(a);
  }
  const neighbours = sets.map(set => [...set].sort((a, b) => a - b));
  const found = byName(dat);
  const passes = (v: number) => ['cache', 'router'].includes(found.get(names[v]!)!.kind);
  const hopsFrom = (kind: VertexKind) =>
    distances(
      objectsOf(dat, kind).map(object => index.get(object.name)!),
      neighbours,
      passes,
    );
  return {names, index, neighbours, levels: hopsFrom('core'), toMemory: hopsFrom('mem')};
}

/** Hops from the nearest of `starts`, through vertices that `passes` lets through. */
function distances(
  starts: number[],
  neighbours: number[][],
  passes: (vertex: number) => boolean,
): number[] {
  const hops = neighbours.map(() => Infinity);
  for (const start of starts) hops[start] = 0;
  const queue = [...starts];
  for (let next = 0; next < queue.length; ++next) {
    const vertex = queue[next]!;
    if (hops[vertex]! > 0 && !passes(vertex)) continue;
    for (const neighbour of neighbours[vertex]!) {
      if (hops[neighbour] !== Infinity) continue;
      hops[neighbour] = hops[vertex]! + 1;
      queue.push(neighbour);
    }
  }
  return hops;
}

/** Names of the cores from which no route, through caches and routers only, leads to a memory. */
export function coresWithoutMemory(dat: Dat): string[] {
  const {index, toMemory} = graphOf(dat);
  const cores = objectsOf(dat, 'core').map(core => core.name);
  return cores.filter(name => toMemory[index.get(name)!] === Infinity);
}

export const levelOf = (dat: Dat, name: string): number => {
  const {index, levels} = graphOf(dat);
  const vertex = index.get(name);
  return vertex === undefined ? Infinity : levels[vertex]!;
};
