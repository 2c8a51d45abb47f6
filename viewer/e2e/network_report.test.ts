// The page that hpcast network --html writes, in the hands of a person.
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {violations} from './axe';
import {closeBrowser, hpcast, openReport, scratch, type Visit} from './browser';
import {network} from './places';

const report = path.join(scratch, 'halo.html');
const graph = path.join(scratch, 'graph.html');

/** Four switches in a ring, four nodes at each: few enough for every link to be drawn. */
const racks = () => {
  const each = (count: number) => [...Array(count).keys()];
  const links = [
    ...each(16).map(i => ({from: `node${i}`, to: `switch${i % 4}`})),
    ...each(4).map(i => ({from: `switch${i}`, to: `switch${(i + 1) % 4}`})),
  ];
  return {
    name: 'four racks',
    topology: {type: 'custom', nodes: 16, switches: 4, links},
    links: {bandwidth: '12.5 GB/s', latency: '20 ns'},
  };
};

beforeAll(() => {
  const write = (name: string, content: object): string => {
    fs.writeFileSync(path.join(scratch, name), JSON.stringify(content));
    return path.join(scratch, name);
  };
  const halo = write('halo.json', {
    pattern: 'halo',
    shape: [4, 4],
    periodic: true,
    bytes: '128 KiB', // by rendezvous: what is eager leaves nothing to wait for
    steps: 3,
    compute: '20 us',
  });
  hpcast('network', network('tsubame3'), halo, '--html', report);
  hpcast('network', write('racks.ndl.json', racks()), halo, '--html', graph);
});
afterAll(closeBrowser);

const ranks = 16;
const top = 22; // of the rows, below the axis
const left = 62; // of the time, beside the ranks

/** The timeline, by pixels from its upper left corner. */
class Timeline {
  private constructor(
    private readonly visit: Visit,
    private readonly box: {x: number; y: number; width: number; height: number},
  ) {}

  static async of(visit: Visit): Promise<Timeline> {
    const canvas = visit.page.locator('.gantt canvas');
    await canvas.scrollIntoViewIfNeeded();
    await visit.settle();
    return new Timeline(visit, (await canvas.boundingBox())!);
  }

  /** In the middle of a row of all rows, at a share of the time that is in sight. */
  private at(share: number, row: number): [number, number] {
    const {x, y, width, height} = this.box;
    const pitch = (height - top) / ranks;
    return [x + left + share * (width - left), y + top + (row + 0.5) * pitch];
  }

  async pointAt(share: number, row: number): Promise<void> {
    await this.visit.page.mouse.move(...this.at(share, row));
    await this.visit.settle();
  }

  /** What is told there. */
  async words(share: number, row: number): Promise<string> {
    await this.pointAt(0.5, row === 0 ? 1 : 0); // so that the pointer moves
    await this.pointAt(share, row);
    return (await this.visit.page.locator('.gantt .tip').textContent())!;
  }

  /** What is told from one share of the time to another. */
  async wordsBetween(from: number, to: number, row: number): Promise<string[]> {
    const words = [];
    for (let share = from; share < to; share += 0.002) words.push(await this.words(share, row));
    return words;
  }

  async told(share: number, row: number): Promise<{rank: number; time: number}> {
    const words = await this.words(share, row);
    const [, rank, time, unit] = /^rank (\d+) at (\S+) (\S+)/.exec(words)!;
    return {rank: Number(rank), time: Number(time) * {s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9}[unit!]!};
  }

  async wheel(by: number): Promise<void> {
    await this.visit.page.mouse.wheel(0, by);
    await this.visit.settle();
  }

  async drag(from: [number, number], to: [number, number]): Promise<void> {
    await this.pointAt(...from);
    await this.visit.page.mouse.down();
    await this.pointAt(...to);
    await this.visit.page.mouse.up();
  }

  async press(...keys: string[]): Promise<void> {
    await this.visit.page.locator('.gantt canvas').focus();
    await this.visit.press(...keys);
    await this.visit.settle();
  }

  /** How many pixels have which colour, "r,g,b". */
  async colours(): Promise<Map<string, number>> {
    const counts = await this.visit.page.locator('.gantt canvas').evaluate(e => {
      const canvas = e as HTMLCanvasElement;
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
      const counted = new Map<string, number>();
      for (let i = 0; i < pixels.length; i += 4) {
        const colour = `${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}`;
        counted.set(colour, (counted.get(colour) ?? 0) + 1);
      }
      return [...counted];
    });
    return new Map(counts);
  }

  /** All that is drawn, to be compared. */
  async image(): Promise<string> {
    await this.visit.settle();
    const canvas = this.visit.page.locator('.gantt canvas');
    return canvas.evaluate(e => (e as HTMLCanvasElement).toDataURL());
  }
}

const computes = '0,114,178';
const waitsForData = '204,121,167';

