// A person at the viewer: a Chromium with the page open, and what people do with it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {execFileSync} from 'node:child_process';
import {pathToFileURL} from 'node:url';
import {chromium as playwright, type Browser, type Page} from 'playwright-core';
// As root, in a container, without a network: Debian's Chromium needs these.
import flags from './chromium_flags.json';
import * as places from './places';

let browser: Browser | undefined;

export const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hpcast-viewer-'));

interface Point {
  x: number;
  y: number;
}

interface Options {
  files?: string[];
  dark?: boolean;
  url?: string;
}

/** The page as `hpcast view FILES -o` writes it, from file://. Errors on the page fail the test. */
export async function open({files = [], dark = false, url}: Options = {}): Promise<Viewer> {
  const viewer = await visit(Viewer, url ?? pathToFileURL(written(files)).href, dark);
  await viewer.page.waitForSelector('html[data-ready]');
  return viewer;
}

/** A page that hpcast has written (--html), the same way. */
export const openReport = (file: string, dark = false): Promise<Visit> =>
  visit(Visit, pathToFileURL(file).href, dark);

async function visit<Kind extends Visit>(
  kind: new (page: Page, errors: string[]) => Kind,
  url: string,
  dark: boolean,
): Promise<Kind> {
  browser ??= await playwright.launch({executablePath: places.chromium, args: flags});
  const context = await browser.newContext({
    viewport: {width: 1600, height: 900},
    colorScheme: dark ? 'dark' : 'light',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000); // what hangs is a fault; a busy machine is none
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error.stack)));
  // That the server refuses a machine (422) is an answer.
  page.on(
    'console',
    message =>
      message.type() === 'error' &&
      !message.text().includes('status of 422') &&
      errors.push(message.text()),
  );
  await page.goto(url);
  return new kind(page, errors);
}

let pages = 0;

function written(files: string[]): string {
  if (files.length === 0) return places.page;
  const out = path.join(scratch, `page${++pages}.html`);
  hpcast('view', ...files, '-o', out);
  return out;
}

/** Standard output; throws where it ends with another status than 0. */
export const hpcast = (...args: string[]): string =>
  execFileSync(places.hpcast, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: scratch,
  });

export const closeBrowser = async (): Promise<void> => {
  await browser?.close();
  browser = undefined;
  fs.rmSync(scratch, {recursive: true, force: true});
};

/** A page that is open. */
export class Visit {
  constructor(
    readonly page: Page,
    private readonly errors: string[],
  ) {}

  async close(): Promise<void> {
    await this.page.context().close();
    if (this.errors.length > 0) throw new Error(`errors on the page:\n${this.errors.join('\n')}`);
  }

  async picture(name: string, whole = false): Promise<void> {
    await this.settle();
    const to = path.join(places.pictures, `${name}.png`);
    await this.page.screenshot({path: to, fullPage: whole});
  }

  /** Until what was asked for is drawn. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await this.page.waitForTimeout(120);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }
}

export class Viewer extends Visit {
  button(name: string) {
    return this.page.getByRole('button', {name, exact: true});
  }

  /** The text beside the graph, as it is saved. */
  async text(): Promise<string> {
    return fs.readFileSync(await this.save(), 'utf8');
  }

  async dat(): Promise<Record<string, Record<string, unknown>[]>> {
    return JSON.parse(await this.text()) as Record<string, Record<string, unknown>[]>;
  }

  async message(): Promise<string> {
    return (await this.page.locator('#message').textContent()) ?? '';
  }

  async faults(): Promise<string> {
    return (await this.page.locator('#faults').textContent()) ?? '';
  }

  async selected(): Promise<string[]> {
    return this.page.locator('#outline [aria-selected="true"] .name').allTextContents();
  }

  /** Saves and gives the file's path. Where nothing comes, people click again (seen once: a busy
   * Chromium lost a download). */
  async save(button = 'Save DAT'): Promise<string> {
    const file = await this.downloadOf(button).catch(() => this.downloadOf(button));
    const to = path.join(scratch, file.suggestedFilename());
    await file.saveAs(to);
    return to;
  }

  private async downloadOf(button: string) {
    const download = this.page.waitForEvent('download', {timeout: 60_000});
    download.catch(() => undefined); // that the click fails is told first
    await this.button(button).click();
    return download;
  }

  async openFile(...files: string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.locator('#canvas').focus();
    await this.press('o');
    await (await chooser).setFiles(files);
    const last = path.basename(files.at(-1)!); // every message of opening names the file
    await this.page.waitForFunction(
      name => document.querySelector('#message')!.textContent!.includes(name),
      last,
    );
  }

  /** Clicks rows of the outline, the second and later ones added to the selection. */
  async select(...names: string[]): Promise<void> {
    for (const [i, name] of names.entries()) {
      await this.page
        .locator(`#outline li.depth2:has(.name:text-is("${name}"))`)
        .click({modifiers: i > 0 ? ['Control'] : []});
    }
  }

  /** Where an object is on the page, once the whole drawing has been fitted into it. */
  async where(name: string): Promise<Point> {
    const svg = fs.readFileSync(await this.save('SVG'), 'utf8');
    await this.button('Fit').click();
    const [left, top, width, height] = /viewBox="([^"]+)"/
      .exec(svg)![1]!
      .split(' ')
      .map(Number) as [number, number, number, number];
    const [, x, y] = new RegExp(`<tspan x="([^"]+)" y="([^"]+)">${name}<`).exec(svg)!.map(Number);
    const box = (await this.page.locator('#canvas').boundingBox())!;
    // The SVG's margin is 20 wider than the canvas's.
    const zoom = Math.min(1.5, box.width / (width - 40), box.height / (height - 40));
    return {
      x: box.x + box.width / 2 + zoom * (x! - left - width / 2),
      y: box.y + box.height / 2 + zoom * (y! - top - height / 2),
    };
  }

  async drag(from: Point, to: Point): Promise<void> {
    const {mouse} = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, {steps: 5});
    await mouse.move(to.x, to.y, {steps: 5});
    await this.page.waitForTimeout(200);
    await mouse.up();
    await this.settle();
  }

  /** Replaces the whole text, as typed or pasted. */
  async typeText(text: string): Promise<void> {
    await this.page.getByRole('tab', {name: 'Text'}).click();
    await this.page.locator('.cm-content').click();
    await this.press('Control+a');
    await this.page.keyboard.insertText(text);
    await this.settle();
  }
}
