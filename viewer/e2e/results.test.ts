// What a forecast shows.
import path from 'node:path';
import fs from 'node:fs';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {violations} from './axe';
import {closeBrowser, hpcast, open, openReport, scratch, type Visit} from './browser';
import {machine} from './places';
import {trace} from './traces';

const result = (name: string) => path.join(scratch, `${name}.json`);

beforeAll(() => {
  const gather = trace('gather', '20000', '2');
  hpcast('memory', machine('i7-7700k'), gather, '--json', result('i7'), '--dat', result('i7.dat'));
  hpcast(
    'memory',
    machine('i7-7700k'),
    gather,
    '--set',
    'ddr4-2400x2.read_bandwidth=300 GB/s',
    '--set',
    'L3.capacity=64 KiB',
    '--set',
    'L3.associativity=16',
    '--json',
    result('fast'),
  );
  hpcast('memory', machine('a64fx'), gather, '--json', result('a64fx'));
});
afterAll(closeBrowser);

test('compare says what hpcast compare says', async () => {
  for (const [a, b] of [
    ['i7', 'fast'],
    ['fast', 'i7'],
    ['i7', 'a64fx'],
  ] as const) {
    const viewer = await open({files: [result(a), result(b)]});
    const [line] = hpcast('compare', result(a), result(b)).split('\n');
    expect(await viewer.page.locator('#headline').textContent()).toBe(line);
    await viewer.close();
  }
});

test('a comparison is drawn', async () => {
  const viewer = await open({files: [machine('i7-7700k'), result('i7'), result('fast')]});
  await viewer.picture('compare');
  await viewer.close();
});

test('the table is sorted by time, and each row selects its object', async () => {
  const viewer = await open({files: [machine('i7-7700k'), result('i7')]});
  const {objects} = JSON.parse(fs.readFileSync(result('i7'), 'utf8')) as {
    objects: {name: string; time_s: number}[];
  };
  const sorted = [...objects].sort((x, y) => y.time_s - x.time_s).filter(o => o.time_s > 0);
  const rows = await viewer.page.locator('#loads tbody th button').allTextContents();
  expect(rows.slice(0, sorted.length)).toEqual(sorted.map(o => o.name));
  await viewer.page.locator('#loads').getByRole('button', {name: 'Object'}).click();
  const byName = await viewer.page.locator('#loads tbody th button').allTextContents();
  expect(byName).toEqual(
    [...byName].sort((x, y) => x.localeCompare(y, undefined, {numeric: true})),
  );
  await viewer.page.locator('#loads').getByRole('button', {name: rows[0]!, exact: true}).click();
  expect(await viewer.selected()).toEqual([rows[0]]);
  await viewer.close();
});

test('phases on a slider', async () => {
  const viewer = await open({files: [machine('i7-7700k'), result('i7')]});
  const {phases} = JSON.parse(fs.readFileSync(result('i7'), 'utf8')) as {
    phases: {name: string; bottleneck: string}[];
  };
  expect(phases.length).toBeGreaterThan(1);
  const slider = viewer.page.locator('#phase');
  await slider.focus();
  for (const phase of phases) {
    await viewer.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toContain(`${phase.name}: `);
    if (phase.bottleneck)
      expect(await viewer.page.locator('#loads tr.limits th button').textContent()).toBe(
        phase.bottleneck,
      );
  }
  await viewer.close();
});

test('a DAT with results in it says the same as the result', async () => {
  const viewer = await open({files: [result('i7.dat')]});
  const {verdict} = JSON.parse(fs.readFileSync(result('i7'), 'utf8')) as {verdict: string};
  const inDat = (await viewer.page.locator('#verdict').textContent())!;
  // The DAT holds sums over phases, so only the object and the order can be the same.
  expect(inDat.split('limited by ')[1]!.split(',')[0]).toBe(
    verdict.split('limited by ')[1]!.split(',')[0],
  );
  await viewer.close();
});

test('files are dropped on the page', async () => {
  const viewer = await open();
  await viewer.page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text!], name!, {type: 'application/json'}));
      for (const type of ['dragover', 'drop'])
        document
          .querySelector('#canvas')!
          .dispatchEvent(
            new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}),
          );
    },
    ['dropped.dat.json', fs.readFileSync(machine('a64fx'), 'utf8')],
  );
  await viewer.page.locator('#message', {hasText: 'opened dropped.dat.json'}).waitFor();
  expect(await viewer.page.locator('.file').textContent()).toBe('dropped.dat.json');
  await viewer.close();
});

test('with operation counts, the roofline of the page', async () => {
  const counts = path.join(scratch, 'operations.json');
  fs.writeFileSync(
    counts,
    JSON.stringify({
      format: 'hpcast-operations',
      operations: [{phase: 'gather', dp_flops: 8e6, instructions: 4e7}],
    }),
  );
  hpcast(
    'memory',
    machine('i7-7700k'),
    trace('gather', '20000', '2'),
    '--only',
    'gather',
    '--operations',
    counts,
    '--json',
    result('counted'),
  );
  const html = path.join(scratch, 'counted.html');
  hpcast('report', result('counted'), '--html', html);
  const [viewer, report] = [
    await open({files: [machine('i7-7700k'), result('counted')]}),
    await openReport(html),
  ];
  const labelIn = ({page}: Visit) =>
    page.locator('svg[aria-label^="Roofline. "]').getAttribute('aria-label');
  const label = await labelIn(report);
  expect(await labelIn(viewer)).toBe(label);
  expect(label).toContain('ddr4-2400x2 (1 of 1): 38.4 GB/s.');
  for (const [, percent] of label!.matchAll(/([\d.]+) % of its roof/g))
    expect(Number(percent)).toBeLessThanOrEqual(100);
  await viewer.picture('roofline');
  await report.picture('roofline-page', true);
  for (const visit of [viewer, report]) {
    expect(await violations(visit, false)).toEqual([]);
    await visit.close();
  }
});

test('a result alone is drawn, read only', async () => {
  const viewer = await open({files: [result('a64fx')]});
  expect(await viewer.page.locator('#outline').textContent()).toContain('core47');
  await viewer.button('+ core').click();
  expect(await viewer.message()).toContain('drawn from a result');
  await viewer.picture('result-alone');
  await viewer.close();
});

test('what is no result, no DAT or no JSON is told, and nothing is lost', async () => {
  const write = (name: string, text: string) => {
    fs.writeFileSync(path.join(scratch, name), text);
    return path.join(scratch, name);
  };
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.openFile(write('newer.json', '{"schema_version": 3, "objects": []}'));
  expect(await viewer.message()).toContain('newer.json: a result of a newer hpcast');
  await viewer.openFile(
    write('cut.json', fs.readFileSync(result('i7'), 'utf8').replace('"verdict"', '"word"')),
  );
  expect(await viewer.message()).toContain('no result of hpcast memory');
  await viewer.openFile(write('picture.png', '\u0089PNG'));
  expect(await viewer.message()).toContain('picture.png');
  expect((await viewer.dat()).core_obj).toHaveLength(4);
  await viewer.close();
});

test('the drawing as SVG and PNG', async () => {
  const viewer = await open({files: [machine('i7-7700k'), result('i7')]});
  const svg = fs.readFileSync(await viewer.save('SVG'), 'utf8');
  for (const name of ['core0', 'L3_0', 'mem0']) expect(svg).toContain(`>${name}<`);
  expect(svg).toMatch(/>mem0<\/tspan><tspan [^>]*>\d+ %</);
  const png = fs.readFileSync(await viewer.save('PNG'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(5000);
  await viewer.close();
});
