// The viewer refuses what hpcast refuses, and nothing else: random damage to real machines, both
// asked. hpcast has the last word.
import fs from 'node:fs';
import path from 'node:path';
import {execFile} from 'node:child_process';
import {expect, test} from 'vitest';
import {checkDat} from '../src/dat/check';
import {readText, writeDat} from '../src/dat/text';
import type {Dat} from '../src/dat/dat';
import {hpcast, machine} from './places';
import {scratch} from './browser';

/** Numerical Recipes' linear congruential generator: the same damage on every machine. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const values: unknown[] = [
  0,
  -1,
  1.5,
  48,
  64,
  65,
  1e40,
  1e-40,
  2 ** 32,
  2 ** 21,
  '',
  ' ',
  'x',
  '32 KiB',
  '33 KiB',
  '51.2 GB/s',
  '51.2 Gbit/s',
  '-3 GB/s',
  '1.2.3 GB',
  '5 GB/s/s',
  '1 h',
  '5 mmin',
  '.5 GB/s',
  '+5',
  '5.',
  '1e3 GB/s',
  null,
  true,
  [],
  {},
  [1],
  'core0',
  'L1',
  'L1_0',
  'mem0',
  'plru',
  'lru',
  'random',
  'full',
  'half',
  'write_through',
  'exclusive',
  '3 GFLOP/s',
  '2 Ginst/s',
];

type Json = Record<string | number, unknown>;

/** Every place of a document: its parent and its key. */
function placesIn(value: Json, found: [Json, string | number][] = []): [Json, string | number][] {
  for (const key of Object.keys(value)) {
    found.push([value, Array.isArray(value) ? Number(key) : key]);
    if (typeof value[key] === 'object' && value[key] !== null) placesIn(value[key] as Json, found);
  }
  return found;
}

function damage(dat: Json, next: (below: number) => number): void {
  // Classes are few, and have the most rules.
  const lists = Object.keys(dat).filter(
    list => list.endsWith('_class') && (dat[list] as unknown[]).length > 0,
  );
  const places = placesIn(next(2) === 0 ? dat : (dat[lists[next(lists.length)]!] as Json));
  const [parent, key] = places[next(places.length)]!;
  switch (next(4)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      break;
    case 1:
      if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
      else parent[`${key}x`] = parent[key];
      break;
    default:
      parent[key] = values[next(values.length)];
  }
}

const isRefusedHere = (text: string): boolean => {
  const {dat} = readText(text);
  return dat === undefined || checkDat(dat).some(fault => !fault.warning);
};

// Beside the point of the damage: what is for people (sources, dates) takes most of the places.
function stripped(name: string): Json {
  const dat = JSON.parse(fs.readFileSync(machine(name), 'utf8')) as Json;
  for (const key of ['sources', 'description', 'date']) delete dat[key];
  return dat;
}

/** What hpcast says of the file. Awaited: a test that blocks for a minute does not hear its runner. */
function shown(file: string): Promise<{status: number; stderr: string}> {
  return new Promise(resolve => {
    execFile(hpcast, ['show', file], (error, _stdout, stderr) =>
      resolve({status: error === null ? 0 : Number(error.code ?? -1), stderr}),
    );
  });
}

for (const name of ['i7-7700k', 'sparc64-viiifx', 'xeon-phi-7210']) {
  test(`${name}, damaged`, async () => {
    const next = random(42);
    const file = path.join(scratch, 'damaged.dat.json');
    const differ: string[] = [];
    let refused = 0;
    for (let round = 0; round < 400; ++round) {
      const dat = stripped(name);
      damage(dat, next);
      const text = writeDat(dat as unknown as Dat);
      fs.writeFileSync(file, text);
      const {status, stderr} = await shown(file);
      expect([0, 2]).toContain(status);
      if (status === 2) ++refused;
      if ((status === 2) === isRefusedHere(text)) continue;
      fs.copyFileSync(file, path.join(scratch, `differs-${name}-${round}.dat.json`));
      differ.push(
        `${round}: hpcast ${status === 2 ? stderr : 'accepts'}; viewer ${isRefusedHere(text) ? JSON.stringify(faultsOf(text)) : 'accepts'}`,
      );
    }
    expect(differ).toEqual([]);
    expect(refused).toBeGreaterThan(50);
  });
}

function faultsOf(text: string): string[] {
  const {dat, faults} = readText(text);
  return (dat ? checkDat(dat) : faults).map(fault => `${fault.path.join('/')} ${fault.message}`);
}
