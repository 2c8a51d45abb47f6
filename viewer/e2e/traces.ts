// Traces of the workloads, recorded once a run.
import fs from 'node:fs';
import path from 'node:path';
import {execFileSync} from 'node:child_process';
import * as places from './places';
import {hpcast, scratch} from './browser';

/** With 4 threads; the path of the trace. */
export function trace(workload: string, ...args: string[]): string {
  const to = path.join(scratch, `${[workload, ...args].join('-')}.trace`);
  if (fs.existsSync(to)) return to;
  const program = path.join(scratch, workload);
  if (!fs.existsSync(program)) {
    const compiler = path.join(path.dirname(places.hpcast), 'hpcast-cc');
    execFileSync(compiler, ['-O2', '-fopenmp', '-o', program, path.join(places.root, 'workloads', `${workload}.c`), '-lm']);
  }
  hpcast('trace', '-o', to, '--omp-threads', '4', '--', program, ...args);
  return to;
}
