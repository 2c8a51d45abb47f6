import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {pointerOf} from '../dat/fault';
import {machineFolder, machineText} from '../dat/samples';
import {checked, errorsOf} from '../store/document';
import {Store} from '../store/store';
import {checkNetwork, isNetwork, summaryOf, type ShownNetwork} from './network';

const names = fs.readdirSync(machineFolder).filter(name => name.endsWith('.ndl.json'));
const networkText = (name: string) => fs.readFileSync(path.join(machineFolder, name), 'utf8');
const small = () => ({
  name: 'small',
  topology: {type: 'torus', extents: [4, 4]} as Record<string, unknown>,
  links: {bandwidth: '1 GB/s', latency: '10 ns'} as unknown,
});
const shown: ShownNetwork = {
  shape: 'torus, 4 x 4',
  facts: [{name: 'diameter', value: '4 links', part: false}],
  svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

test.each(names)('%s is a network without faults', name => {
  const value = JSON.parse(networkText(name)) as unknown;
  expect(isNetwork('any.json', value)).toBe(true);
  expect(checkNetwork(value)).toEqual([]);
});

describe('faults', () => {
  test.each<[string, (ndl: any) => void, string]>([
    ['a type', n => (n.topology.type = 'ring'), "/topology/type 'type' must be one of"],
    ['no type', n => delete n.topology.type, "/topology 'type' is missing"],
    [
      'a member of another type',
      n => (n.topology.arity = 2),
      "/topology 'arity' is not known here",
    ],
    [
      'a fat tree',
      n => (n.topology = {type: 'fat-tree', arity: 2}),
      "/topology 'levels' is missing",
    ],
    [
      'a fat tree by levels',
      n => (n.topology = {type: 'fat-tree', down: [2]}),
      "/topology 'up' is missing",
    ],
    ['a link', n => delete n.links.latency, "/links 'latency' is missing"],
    ['links', n => (n.links = [n.links, {bandwidth: 1}]), "/links/1 'latency' is missing"],
    [
      'a quantity',
      n => (n.links.latency = true),
      "/links/latency 'latency' must be a number in SI base units",
    ],
    ['a member', n => (n.switchs = {}), " 'switchs' is not known here: it would have no effect"],
  ])('%s', (_, change, expected) => {
    const network = small();
    change(network);
    const faults = checkNetwork(network).map(f => `${pointerOf(f.path)} ${f.message}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(expected);
  });
});

test('what the text says, in few words', () => {
  const sources = {links: 'x'.repeat(200)};
  const network = {sources, ...small(), links: [{}, {}, {}]};
  const lines = summaryOf(JSON.stringify(network)).map(
    f => `${f.part ? '  ' : ''}${f.name}: ${f.value}`,
  );
  expect(lines.slice(0, 5)).toEqual([
    'topology: ',
    '  type: torus',
    '  extents: [4, 4]',
    'links: 3 of them',
    'sources: ',
  ]);
  expect(lines[5]!.length).toBeLessThan(100);
});

describe('in the store', () => {
  const open = (...files: {name: string; text: string; network?: ShownNetwork}[]) => {
    const store = new Store();
    store.openAll(files);
    return store;
  };
  const net = {name: 'n.ndl.json', text: JSON.stringify(small()), network: shown};
  const i7 = {name: 'i7.dat.json', text: machineText('i7-7700k')};

  test('a network is read-only, whoever wants to change it', () => {
    const store = open(net);
    const {document} = store;
    expect(document.network!.shown).toBe(shown);
    expect(store.edit('change', dat => ({...dat}))).toBe(false);
    store.typeText('{}');
    expect(store.document).toBe(document);
    expect(store.session.message).toMatchObject({isError: true});
    expect(store.hasUnsaved).toBe(false);
  });

  test('machines are shown before networks, wherever they stand', () => {
    const store = open(net, i7);
    expect(store.document.fileName).toBe('i7.dat.json');
    store.switchTo('n.ndl.json');
    expect(store.document.network).toBeDefined();
    store.undo();
    expect(store.document.network).toBeUndefined();
  });

  test('one that hpcast has not put here has its text alone, and its faults', () => {
    const bad = {...small(), links: {bandwidth: '1 GB/s'}};
    const store = open({name: 'bad.json', text: JSON.stringify(bad)});
    expect(store.document.network!.shown).toBeUndefined();
    expect(errorsOf(store.document).map(f => f.message)).toEqual(["'latency' is missing"]);
    expect(store.session.message!.text).toBe("bad.json: 'latency' is missing");
  });

  test('a name says what a broken text was meant to be', () => {
    const store = open({name: 'broken.ndl.json', text: '{"topology": '});
    expect(store.document.network).toBeDefined();
    expect(checked(store.document).faults).not.toEqual([]);
    expect(open({name: 'broken.json', text: '{"topology": '}).document.network).toBeUndefined();
  });
});
