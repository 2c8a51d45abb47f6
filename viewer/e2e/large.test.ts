// Machines of many objects.
import path from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {closeBrowser, hpcast, open, scratch} from './browser';
import {machine} from './places';
import {trace} from './traces';

afterAll(closeBrowser);

test('the 128-core Rome: opened, panned, zoomed, edited', async () => {
  const viewer = await open({files: [machine('epyc-7702x2-nps4')]});
  const drawn = await viewer.page.evaluate(
    () => new Promise<number>(resolve => requestAnimationFrame(() => resolve(performance.now()))),
  );
  console.log(`Rome is drawn ${drawn.toFixed(0)} ms after its page was asked for`);
  await viewer.picture('rome');
  await viewer.page.mouse.move(650, 450);
  for (let i = 0; i < 5; ++i) await viewer.page.mouse.wheel(0, -300);
  await viewer.picture('rome-zoomed');
  await viewer.select('core5');
  await viewer.page.locator('#canvas').focus();
  await viewer.press('s');
  expect((await viewer.page.locator('.status').textContent())!).toContain('128 selected');
  await viewer.close();
});

test('Rome with a forecast of 128 threads, for people with all kinds of eyes', async () => {
  const result = path.join(scratch, 'rome.json');
  hpcast(
    'memory',
    machine('epyc-7702x2-nps4'),
    trace('gather', '200000', '1', 128),
    '--only',
    'gather',
    '--json',
    result,
  );
  const viewer = await open({files: [machine('epyc-7702x2-nps4'), result]});
  expect(await viewer.page.locator('#loads tr.limits').count()).toBe(1);
  await viewer.picture('rome-forecast');
  const session = await viewer.page.context().newCDPSession(viewer.page);
  for (const type of ['deuteranopia', 'protanopia', 'achromatopsia'] as const) {
    await session.send('Emulation.setEmulatedVisionDeficiency', {type});
    await viewer.picture(`rome-${type}`);
  }
  await viewer.close();
});

test('a machine of thousands of objects opens with its NUMA nodes collapsed', async () => {
  const file = path.join(scratch, 'large.dat.json');
  hpcast(
    'machine',
    'custom',
    'sockets=8',
    'numa=4',
    'ccx=8',
    'cores=16',
    'clock=3 GHz',
    'l2=1 MiB',
    'l3=32 MiB',
    'mem=16 GiB',
    'membw=400 GB/s',
    'linkbw=200 GB/s',
    '-o',
    file,
  );
  const viewer = await open({files: [file]});
  expect(await viewer.faults()).toBe('no faults');
  expect(
    await viewer.page.getByRole('button', {name: 'Collapse NUMA'}).getAttribute('aria-pressed'),
  ).toBe('true');
  await viewer.picture('large');
  await viewer.close();
});
