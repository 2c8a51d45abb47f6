// Text and graph in step.
import fs from 'node:fs';
import {afterAll, expect, test} from 'vitest';
import {closeBrowser, open} from './browser';
import {machine} from './places';

afterAll(closeBrowser);

const i7 = fs.readFileSync(machine('i7-7700k'), 'utf8');

test('what is typed is drawn, and what is drawn is written', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.typeText(i7.replace(/"core3"/g, '"core33"'));
  expect(await viewer.page.locator('#outline').textContent()).toContain('core33');
  await viewer.select('core33');
  await viewer.page.locator('#object-name').fill('last');
  await viewer.press('Enter');
  const dat = await viewer.dat();
  expect(dat.core_obj!.map(o => o.name)).toEqual(['core0', 'core1', 'core2', 'last']);
  expect(dat.edge_obj!.some(e => e.source === 'last')).toBe(true);
  await viewer.close();
});

test('a machine that nobody has changed is saved as it was opened', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  expect(await viewer.text()).toBe(i7);
  await viewer.close();
});

test('broken JSON: the line is marked, the drawing stays, nothing is lost', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  const broken = i7.replace('"core_obj": [', '"core_obj": [,');
  await viewer.typeText(broken);
  const line = broken.slice(0, broken.indexOf('[,')).split('\n').length;
  expect(await viewer.page.locator('.faults').textContent()).toContain(`line ${line}`);
  expect(await viewer.page.locator('.cm-lint-marker-error').count()).toBeGreaterThan(0);
  expect(await viewer.page.locator('#outline').textContent()).toContain('core0');
  await viewer.picture('broken');

  await viewer.button('+ core').click(); // would overwrite the text
  expect(await viewer.message()).toContain('The text has an error');
  expect(await viewer.text()).toBe(broken);
  await viewer.page.getByRole('button', {name: 'Undo (Ctrl+Z)'}).click();
  expect(await viewer.text()).toBe(i7);
  await viewer.press('Control+y');
  expect(await viewer.text()).toBe(broken);
  await viewer.close();
});

test('a fault names its rule and selects the object', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.typeText(
    i7.replace('{"name": "L2_1", "class": "L2"', '{"name": "L2_1", "class": "L4"'),
  );
  expect(await viewer.faults()).toBe('1 fault');
  const fault = viewer.page.locator('.faults li');
  expect(await fault.textContent()).toMatch(
    /\/cache_obj\/\d+\/class no such cache_class 'L4'; did you mean 'L1'\? \[class\]/,
  );
  await fault.getByRole('button').click();
  expect(await viewer.selected()).toEqual(['L2_1']);
  await viewer.close();
});

test('the cursor in the text selects the object in the graph', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.page.locator('.cm-line', {hasText: '"name": "mem0"'}).click();
  expect(await viewer.selected()).toEqual(['mem0']);
  await viewer.close();
});

test('a member that hpcast would not know is a warning', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.typeText(i7.replace('"linesize"', '"linesise": 64, "linesize"'));
  expect(await viewer.faults()).toBe('1 warning');
  await viewer.close();
});
