// Without a mouse.
import fs from 'node:fs';
import {afterAll, expect, test} from 'vitest';
import {closeBrowser, hpcast, open, type Viewer} from './browser';
import {machine} from './places';

afterAll(closeBrowser);

async function add(viewer: Viewer, what: string): Promise<void> {
  await viewer.press('a');
  await viewer.page.getByLabel('What', {exact: true}).selectOption({label: what});
  await viewer.press('Tab', 'Enter');
}

test('a machine is drawn, joined, mended and saved with keys alone', async () => {
  const viewer = await open();
  const {page} = viewer;
  await page.locator('#canvas').focus();
  await add(viewer, 'core of a new class');
  await add(viewer, 'cache of a new class');
  await add(viewer, 'memory of a new class');
  await add(viewer, 'router of a new class'); // joined with the memory: not wanted
  await viewer.press('Delete');
  await viewer.press('1'); // to the outline
  await viewer.press('Home', 'ArrowDown', 'Enter');
  expect(await viewer.selected()).toEqual(['core0']);
  await viewer.press('r');
  await page.getByLabel('How many in all').fill('2');
  await viewer.press('Enter');
  expect((await viewer.selected()).sort()).toEqual(['core0', 'core1']);

  // The edge between core1 and L1_0 is deleted in the outline, and made again.
  await viewer.press(
    '1',
    'Home',
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
    'ArrowDown',
    'Enter',
    'Delete',
  );
  expect(await viewer.faults()).toBe('1 fault');
  await viewer.press('1', 'Home', 'ArrowDown', 'ArrowDown', 'Enter');
  expect(await viewer.selected()).toEqual(['core1']);
  await viewer.press('/');
  await page.keyboard.type('L1_0');
  await viewer.settle(); // as whoever looks what is found
  await viewer.press('ArrowDown', ' ');
  await viewer.settle();
  await viewer.press('c');
  await expect.poll(() => viewer.faults()).toBe('no faults');
  const download = page.waitForEvent('download');
  await viewer.press('Control+s');
  const file = await (await download).path();
  const dat = JSON.parse(fs.readFileSync(file, 'utf8')) as {edge_obj: {name: string}[]};
  expect(dat.edge_obj.map(e => e.name).sort()).toEqual(['L1_0-mem0', 'core0-L1_0', 'core1-L1_0']);
  await viewer.close();
});

test('copy and paste in the viewport, numbered, with inner edges', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.select('core3', 'L1_3');
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Control+c', 'Control+v');
  expect((await viewer.selected()).sort()).toEqual(['L1_4', 'core4']);
  const dat = await viewer.dat();
  expect(dat.edge_obj!.at(-1)).toMatchObject({name: 'core4-L1_4', source: 'core4', target: 'L1_4'});
  expect(Object.keys(dat.layout!)).toEqual(['core4', 'L1_4']);
  await viewer.close();
});

test('align, group, collapse, and back to the layout', async () => {
  const viewer = await open({files: [machine('a64fx')]});
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Control+a', 'h');
  const rows = Object.values(
    (await viewer.dat()).layout as unknown as Record<string, [number, number]>,
  );
  expect(new Set(rows.map(([, y]) => y)).size).toBe(1);
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Escape', 'l');
  expect(await viewer.dat()).not.toHaveProperty('layout');
  await viewer.page.locator('#canvas').focus();
  await viewer.press('x');
  await viewer.picture('collapsed');
  await viewer.press('x');
  await viewer.select('core0', 'core1');
  await viewer.page.locator('#canvas').focus();
  await viewer.press('g');
  const cores = (await viewer.dat()).core_obj!;
  expect(cores[0]!.numa_node).toBe(cores[1]!.numa_node);
  expect(cores[0]!.numa_node).not.toBe(cores[2]!.numa_node);
  await viewer.close();
});

test('? shows every key, Escape closes', async () => {
  const viewer = await open();
  await viewer.page.locator('#canvas').focus();
  await viewer.press('?');
  expect(await viewer.page.getByRole('dialog').textContent()).toContain('replicate the selection');
  await viewer.picture('keys');
  await viewer.press('Escape');
  expect(await viewer.page.getByRole('dialog').count()).toBe(0);
  await viewer.close();
});

test('a class is edited with units, and hpcast reads what was typed', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.select('mem0');
  const field = viewer.page.getByLabel('read bandwidth');
  await field.fill('51.2 furlongs');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('51.2 GB/s');
  await viewer.press('Enter');
  expect(hpcast('show', await viewer.save())).toContain('51.2 GB/s');
  await viewer.close();
});
