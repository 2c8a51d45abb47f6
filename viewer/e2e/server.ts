// hpcast view as a server, for one test.
import {spawn, type ChildProcess} from 'node:child_process';
import {expect} from 'vitest';
import {scratch} from './browser';
import {hpcast as binary} from './places';

let server: ChildProcess | undefined;

/** The address that the server prints. */
export async function serve(...args: string[]): Promise<string> {
  server = spawn(binary, ['view', '--no-browser', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: scratch,
  });
  let said = '';
  for await (const chunk of server.stdout!) {
    said += String(chunk);
    const url = /http:\S+/.exec(said)?.[0];
    if (url && said.includes('\n')) return url;
  }
  throw new Error(`hpcast view ended: ${said}`);
}

/** Ctrl-C, where there is one; it ends well. */
export async function endServer(): Promise<void> {
  if (!server) return;
  const ended = new Promise(resolve => server!.on('exit', resolve));
  server.kill('SIGINT');
  server = undefined;
  expect(await ended).toBe(0);
}
