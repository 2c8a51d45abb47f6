// The page that hpcast skeleton --html writes: sources, and what becomes of them.
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {violations} from './axe';
import {closeBrowser, hpcast, openReport, scratch} from './browser';
import {hpcast as program, root} from './places';

const slicer = path.resolve(program, '../../lib/hpcast/hpcast-slice');
const there = fs.existsSync(slicer) && fs.existsSync('/usr/bin/mpicc');
const page = path.join(scratch, 'skeleton.html');
const source = path.join(root, 'workloads/mpi/cg.c');

beforeAll(() => {
  if (there) hpcast('skeleton', source, '--list', '--html', page);
});
afterAll(closeBrowser);

test.skipIf(!there)('lines have their numbers, their fate and why', async () => {
  const visit = await openReport(page);
  const lines = fs.readFileSync(source, 'utf8').trimEnd().split('\n');
  const rows = visit.page.locator('table.source tr');
  expect(await rows.count()).toBe(lines.length);
  expect(await rows.locator('pre').allTextContents()).toEqual(lines);
  const loop = lines.findIndex(line => line.includes('sum += a[i] * b[i]')) + 1;
  expect(await visit.page.locator(`#f1-${loop}`).getAttribute('class')).toBe('replaced');
  const kept = visit.page.locator('table.source p', {hasText: 'MPI_Allgatherv'}).first();
  const target = await kept.locator('a').last().getAttribute('href');
  expect(await visit.page.locator(`${target} pre`).textContent()).toContain('MPI_Allgatherv');
  await visit.settle(); // throws where the page had errors
});

test.skipIf(!there)('is for everyone, by day and by night', async () => {
  expect(await violations(await openReport(page), false)).toEqual([]);
  expect(await violations(await openReport(page, true), true)).toEqual([]);
});
