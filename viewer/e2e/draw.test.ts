// From nothing to a forecast, with the mouse.
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {closeBrowser, hpcast, open, scratch} from './browser';
import {trace} from './traces';

afterAll(closeBrowser);

test('a 4-core machine, drawn, saved, forecast and looked at', async () => {
  const viewer = await open();
  await viewer.picture('empty');
  await viewer.button('+ core').click();
  await viewer.button('+ cache').click(); // joined with the core, which is selected
  await viewer.page.getByLabel('Class of a new cache').selectOption('new class');
  await viewer.button('+ cache').click();
  await viewer.select('core0', 'L1_0', 'L2_0');
  await viewer.button('Replicate ×N…').first().click();
  await viewer.page.getByLabel('How many in all').fill('4');
  await viewer.page.getByRole('dialog').getByRole('button', {name: 'Replicate'}).click();
  await viewer.select('L2_0', 'L2_1', 'L2_2', 'L2_3');
  await viewer.page.getByLabel('Class of a new cache').selectOption('new class');
  await viewer.button('+ cache').click();
  await viewer.button('+ memory').click();
  expect(await viewer.faults()).toBe('no faults');
  await viewer.picture('drawn');

  const saved = await viewer.save();
  expect(hpcast('show', saved)).toContain('4 cores, 9 caches, 1 memory, 0 routers, 13 edges');
  const result = path.join(scratch, 'result.json');
  const said = hpcast('memory', saved, trace('triad', '200000', '2'), '--json', result);
  await viewer.openFile(result);
  const verdict = await viewer.page.locator('#verdict').textContent();
  expect(said.startsWith(`${verdict}\n`)).toBe(true);
  expect(verdict).toContain('limited by mem0 (memory)');
  expect(await viewer.page.locator('#loads tbody tr.limits th button').textContent()).toBe('mem0');
  await viewer.picture('forecast');
  await viewer.close();
});

test('undo to the beginning and redo to the end give the same texts', async () => {
  const viewer = await open();
  const before = await viewer.text();
  await viewer.button('+ core').click();
  await viewer.button('+ memory').click();
  await viewer.page.locator('#object-name').fill('dram');
  await viewer.press('Enter');
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Delete');
  await viewer.press('Control+a', 'r');
  await viewer.page.getByLabel('How many in all').press('Enter');
  const after = await viewer.text();
  expect(after).not.toBe(before);
  await viewer.page.locator('#canvas').focus();
  for (let i = 0; i < 20; ++i) await viewer.press('Control+z');
  expect(await viewer.text()).toBe(before);
  await viewer.page.locator('#canvas').focus();
  for (let i = 0; i < 20; ++i) await viewer.press('Control+y');
  expect(await viewer.text()).toBe(after);
  await viewer.close();
});

test('dragging moves, and the place is kept in the file; a drag between objects joins them', async () => {
  const viewer = await open();
  await viewer.button('+ core').click();
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Escape');
  await viewer.button('+ memory').click();
  await viewer.press('f', 'Escape');
  await viewer.settle();
  const [core, memory] = [await viewer.where('core0'), await viewer.where('mem0')];
  await viewer.drag(memory, {x: memory.x + 150, y: memory.y + 60});
  const moved = await viewer.dat();
  expect(Object.keys(moved.layout!)).toEqual(['mem0']);

  await viewer.button('Connect').click();
  await viewer.drag(core, {x: memory.x + 150, y: memory.y + 60});
  const joined = await viewer.dat();
  expect(joined.edge_obj).toEqual([
    {name: 'core0-mem0', class: 'wire', source: 'core0', target: 'mem0'},
  ]);
  expect(await viewer.faults()).toBe('no faults');
  await viewer.close();
});

test('a 128-core node by replication, in some thirty actions', async () => {
  const viewer = await open();
  const replicate = async (times: number, own = false) => {
    await viewer.button('Replicate ×N…').first().click();
    await viewer.page.getByLabel('How many in all').fill(String(times));
    if (own) await viewer.page.getByLabel('each copy is a NUMA node of its own').check();
    await viewer.page.getByRole('dialog').getByRole('button', {name: 'Replicate'}).click();
  };
  const cacheOfNewClass = async () => {
    await viewer.page.getByLabel('Class of a new cache').selectOption('new class');
    await viewer.button('+ cache').click();
  };
  await viewer.button('+ core').click();
  await viewer.button('+ cache').click();
  await cacheOfNewClass();
  await viewer.press('Control+a');
  await replicate(4);
  await viewer.select('L2_0', 'L2_1', 'L2_2', 'L2_3');
  await cacheOfNewClass();
  await viewer.button('+ memory').click();
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Control+a');
  await replicate(32, true);
  await viewer.picture('replicated');
  const file = await viewer.save();
  const said = hpcast('show', file);
  expect(said).toContain('128 cores, 288 caches, 32 memories');
  expect(said).toContain('32 NUMA nodes');
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).not.toHaveProperty('layout');
  await viewer.close();
});
