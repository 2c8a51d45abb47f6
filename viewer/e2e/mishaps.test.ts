// What went wrong once: found by people who clicked on everything.
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {closeBrowser, hpcast, open, scratch, type Viewer} from './browser';
import {machine} from './places';
import {trace} from './traces';

const result = path.join(scratch, 'mishap.json');
const i7 = fs.readFileSync(machine('i7-7700k'), 'utf8');

const write = (name: string, text: string): string => {
  fs.writeFileSync(path.join(scratch, name), text);
  return path.join(scratch, name);
};

const keys = async (viewer: Viewer, ...names: string[]) => {
  await viewer.page.locator('#canvas').focus();
  await viewer.press(...names);
};

beforeAll(() => {
  hpcast('memory', machine('i7-7700k'), trace('gather', '20000', '2'), '--json', result);
});
afterAll(closeBrowser);

test('what is typed before a slow page has drawn its forms goes where it was typed', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.page.evaluate(`
    const soon = window.setTimeout;
    window.setTimeout = (job, ms = 0) => soon(job, ms + 1000);
    window.requestAnimationFrame = drawn => soon(() => drawn(performance.now()), 1000);
  `);
  await viewer.select('mem0');
  await viewer.page.getByLabel('read bandwidth *', {exact: true}).fill('300 GB/s');
  await viewer.press('Enter');
  await viewer.select('L3_0');
  await viewer.page.getByLabel('capacity *', {exact: true}).fill('64 KiB');
  await viewer.press('Enter');
  const {mem_class, cache_class} = await viewer.dat();
  expect(mem_class![0]!.read_bandwidth).toBe('300 GB/s');
  expect(cache_class!.find(c => c.name === 'L3')!.capacity).toBe('64 KiB');
  await viewer.close();
});

test('a class that was chosen beside an object is shown for that selection only', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  const shown = viewer.page.locator('#class-chosen');
  await viewer.select('core0');
  const own = await shown.inputValue();
  await shown.selectOption({label: 'cache: L1'});
  await viewer.select('mem0');
  expect(await shown.inputValue()).not.toBe(own);
  await viewer.select('core0');
  expect(await shown.inputValue()).toBe(own);
  await viewer.close();
});

test('an object of the results that the machine has no more is no link', async () => {
  const viewer = await open({files: [machine('i7-7700k'), result]});
  await viewer.select('mem0');
  await keys(viewer, 'Delete');
  const row = viewer.page.locator('#loads tbody tr', {hasText: 'mem0'}).first();
  expect(await row.getByRole('button').count()).toBe(0);
  expect(await viewer.page.locator('#stale').textContent()).toContain('not of the machine');
  await keys(viewer, 'Control+z');
  expect(await viewer.page.locator('#stale').count()).toBe(0);
  await row.getByRole('button', {name: 'mem0'}).click();
  expect(await viewer.selected()).toEqual(['mem0']);
  await viewer.close();
});

test('objects called like members of every JavaScript object', async () => {
  const text = i7.replace(/"core0/g, '"constructor').replace(/"core1/g, '"__proto__');
  const viewer = await open({files: [write('odd.dat.json', text)]});
  expect(await viewer.faults()).toBe('no faults');
  await viewer.select('__proto__');
  await keys(viewer, 'ArrowRight');
  expect(Object.keys((await viewer.dat()).layout!)).toEqual(['__proto__']);
  await viewer.close();
});

test('a file dropped on the text is opened, not typed', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.page.evaluate(
    text => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json', {type: 'application/json'}));
      const content = document.querySelector('.cm-content')!;
      for (const type of ['dragover', 'drop'])
        content.dispatchEvent(
          new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}),
        );
    },
    fs.readFileSync(result, 'utf8'),
  );
  await viewer.page.locator('#verdict').waitFor();
  await viewer.page.getByRole('tab', {name: 'History'}).click();
  expect(await viewer.page.locator('.history').textContent()).not.toContain('edit the text');
  await viewer.close();
});

test('line ends of another system: marks and cursor stand where they should', async () => {
  const text = i7.replace('"name": "L2_1", "class": "L2"', '"name": "L2_1", "class": "L4"');
  const viewer = await open({files: [write('dos.dat.json', text.replace(/\n/g, '\r\n'))]});
  await viewer.page.locator('.cm-line', {hasText: '"name": "mem0"'}).click();
  expect(await viewer.selected()).toEqual(['mem0']);
  await viewer.page.locator('.faults button').click();
  expect(await viewer.selected()).toEqual(['L2_1']);
  await viewer.close();
});

