// What axe finds on a page: a violation a line.
import fs from 'node:fs';
import {createRequire} from 'node:module';
import type {Visit} from './browser';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  axe: {run(options: object): Promise<{violations: Violation[]}>};
}

interface Violation {
  id: string;
  nodes: {html: string; failureSummary: string}[];
}

/** In the dark the page is the same but for its colours. */
export async function violations(visit: Visit, onlyColours: boolean): Promise<string[]> {
  await visit.settle();
  await visit.page.evaluate(axe);
  const found = await visit.page.evaluate(
    options => (window as unknown as Axe).axe.run(options),
    onlyColours ? {runOnly: ['color-contrast']} : {},
  );
  return found.violations.map(
    v =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map(n => `${n.html} ${n.failureSummary}`)
        .join('; ')}`,
  );
}
