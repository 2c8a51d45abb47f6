// Where objects are drawn: layers by distance from the core, blocks side by side. The same machine
// is always drawn alike, and a small edit moves little.
//
// A NUMA node is a block; without NUMA nodes, a wide machine is cut into blocks below its branching
// points. Blocks stand in pairs of rows, the lower row upside down, so that memories and routers
// meet in the middle and cores lie outside.
import {chunks, clustersOf, groupBy} from './clusters';
import {byName, layoutOf, numaOf, type Dat, type Position} from './dat';
import {graphOf, type Graph} from './graph';
import {remembered} from './remember';
import {boxed, layered, layers, type Block} from './layers';

const gap = {x: 70, y: 110};
/** Width ÷ height to aim for, as screens have it. */
const aspect = 1.7;
/** Blocks below this part of the largest one's area have no say in how the others stand. */
const minor = 0.1;

/** Positions by name: by hand where there is one, else by the layout. */
export function positionsOf(dat: Dat): Map<string, Position> {
  const {names} = graphOf(dat);
  const automatic = arrange(dat);
  const byHand = layoutOf(dat);
  return new Map(names.map((name, v) => [name, byHand.get(name) ?? automatic[v]!]));
}

const arrange = remembered((dat: Dat): Position[] => {
  const graph = graphOf(dat);
  const found = byName(dat);
  const nodeOf = graph.names.map(name => numaOf(found.get(name)!.object));
  const groups = [...groupBy(graph.names.keys(), v => nodeOf[v]!)]
    .sort(([a], [b]) => a - b)
    .map(([, vertices]) => vertices);
  const blocks = groups.map(vertices => blockOf(graph, vertices));
  const positions: Position[] = new Array<Position>(graph.names.length);
  for (const [vertex, place] of stacked(rowsOf(blocks)).places) positions[vertex] = place;
  return positions;
});

/** Blocks side by side, with the distance of each from the left. */
interface Row {
  blocks: [Block, x: number][];
  height: number;
}

/** Every second row is turned upside down; minor blocks stand in rows of their own, below. */
function rowsOf(blocks: Block[]): Row[] {
  const largest = blocks.reduce((max, block) => Math.max(max, block.width * block.height), 0);
  const isMain = (block: Block) => block.width * block.height >= minor * largest;
  const main = blocks.filter(isMain);
  const rest = blocks.filter(block => !isMain(block));
  const perRow = blocksInRow(main);
  const perRestRow = Math.max(1, perRow * Math.floor(1 / minor / 2));
  return [
    ...chunks(main, perRow).map((members, i) => rowOf(members, i % 2 === 1)),
    ...chunks(rest, perRestRow).map(members => rowOf(members, true)),
  ];
}

function rowOf(blocks: Block[], isTurned: boolean): Row {
  const height = Math.max(...blocks.map(block => block.height));
  const row: Row = {blocks: [], height};
  let x = 0;
  for (const block of blocks) {
    row.blocks.push([isTurned ? turned(block) : shifted(block, height - block.height), x]);
    x += block.width + gap.x;
  }
  return row;
}

/** Rows below each other; `between` gives what stands in the gap below a row, relative to its top. */
function stacked(
  rows: Row[],
  between: (row: number) => Block | undefined = () => undefined,
): Block {
  const places = new Map<number, Position>();
  const put = (block: Block, x: number, y: number) => {
    for (const [v, place] of block.places) places.set(v, [x + place[0], y + place[1]]);
  };
  let y = 0;
  for (const [i, row] of rows.entries()) {
    for (const [block, x] of row.blocks) put(block, x, y);
    y += row.height + gap.y;
    const spine = between(i);
    if (!spine) continue;
    put(spine, 0, y);
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
    const ragged = blocks.length % perRow === 0 ? 0 : 0.5;
    const odd = rows > 1 && rows % 2 === 1 ? 0.5 : 0;
    return Math.abs(Math.log((perRow * width) / (rows * height) / aspect)) + ragged + odd;
  };
  let best = 1;
  for (let perRow = 2; perRow <= blocks.length; ++perRow) {
    if (cost(perRow) < cost(best)) best = perRow;
  }
  return best;
}

const movedTo = (block: Block, y: (before: number) => number): Block => ({
  ...block,
  places: new Map([...block.places].map(([v, place]) => [v, [place[0], y(place[1])]])),
});

const shifted = (block: Block, down: number): Block => movedTo(block, y => y + down);
const turned = (block: Block): Block => movedTo(block, y => block.height - y);

/** In layers; cut into clusters first where it is wide. */
function blockOf(graph: Graph, vertices: number[]): Block {
  const clusters = clustersOf(graph, vertices);
  if (clusters.length < 2) return layered(graph, vertices);
  const inClusters = new Set(clusters.flat());
  const spine = vertices.filter(v => !inClusters.has(v));
  // What is joined with nothing moves nobody.
  const isLoose = (v: number) => graph.neighbours[v]!.length === 0;
  const blocks = clusters.map(cluster => layered(graph, cluster));
  const whole = withSpine(
    graph,
    blocks,
    spine.filter(v => !isLoose(v)),
  );
  const loose = spine.filter(isLoose);
  if (loose.length === 0) return whole;
  return stacked([rowOf([whole], false), rowOf([layered(graph, loose)], false)]);
}

/** Clusters in rows, and where their outer sides meet what joins them. */
function withSpine(graph: Graph, clusters: Block[], spine: number[]): Block {
  const rows = rowsOf(clusters);
  const xs = new Map<number, number>();
  const rowOfVertex = new Map<number, number>();
  for (const [i, row] of rows.entries()) {
    for (const [block, x] of row.blocks) {
      for (const [v, place] of block.places) {
        xs.set(v, x + place[0]);
        rowOfVertex.set(v, i);
      }
    }
  }
  // Rows 0 and 1 face each other, 2 and 3, and so on; the gaps between them are for what joins two
  // such rows. What joins more stands in the middle of them.
  const gapOf = (v: number): number => {
    const around = graph.neighbours[v]!.flatMap(n => rowOfVertex.get(n) ?? []);
    const isOnePair = new Set(around.map(row => Math.floor(row / 2))).size < 2;
    const mean = around.length > 0 ? around.reduce((x, y) => x + y, 0) / around.length : 0;
    const row = isOnePair ? 2 * Math.floor(mean / 2) : Math.floor(mean);
    rowOfVertex.set(v, Math.min(row, rows.length - 1));
    return rowOfVertex.get(v)!;
  };
  const outward = [...spine].sort((v, w) => {
    const [a, b] = [graph.levels[v]!, graph.levels[w]!];
    return a === b ? v - w : a - b;
  });
  const byGap = groupBy(outward, gapOf);
  return stacked(rows, row => {
    const members = byGap.get(row);
    return members && layers(graph, members, xs);
  });
}
