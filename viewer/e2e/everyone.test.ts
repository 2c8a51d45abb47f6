// axe finds no violation, in the light and in the dark, wherever one can be.
import path from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {violations} from './axe';
import {closeBrowser, hpcast, open, scratch} from './browser';
import {machine} from './places';
import {trace} from './traces';

afterAll(closeBrowser);

for (const dark of [false, true]) {
  test(`no violation ${dark ? 'in the dark' : 'in the light'}`, async () => {
    const result = path.join(scratch, 'everyone.json');
    hpcast('memory', machine('i7-7700k'), trace('gather', '20000', '2'), '--json', result);
    const other = path.join(scratch, 'everyone-b.json');
    hpcast(
      'memory',
      machine('i7-7700k'),
      trace('gather', '20000', '2'),
      '--set',
      'L3.read_bandwidth=10 GB/s',
      '--json',
      other,
    );
    const viewer = await open({files: [machine('i7-7700k'), result, other], dark});
    const {page} = viewer;
    expect(await violations(viewer, dark)).toEqual([]);
    await viewer.select('mem0');
    for (const tab of ['Text', 'Results', 'History']) {
      await page.getByRole('tab', {name: tab}).click();
      expect(await violations(viewer, dark), tab).toEqual([]);
    }
    for (const key of ['?', 'r', 'a']) {
      await page.locator('#canvas').focus();
      await viewer.press(key);
      expect(await violations(viewer, dark), key).toEqual([]);
      await viewer.press('Escape');
    }
    await page.locator('#canvas').focus();
    await viewer.press('Delete');
    await page.getByRole('tab', {name: 'Text'}).click();
    expect(await violations(viewer, dark), 'with faults').toEqual([]);
    await viewer.picture(dark ? 'dark' : 'light');
    await viewer.close();
  });
}

test('what people are told is told to screen readers too', async () => {
  const viewer = await open();
  await viewer.button('+ core').click();
  expect(await viewer.page.locator('[role="status"]#message').textContent()).toBe(
    'add a core. 1 core',
  );
  await viewer.close();
});