test('the timeline is drawn: ranks, what they do, messages, the critical path', async () => {
  const visit = await openReport(report);
  const timeline = await Timeline.of(visit);
  const colours = await timeline.colours();
  expect(colours.get(computes)).toBeGreaterThan(10_000);
  expect(colours.get(waitsForData)).toBeGreaterThan(1000);
  for (const rank of [0, 7, 15]) expect((await timeline.told(0.1, rank)).rank).toBe(rank);
  expect(await timeline.words(0.03, 3)).toMatch(/^rank 3 at \S+ µs\ncomputes\n\S+ µs from 0 s$/);
  expect(await timeline.words(0.25, 3)).toMatch(/\nMPI_Waitall · waits for data\n/);
  expect(await timeline.wordsBetween(0.1, 0.15, 3)).toContainEqual(
    expect.stringMatching(/\nMPI_Isend · works in MPI · 128 KiB · rank \d+\n/),
  );
  for (const name of ['Messages', 'Critical path']) {
    const before = await timeline.image();
    await visit.page.getByRole('checkbox', {name}).uncheck();
    expect(await timeline.image(), name).not.toBe(before);
    await visit.page.getByRole('checkbox', {name}).check();
    expect(await timeline.image(), name).toBe(before);
  }
  await visit.picture('network-report-timeline');
  await visit.close();
});

test('zoom and pan with the mouse', async () => {
  const visit = await openReport(report);
  const timeline = await Timeline.of(visit);
  const whole = await timeline.image();
  const [pointed, end] = [await timeline.told(0.25, 8), await timeline.told(0.9, 8)];
  await timeline.pointAt(0.25, 8);
  await timeline.wheel(-300);
  expect((await timeline.told(0.25, 8)).time).toBeCloseTo(pointed.time, 7); // it stays put
  expect((await timeline.told(0.9, 8)).time).toBeLessThan(0.7 * end.time);
  const before = await timeline.told(0.5, 8);
  await timeline.drag([0.3, 8], [0.5, 8]);
  expect((await timeline.told(0.7, 8)).time).toBeCloseTo(before.time, 7); // it went along
  await timeline.pointAt(0.5, 8);
  await visit.page.keyboard.down('Shift');
  await timeline.wheel(-300);
  await visit.page.keyboard.up('Shift');
  expect((await timeline.told(0.5, 0)).rank).toBeGreaterThan(2);
  expect((await timeline.told(0.5, 8)).rank).toBe(8);
  await visit.picture('network-report-zoomed');
  await visit.page.getByRole('button', {name: 'All of the run'}).click();
  await timeline.pointAt(0.25, 8);
  expect(await timeline.image()).toBe(whole);
  await visit.close();
});

test('zoom and pan with the keys, and with buttons that say what they do', async () => {
  const visit = await openReport(report);
  const timeline = await Timeline.of(visit);
  const whole = await timeline.image();
  const at = async () => (await timeline.told(0.1, 8)).time;
  const first = await at();
  await timeline.press('+');
  const zoomed = await at();
  expect(zoomed).toBeGreaterThan(first);
  await timeline.press('ArrowRight');
  expect(await at()).toBeGreaterThan(zoomed);
  await timeline.press('ArrowLeft');
  expect(await at()).toBeCloseTo(zoomed, 7);
  await timeline.press(']', 'ArrowDown');
  expect((await timeline.told(0.5, 0)).rank).toBe(6);
  await timeline.press('[', '-');
  expect(await timeline.image()).toBe(whole);
  for (const name of ['Zoom in', 'Earlier', 'Ranks +: fewer, larger'])
    await visit.page.getByRole('button', {name, exact: true}).click();
  expect(await timeline.image()).not.toBe(whole);
  await timeline.press('0');
  expect(await timeline.image()).toBe(whole);
  await visit.close();
});

test('links by place, and bytes from rank to rank', async () => {
  const visit = await openReport(report);
  const {page} = visit;
  const titles = (selector: string) =>
    page.locator(`${selector} rect title`).evaluateAll(all => all.map(e => e.textContent!));
  const heat = await titles('.heats svg');
  expect(heat.length).toBeGreaterThan(ranks);
  expect(heat.every(title => /: at most .* %, mean .* %$/.test(title))).toBe(true);
  const matrix = await titles('.matrix svg');
  expect(matrix).toHaveLength(4 * ranks);
  expect(matrix).toContain('0 to 1: 384 KiB');
  const rows = await page.locator('.matrix table tbody tr').count();
  expect(rows).toBe(10);
  await page.locator('.heats').scrollIntoViewIfNeeded();
  await visit.picture('network-report-links');
  await visit.close();
});

test('of a small graph every link is drawn, and names have a rim against them', async () => {
  const visit = await openReport(graph);
  const drawing = visit.page.locator('svg.graph');
  expect(await drawing.locator('line').count()).toBe(40);
  expect(await drawing.locator('text').allTextContents()).toContain('switch3');
  const rim = await drawing
    .locator('text')
    .first()
    .evaluate(e => getComputedStyle(e).paintOrder);
  expect(rim).toContain('stroke');
  await drawing.scrollIntoViewIfNeeded();
  await visit.picture('network-report-graph');
  await visit.close();
});

for (const dark of [false, true]) {
  test(`axe finds no violation ${dark ? 'in the dark' : 'in the light'}`, async () => {
    for (const [name, file] of Object.entries({report, graph})) {
      const visit = await openReport(file, dark);
      await visit.settle();
      expect(await violations(visit, dark), name).toEqual([]);
      await visit.picture(`network-${name}${dark ? '-dark' : ''}`, true);
      await visit.close();
    }
  });
}
