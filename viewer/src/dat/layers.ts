// Rows by distance from the core.
import {boxAround, heightOf, widthOf} from './box';
import {groupBy} from './clusters';
import type {Position} from './dat';
import type {Graph} from './graph';

/** What an object takes up. */
export const cell = {width: 84, height: 84};

/** Objects at places relative to the upper left corner of their box. */
export interface Block {
  places: Map<number, Position>;
  width: number;
  height: number;
}

/** Moved so that the box around it begins at 0, 0. */
export function boxed(places: Map<number, Position>): Block {
  const things = [...places.values()].map(at => ({
    at,
    size: [cell.width, cell.height] as Position,
  }));
  const box = boxAround(things);
  const moved = [...places].map(([v, [x, y]]) => [v, [x - box.left, y - box.top]] as const);
  return {
    places: new Map<number, Position>(moved as [number, Position][]),
    width: widthOf(box),
    height: heightOf(box),
  };
}

export const layered = (graph: Graph, vertices: number[]): Block =>
  boxed(layers(graph, vertices, new Map()).places);

/** Each object amid its neighbours nearer to the core; `known` holds x of objects elsewhere. */
export function layers(graph: Graph, vertices: number[], known: Map<number, number>): Block {
  const {levels} = graph;
  const last =
    1 + vertices.reduce((max, v) => (levels[v] === Infinity ? max : Math.max(max, levels[v]!)), -1);
  const byLevel = groupBy(vertices, v => Math.min(levels[v]!, last));
  const xs = new Map(known);
  const places = new Map<number, Position>();
  for (const [row, level] of [...byLevel.keys()].sort((a, b) => a - b).entries()) {
    const here = byLevel.get(level)!;
    const members = level === 0 ? besideTheirKin(graph, here) : here;
    const wishes = members.map(v => meanOf(graph.neighbours[v]!, xs));
    for (const [i, x] of spread(wishes).entries()) {
      xs.set(members[i]!, x);
      places.set(members[i]!, [x, (row + 0.5) * cell.height]);
    }
  }
  return {places, width: 0, height: byLevel.size * cell.height};
}

/** Of the values that the vertices have; undefined where none has one. */
function meanOf(vertices: number[], values: Map<number, number>): number | undefined {
  const found = vertices.flatMap(v => values.get(v) ?? []);
  return found.length > 0 ? found.reduce((a, b) => a + b, 0) / found.length : undefined;
}

/**
 * Cores that share a cache stand together, whatever the file's order: sorted by the first core below
 * each of their ancestors, the furthest first.
 */
function besideTheirKin({neighbours, levels, toMemory}: Graph, cores: number[]): number[] {
  const chains = new Map<number, number[]>(cores.map(core => [core, [core]]));
  const firstBelow = new Map<number, number>();
  for (const [core, chain] of chains) {
    for (let at: number | undefined = core; at !== undefined;) {
      if (!firstBelow.has(at)) firstBelow.set(at, core);
      if (at !== core) chain.unshift(at);
      const outer: number[] = neighbours[at]!.filter(n => levels[n] === levels[at!]! + 1);
      const nearest = Math.min(...outer.map(n => toMemory[n]!));
      at = outer.find(n => toMemory[n] === nearest);
    }
  }
  const key = (core: number): number[] => chains.get(core)!.map(v => firstBelow.get(v)!);
  return [...cores].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    const i = x.findIndex((value, j) => value !== y[j]);
    return i < 0 ? 0 : x[i]! - (y[i] ?? Infinity);
  });
}

/**
 * Places on a line at least a cell apart, as near to the wishes as can be (least squares; pooled
 * adjacent violators). Those without a wish follow behind the others.
 */
function spread(wishes: (number | undefined)[]): number[] {
  const rank = (i: number) => wishes[i] ?? Infinity;
  const order = [...wishes.keys()].sort((a, b) =>
    rank(a) === rank(b) ? a - b : rank(a) - rank(b),
  );
  const pools: {sum: number; count: number}[] = [];
  let behind = wishes.reduce<number>((max, w) => Math.max(max, w ?? -cell.width), -cell.width);
  for (const [place, i] of order.entries()) {
    const wish = wishes[i] ?? (behind += cell.width);
    pools.push({sum: wish - place * cell.width, count: 1});
    while (pools.length > 1 && mean(pools.at(-2)!) > mean(pools.at(-1)!)) {
      const top = pools.pop()!;
      pools.at(-1)!.sum += top.sum;
      pools.at(-1)!.count += top.count;
    }
  }
  const result: number[] = new Array<number>(wishes.length);
  let place = 0;
  for (const pool of pools) {
    for (let k = 0; k < pool.count; ++k, ++place) {
      result[order[place]!] = mean(pool) + place * cell.width;
    }
  }
  return result;
}

const mean = ({sum, count}: {sum: number; count: number}): number => sum / count;
