// Machines for tests.
import fs from 'node:fs';
import path from 'node:path';
import type {Dat} from './dat';

const root = process.env.HPCAST_ROOT ?? path.resolve(__dirname, '../../..');

/** Of networks too. */
export const machineFolder = path.join(root, 'machines');
export const machineText = (name: string): string =>
  fs.readFileSync(path.join(machineFolder, `${name}.dat.json`), 'utf8');
export const machine = (name: string): Dat => JSON.parse(machineText(name)) as Dat;
export const machineNames: string[] = fs
  .readdirSync(machineFolder)
  .filter(f => f.endsWith('.dat.json'))
  .map(f => f.replace('.dat.json', ''));

/** core0 - L1_0 - mem0 */
export const small = (): Dat => ({
  name: 'small',
  core_class: [{name: 'core'}],
  cache_class: [
    {name: 'L1', capacity: '32 KiB', associativity: 8, linesize: 64, read_bandwidth: '100 GB/s'},
  ],
  mem_class: [{name: 'dram', capacity: '16 GiB', linesize: 64, read_bandwidth: '25.6 GB/s'}],
  router_class: [],
  edge_class: [{name: 'wire'}],
  core_obj: [{name: 'core0', class: 'core'}],
  cache_obj: [{name: 'L1_0', class: 'L1'}],
  mem_obj: [{name: 'mem0', class: 'dram'}],
  router_obj: [],
  edge_obj: [
    {name: 'core0-L1_0', class: 'wire', source: 'core0', target: 'L1_0'},
    {name: 'L1_0-mem0', class: 'wire', source: 'L1_0', target: 'mem0'},
  ],
});
