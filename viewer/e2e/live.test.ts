// What if, live: hpcast view --trace T M, and a person who changes the machine.
import path from 'node:path';
import {afterAll, afterEach, expect, test} from 'vitest';
import {closeBrowser, hpcast, open, scratch, type Viewer} from './browser';
import {machine} from './places';
import {endServer, serve} from './server';
import {trace} from './traces';

afterEach(endServer);
afterAll(closeBrowser);

const live = (viewer: Viewer) => viewer.page.locator('#live');
const verdict = async (viewer: Viewer) => (await viewer.page.locator('#verdict').textContent())!;

/** In the end: what was asked for before may be answered on the way. */
const verdictBecomes = (viewer: Viewer, text: string) =>
  expect.poll(() => verdict(viewer), {timeout: 300_000}).toBe(text);

/** What the command line says of the same change. */
const expected = (recorded: string, ...changes: string[]) =>
  hpcast(
    'memory',
    machine('i7-7700k'),
    recorded,
    ...changes.flatMap(change => ['--set', change]),
  ).split('\n')[0];

async function setField(
  viewer: Viewer,
  object: string,
  field: string,
  value: string,
): Promise<void> {
  await viewer.select(object);
  await viewer.page.getByLabel(field, {exact: true}).fill(value);
  await viewer.press('Enter');
}

test('bandwidths answer from the counts, capacities are simulated, undo is at once', async () => {
  const recorded = trace('gather', '20000', '2');
  const viewer = await open({url: await serve('--trace', recorded, machine('i7-7700k'))});
  await viewer.page.waitForSelector('#verdict');
  expect(await verdict(viewer)).toBe(expected(recorded));

  await setField(viewer, 'mem0', 'read bandwidth *', '300 GB/s');
  await live(viewer).getByText('at once').waitFor();
  await viewer.page.waitForSelector('#headline');
  await verdictBecomes(viewer, expected(recorded, 'ddr4-2400x2.read_bandwidth=300 GB/s'));
  expect(await viewer.page.locator('#headline').textContent()).toMatch(/^B is .*× faster/);
  await viewer.picture('what-if');

  await setField(viewer, 'L3_0', 'capacity *', '64 KiB');
  await live(viewer).getByText('simulated anew').waitFor();
  await verdictBecomes(
    viewer,
    expected(recorded, 'ddr4-2400x2.read_bandwidth=300 GB/s', 'L3.capacity=64 KiB'),
  );

  await viewer.page.locator('#canvas').focus();
  await viewer.press('Control+z', 'Control+z');
  await live(viewer).getByText('at once').waitFor();
  await verdictBecomes(viewer, expected(recorded));
  await viewer.close();
});

test('a machine with faults is not sent, and one that hpcast refuses is told', async () => {
  const recorded = trace('gather', '20000', '2');
  const viewer = await open({url: await serve('--trace', recorded, machine('i7-7700k'))});
  await viewer.page.waitForSelector('#verdict');
  await viewer.select('core1');
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Delete');
  await viewer.select('L3_0');
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Delete');
  await live(viewer).getByText('the machine has faults').waitFor();
  await viewer.press('Control+z');
  // At once where a pause between the two edits had the machine without core1 simulated already.
  await live(viewer)
    .getByText(/simulated anew|at once/)
    .waitFor();
  // More ways than are simulated: right as a DAT, refused by the model.
  await setField(viewer, 'L3_0', 'associativity *', '131072');
  await live(viewer).getByText('ways').waitFor();
  await viewer.close();
});

test('an edit taken back while its forecast was under way is asked for again', async () => {
  const recorded = trace('gather', '20000', '2');
  const viewer = await open({url: await serve('--trace', recorded, machine('i7-7700k'))});
  await viewer.page.waitForSelector('#verdict');
  let answer = () => {};
  const takenBack = new Promise<void>(resolve => (answer = resolve));
  await viewer.page.route('**/forecast', async route => {
    await takenBack; // as long as a long trace takes
    await route.continue().catch(() => undefined);
  });
  const asked = viewer.page.waitForRequest('**/forecast');
  await setField(viewer, 'L3_0', 'capacity *', '64 KiB');
  await asked;
  await viewer.page.locator('#canvas').focus();
  await viewer.press('Control+a', 'Delete', 'Control+z');
  answer();
  await verdictBecomes(viewer, expected(recorded, 'L3.capacity=64 KiB'));
  await live(viewer).getByText('simulated anew').waitFor();
  await viewer.close();
});

test('served files need no trace', async () => {
  const result = path.join(scratch, 'served.json');
  hpcast('memory', machine('i7-7700k'), trace('gather', '20000', '2'), '--json', result);
  const viewer = await open({url: await serve(machine('i7-7700k'), result)});
  expect(await verdict(viewer)).toContain('limited by mem0');
  expect(await live(viewer).count()).toBe(0);
  await viewer.close();
});
