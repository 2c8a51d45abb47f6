import {beforeEach, expect, test} from 'vitest';
import {byName} from '../dat/dat';
import {addObject, moveObjects, removeObjects} from '../dat/edit';
import {machineText} from '../dat/samples';
import {CommandLog} from './log';
import {Store} from './store';

let store: Store;
beforeEach(() => {
  store = new Store();
  store.openAll([{name: 'i7.dat.json', text: machineText('i7-7700k')}]);
});

const core = () => store.edit('add a core', dat => addObject(dat, 'core', 'i7-7700K').dat);

test('undo and redo go along one log, whatever made the change', () => {
  core();
  store.typeText(store.document.text.replace('"core4"', '"extra"'));
  store.edit('move', dat => moveObjects(dat, new Map([['extra', [1, 1]]])));
  const texts = [store.document.text];
  store.undo();
  expect(store.dat).not.toHaveProperty('layout');
  store.undo();
  expect(byName(store.dat).has('core4')).toBe(true);
  store.undo();
  expect(store.document.text).toBe(machineText('i7-7700k'));
  store.undo();
  expect(byName(store.dat).size).toBe(0);
  for (let i = 0; i < 4; ++i) store.redo();
  expect(store.document.text).toBe(texts[0]);
  store.goTo(1);
  expect(store.document.text).toBe(machineText('i7-7700k'));
});

test('a text that is broken keeps the machine, refuses the graph, and comes back', () => {
  const broken = store.document.text.replace('{', '');
  store.typeText(broken);
  expect(store.document.broken).toBe(true);
  expect(byName(store.dat).has('core0')).toBe(true);
  expect(core()).toBe(false);
  expect(store.document.text).toBe(broken);
  store.undo();
  store.redo();
  expect(store.document.text).toBe(broken);
});

test('a fault that is typed selects its object, once', () => {
  const type = (from: string, to: string) => store.typeText(store.document.text.replace(from, to));
  type('"name": "L2_1", "class": "L2"', '"name": "L2_1", "class": "L4"');
  expect([...store.session.selection]).toEqual(['L2_1']);
  store.select(['mem0']);
  type('"description": "', '"description": "! ');
  expect([...store.session.selection]).toEqual(['mem0']);
});

test('what is deleted is not selected any more', () => {
  store.select(['core0', 'mem0']);
  store.edit('delete', dat => removeObjects(dat, new Set(['core0'])));
  expect([...store.session.selection]).toEqual(['mem0']);
});

test('what is not saved is known, whatever was opened since', () => {
  const drawn = new Store();
  expect(drawn.hasUnsaved).toBe(false);
  drawn.edit('add', dat => addObject(dat, 'core', undefined).dat);
  expect(drawn.hasUnsaved).toBe(true);
  drawn.openAll([{name: 'i7.dat.json', text: machineText('i7-7700k')}]);
  expect(drawn.hasUnsaved).toBe(true);
  drawn.newMachine();
  expect(drawn.document.fileName).toBe('machine2.dat.json');
  expect([...drawn.session.files.keys()].sort()).toEqual([
    'i7.dat.json',
    'machine.dat.json',
    'machine2.dat.json',
  ]);
  drawn.switchTo('machine.dat.json');
  expect(byName(drawn.dat).size).toBe(1);
  drawn.markSaved();
  expect(drawn.hasUnsaved).toBe(false);
});

test('a command that changes nothing is none', () => {
  const {position} = store.log;
  expect(store.edit('nothing', dat => dat)).toBe(false);
  expect(store.log.position).toBe(position);
});

test('the log: keystrokes are merged, other commands are not, what was undone goes', () => {
  let time = 0;
  const log = new CommandLog({text: ''}, 'start', () => time);
  for (const text of ['a', 'ab', 'abc']) log.push('type', {text}, 'text');
  expect(log.labels).toEqual(['start', 'type']);
  time += 5000;
  log.push('type', {text: 'abcd'}, 'text');
  log.push('move', {text: 'x'});
  log.push('move', {text: 'y'});
  expect(log.labels).toEqual(['start', 'type', 'type', 'move', 'move']);
  log.undo();
  log.undo();
  expect(log.document.text).toBe('abcd');
  log.push('else', {text: 'z'});
  expect(log.labels).toEqual(['start', 'type', 'type', 'else']);
  expect(log.redo()).toBe(false);
  for (let i = 0; i < 9; ++i) log.undo();
  expect(log.document.text).toBe('');
  for (let i = 0; i < 2000; ++i) log.push('many', {text: String(i)});
  expect(log.labels.length).toBeLessThanOrEqual(1000);
  expect(log.document.text).toBe('1999');
  const long = 'x'.repeat(4e7);
  for (let i = 0; i < 5; ++i) log.push('long', {text: long + i});
  expect(log.labels.length).toBeLessThanOrEqual(3);
  expect(log.undo()).toBe(true);
});
