// A network to look at: hpcast's picture and words, or its text where hpcast has not seen it.
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, afterEach, expect, test} from 'vitest';
import {violations} from './axe';
import {closeBrowser, hpcast, open, scratch, type Viewer} from './browser';
import {machine, network} from './places';
import {endServer, serve} from './server';

const write = (name: string, text: string): string => {
  fs.writeFileSync(path.join(scratch, name), text);
  return path.join(scratch, name);
};
const racks = JSON.stringify({
  name: 'two racks',
  description: 'Nodes at two switches, which two cables join.',
  topology: {
    type: 'custom',
    nodes: 6,
    switches: ['switch of the left rack', 'right'],
    links: [
      ...[0, 1, 2].map(n => ({from: `node${n}`, to: 'switch of the left rack'})),
      ...[3, 4, 5].map(n => ({from: `node${n}`, to: 'right'})),
      {from: 'switch of the left rack', to: 'right', bandwidth: '25 GB/s', latency: '50 ns'},
    ],
  },
  links: {bandwidth: '12.5 GB/s', latency: '20 ns'},
});

const facts = async (viewer: Viewer): Promise<string[]> =>
  (await viewer.page.locator('.facts > div').allTextContents()).map(t => t.replace(/\s+/g, ' '));

/** Of the picture: pixels as drawn, and as they are. */
const picture = (viewer: Viewer) =>
  viewer.page.locator('#canvas img').evaluate((image: HTMLImageElement) => ({
    width: image.clientWidth,
    natural: image.naturalWidth,
    isWhole: image.complete && image.naturalWidth > 0,
  }));

afterEach(endServer);
afterAll(closeBrowser);

for (const dark of [false, true]) {
  test(`a network as hpcast shows it, ${dark ? 'in the dark' : 'in the light'}`, async () => {
    const viewer = await open({files: [network('k-computer')], dark});
    const said = hpcast('show', network('k-computer')).replace(/\s+/g, ' ');
    for (const fact of (await facts(viewer)).filter(f => f !== 'cables'))
      expect(said.replace(/ /g, '')).toContain(fact.replace(/ /g, ''));
    expect((await facts(viewer)).length).toBeGreaterThan(12);
    expect((await picture(viewer)).isWhole).toBe(true);
    expect(await viewer.message()).toBe('opened k-computer.ndl.json: a network, to look at');
    expect(await violations(viewer, dark)).toEqual([]);
    await viewer.picture(dark ? 'network-dark' : 'network');
    await viewer.close();
  });
}

test('beside a machine, and by the history', async () => {
  const viewer = await open({files: [network('tsubame3'), machine('i7-7700k')]});
  expect(await viewer.page.locator('.file').textContent()).toBe('i7-7700k.dat.json');
  await viewer.page.getByLabel('Open machines').selectOption('tsubame3.ndl.json');
  expect((await picture(viewer)).isWhole).toBe(true);
  expect(await viewer.button('Replicate ×N…').count()).toBe(0);
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Control+z');
  await viewer.select('mem0');
  expect(await viewer.selected()).toEqual(['mem0']);
  const memory = await viewer.where('mem0'); // the drawing is there again, and answers
  await viewer.page.mouse.click(memory.x, memory.y);
  expect(await viewer.selected()).toEqual(['mem0']);
  await viewer.close();
});

test('nothing of a network can be changed', async () => {
  const viewer = await open({files: [write('racks.ndl.json', racks)]});
  const {page} = viewer;
  await page.locator('.cm-content').click();
  await page.keyboard.insertText('x');
  await page.locator('#canvas').focus();
  for (const key of ['a', 'c', 'Control+s']) {
    await viewer.press(key);
    expect(await viewer.message(), key).toContain('to be looked at');
  }
  await viewer.press('r', 'Delete', 'l', 'g', 'Control+v');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('tab', {name: 'History'}).click();
  expect(await page.locator('.history li').count()).toBe(2);
  await viewer.close();
});

test('a small network: every cable, larger and smaller, and saved as SVG', async () => {
  const file = write('racks.ndl.json', racks);
  const viewer = await open({files: [file]});
  const before = await picture(viewer);
  expect(before.width).toBe(before.natural);
  await viewer.picture('network-small');
  await viewer.button('Larger').click();
  await viewer.settle();
  expect((await picture(viewer)).width).toBeGreaterThan(before.width * 1.2);
  await viewer.page.locator('#canvas').focus();
  await viewer.press('+', '+', '+', 'ArrowRight');
  await viewer.settle();
  expect(await viewer.page.locator('#canvas').evaluate(e => e.scrollLeft)).toBeGreaterThan(0);
  await viewer.press('f');
  await viewer.settle();
  expect((await picture(viewer)).width).toBe(before.width);
  const svg = fs.readFileSync(await viewer.save('SVG'), 'utf8');
  expect(svg).toBe(hpcast('show', file, '--format', 'svg'));
  await viewer.close();
});

test('a file opened in the page is shown as its text, which says what draws it', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.openFile(network('frontier'));
  expect(await viewer.message()).toBe('opened frontier.ndl.json: a network, to look at');
  expect(await viewer.page.locator('.left').textContent()).toContain(
    'hpcast view frontier.ndl.json',
  );
  expect(await facts(viewer)).toContain('typedragonfly');
  expect(await viewer.page.locator('.cm-content').textContent()).toContain('"topology"');
  expect(await viewer.faults()).toBe('no faults');
  expect(await violations(viewer, false)).toEqual([]);
  await viewer.picture('network-text');
  await viewer.close();
});

test('with hpcast behind the page, a file opened in it is drawn', async () => {
  const viewer = await open({url: await serve(machine('i7-7700k'))});
  await viewer.openFile(network('tsubame3'));
  await viewer.page.locator('#canvas img').waitFor();
  expect((await picture(viewer)).isWhole).toBe(true);
  expect((await facts(viewer)).join()).toContain('diameter');
  const svg = fs.readFileSync(await viewer.save('SVG'), 'utf8');
  expect(svg).toBe(hpcast('show', network('tsubame3'), '--format', 'svg'));
  // Right by the schema, and yet no network.
  const lone = JSON.stringify({...JSON.parse(racks), name: 'lone'}).replace('"node0"', '"node1"');
  await viewer.openFile(write('lone.ndl.json', lone));
  expect(await viewer.faults()).toBe('no faults');
  await viewer.page.locator('.refused', {hasText: 'the network falls apart'}).waitFor();
  expect(await viewer.message()).toBe('lone.ndl.json: hpcast refuses it');
  expect(await violations(viewer, false)).toEqual([]);
  await viewer.picture('network-refused');
  await viewer.close();
});

test('what is wrong with it is told', async () => {
  const viewer = await open();
  const bad = racks.replace('"latency":"20 ns"', '"latancy":"20 ns"');
  await viewer.openFile(write('bad.ndl.json', bad));
  expect(await viewer.faults()).toBe('2 faults');
  const list = await viewer.page.locator('.faults').textContent();
  expect(list).toContain("/links 'latency' is missing");
  expect(list).toContain("/links 'latancy' is not known here");
  await viewer.close();
});

test('a bad result beside it is told, and the network stays', async () => {
  const result = JSON.stringify({schema_version: 1, objects: []});
  const viewer = await open({files: [network('summit'), write('bad-result.json', result)]});
  expect(await viewer.message()).toContain('bad-result.json');
  expect(await viewer.page.locator('.file').textContent()).toBe('summit.ndl.json');
  await viewer.close();
});
