// What the time of a forecast is for: the same as in hpcast's own text and page.
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {violations} from './axe';
import {closeBrowser, hpcast, open, openReport, scratch, type Viewer} from './browser';
import {machine} from './places';
import {trace} from './traces';
import type {Limit, MemoryResult} from '../src/generated/result';

const file = (name: string) => path.join(scratch, `${name}.json`);
const read = (name: string) => JSON.parse(fs.readFileSync(file(name), 'utf8')) as MemoryResult;

/** The result `from` with cores' own times: those of a trace with its code, which needs Valgrind. */
function time(from: string, to: string, isShared: boolean): void {
  const result = read(from);
  const cores = result.objects.filter(o => o.kind === 'core');
  const executing = (seconds: number, i: number) => ({
    time_s: seconds,
    caches_s: seconds * (i % 2 === 0 ? 0.7 : 0.2),
    branches_s: seconds * 0.1,
    units_s: seconds * 0.25,
    page_faults_s: seconds * 0.05,
  });
  for (const [i, phase] of result.phases.entries()) {
    phase.executing = executing(2 * phase.time_s, i);
    phase.threads_s = phase.time_s = 2.6 * phase.time_s;
    phase.objects.push({
      ...{name: cores[0]!.name, num_read: 0, num_write: 0, bytes_read: 0, bytes_write: 0},
      time_s: phase.executing.time_s,
    });
    phase.threads = cores.map(({name}, thread) => ({
      thread,
      core: isShared ? cores[0]!.name : name,
      worked_s: phase.executing!.time_s / (thread + 1),
      waited_s: phase.time_s - phase.executing!.time_s / (thread + 1),
      ...(thread > 0 ? {waited_for: 0} : {}),
    }));
  }
  // In place of those of the references alone.
  const limits = result.phases.map(({executing, threads_s}) =>
    [
      ['latency', 'waiting for memory', executing!.caches_s],
      ['core', 'busy units', executing!.units_s],
      ['wait', 'threads that wait for each other', threads_s! - executing!.time_s],
    ].map(([kind, name, seconds]) => ({kind, name, time_s: seconds, worth_s: seconds}) as Limit),
  );
  for (const [i, phase] of result.phases.entries()) phase.limits = limits[i]!;
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  for (const [thread, core] of cores.entries()) {
    const worked = sum(result.phases.map(p => p.threads![thread]!.worked_s));
    Object.assign(core, {executing: executing(worked, thread), time_s: worked});
  }
  result.time_s = sum(result.phases.map(p => p.time_s));
  result.limits = limits[0]!.map((limit, i) => {
    const seconds = sum(limits.map(all => all[i]!.time_s));
    return {...limit, time_s: seconds, worth_s: seconds};
  });
  result.bottleneck = {name: cores[0]!.name, kind: 'core', occupancy: 0.8};
  result.run.exit_status = isShared ? 3 : 0;
  fs.writeFileSync(file(to), JSON.stringify(result));
}

beforeAll(() => {
  const gather = trace('gather', '20000', '2');
  hpcast('memory', machine('i7-7700k'), gather, '--json', file('bare'));
  time('bare', 'timed', false);
  time('bare', 'shared', true);
});
afterAll(closeBrowser);

const stacks = ['Time of each phase', 'Time of each thread'];
const label = (of: string) => `svg[aria-label^="${of}"]`;
const texts = (viewer: Viewer, what: string) => viewer.page.locator(what).allTextContents();

const plain = (row: string) => row.trim().replace(/\s+/g, ' ').replace(/–/g, '-');

/** The rows of a table of the terminal. */
const tableOf = (text: string, heading: string): string[] =>
  (text.split(`\n${heading} `)[1] ?? '').split('\n\n')[0]!.split('\n').slice(1);

test('the verdict of a lower bound is that of hpcast memory', async () => {
  const viewer = await open({files: [file('bare')]});
  const [verdict] = hpcast('report', file('bare')).split('\n');
  expect(verdict).toMatch(/^at least .*: instructions were not counted, limited by/);
  expect(await texts(viewer, '#verdict')).toEqual([verdict]);
  expect(await texts(viewer, stacks.map(label).join())).toEqual([]);
  expect((await texts(viewer, 'output[for=phase]'))[0]).toMatch(/^whole run: at least /);
  await viewer.close();
});

test.each(['timed', 'shared'])(
  '%s: stacks are those of the page, notes those of the text',
  async name => {
    const html = path.join(scratch, `${name}.html`);
    hpcast('report', file(name), '--html', html);
    const [viewer, report] = [await open({files: [file(name)]}), await openReport(html)];
    for (const of of stacks) {
      const description = await report.page.locator(label(of)).getAttribute('aria-label');
      expect(await viewer.page.locator(label(of)).getAttribute('aria-label')).toBe(description);
    }
    const keys = (await report.page.locator('.key').allTextContents()).filter(k => /wait/.test(k));
    expect(await texts(viewer, '.results .key')).toEqual(keys);
    const words = hpcast('report', file(name)).replace(/\n {2}/g, ' ');
    for (const note of await texts(viewer, '#failure')) expect(words).toContain(note);
    const limits = await viewer.page
      .locator('#limits tbody tr')
      .evaluateAll(all => all.map(row => [...row.children].map(c => c.textContent).join(' ')));
    expect(limits.map(plain)).toEqual(tableOf(words, 'What limits').map(plain));
    expect(await texts(viewer, '#failure')).toHaveLength(name === 'shared' ? 1 : 0);
    await viewer.picture(`time-${name}`);
    await viewer.close();
    await report.close();
  },
);

test('with a phase chosen, threads are those of the phase', async () => {
  const viewer = await open({files: [file('timed')]});
  await viewer.page.locator('#phase').focus();
  await viewer.press('ArrowRight');
  const [phase] = read('timed').phases;
  const description = await viewer.page.locator(label(stacks[1]!)).getAttribute('aria-label');
  expect(description).toContain('; works ');
  expect(await viewer.page.locator('#threads tbody tr').count()).toBe(phase!.threads!.length);
  await viewer.close();
});

test.each([
  ['bare', 'timed'],
  ['timed', 'bare'],
  ['timed', 'shared'],
])('%s and %s are compared in the words of hpcast compare', async (a, b) => {
  const viewer = await open({files: [file(a), file(b)]});
  const told = hpcast('compare', file(a), file(b));
  const text = told.replace(/\n {2}/g, ' ');
  const lines = text.split('\n');
  expect(await texts(viewer, '#headline')).toEqual([lines[0]]);
  const minds = lines.filter(line => line.startsWith('Mind: '));
  expect(await texts(viewer, '.results .caveat.differs')).toEqual(minds);
  const rows = tableOf(told, 'What limits').map(row => row.split(/ {2,}/).slice(0, 3).join(' '));
  const cells = await viewer.page
    .locator('#moved tbody tr')
    .evaluateAll(all => all.map(row => [...row.children].slice(0, 3).map(c => c.textContent)));
  expect(cells.map(row => plain(row.join(' ')))).toEqual(rows.map(plain));
  await viewer.picture(`time-${a}-${b}`);
  await viewer.close();
});

test.each([false, true])('axe finds no violation; dark: %s', async dark => {
  const viewer = await open({files: [machine('i7-7700k'), file('timed'), file('shared')], dark});
  expect(await violations(viewer, dark)).toEqual([]);
  await viewer.picture(`time-${dark ? 'dark' : 'light'}`);
  await viewer.close();
});