test('edits survive a visit to another machine, and leaving is warned of', async () => {
  const viewer = await open({files: [machine('i7-7700k'), machine('a64fx')]});
  await viewer.select('core3');
  await keys(viewer, 'Delete');
  const machines = viewer.page.getByLabel('Open machines');
  await machines.selectOption('a64fx.dat.json');
  expect((await viewer.dat()).core_obj).toHaveLength(48);
  await machines.selectOption('i7-7700k.dat.json');
  expect((await viewer.dat()).core_obj).toHaveLength(3);
  await viewer.select('core2');
  await keys(viewer, 'Delete');
  await viewer.button('New').click();
  const asked = viewer.page.waitForEvent('dialog');
  void viewer.page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await viewer.close();
});

test('a drag while the text is broken is taken back', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  const memory = await viewer.where('mem0');
  await viewer.typeText(i7.replace('"core_obj": [', '"core_obj": [,'));
  await viewer.drag(memory, {x: memory.x + 200, y: memory.y});
  expect(await viewer.message()).toContain('The text has an error');
  const pointedAt = async ({x, y}: {x: number; y: number}) => {
    await viewer.page.mouse.move(x, y - 200);
    await viewer.page.mouse.move(x, y);
    return viewer.page.locator('.tooltip').allTextContents();
  };
  expect(await pointedAt({x: memory.x + 200, y: memory.y})).toEqual([]);
  expect((await pointedAt(memory)).join()).toContain('mem0');
  await viewer.page.getByRole('button', {name: 'Undo (Ctrl+Z)'}).click();
  expect(await viewer.dat()).not.toHaveProperty('layout');
  await viewer.close();
});

test('of everything selected, one object is let go with Shift', async () => {
  const viewer = await open({files: [machine('a64fx')]}); // with boxes around its NUMA nodes
  const memory = await viewer.where('mem0');
  await keys(viewer, 'Control+a');
  await viewer.page.keyboard.down('Shift');
  await viewer.page.mouse.click(memory.x, memory.y);
  await viewer.page.keyboard.up('Shift');
  await viewer.settle();
  expect(await viewer.page.locator('.status').textContent()).toContain('107 selected');
  await viewer.close();
});

test('a file that is none does not keep the others out', async () => {
  const viewer = await open();
  await viewer.openFile(write('zz.png', '\u0089PNG'), machine('i7-7700k'), write('aa.txt', 'x'));
  expect(await viewer.message()).toContain('aa.txt is neither');
  expect((await viewer.dat()).core_obj).toHaveLength(4);
  await viewer.close();
});

test('what is too much is refused before it is begun', async () => {
  const viewer = await open({files: [machine('epyc-7702x2-nps4')]});
  await keys(viewer, 'Control+a', 'r');
  await viewer.page.getByLabel('How many in all').fill('4096');
  expect(await viewer.page.getByRole('dialog').textContent()).toContain('from 2 to 112');
  await viewer.press('Enter');
  expect(await viewer.page.getByRole('dialog').count()).toBe(1);
  await viewer.press('Escape');
  await keys(viewer, 'c'); // all with the last one
  expect(await viewer.message()).toContain('join');
  await viewer.close();
});

test('thousands of edges that lead nowhere are told of in no time', async () => {
  const dat = JSON.parse(i7) as {edge_obj: object[]};
  for (let i = 0; i < 5000; ++i)
    dat.edge_obj.push({name: `e${i}`, class: 'wire', source: `nowhere${i}`, target: `gone${i}`});
  const viewer = await open({files: [write('ends.dat.json', JSON.stringify(dat))]});
  expect(await viewer.faults()).toBe('10000 faults');
  await viewer.close();
});

test('nonsense is answered with words', async () => {
  const viewer = await open({files: [machine('i7-7700k')]});
  await viewer.openFile(write('deep.json', `{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`));
  expect(await viewer.message()).toContain('nested deeper');
  fs.writeFileSync(
    path.join(scratch, 'latin.json'),
    Buffer.from('{"name": "Gr\u00fc\u00dfe"}', 'latin1'),
  );
  await viewer.openFile(path.join(scratch, 'latin.json'));
  expect(await viewer.message()).toBe('latin.json is no text in UTF-8');
  await viewer.close();
});
