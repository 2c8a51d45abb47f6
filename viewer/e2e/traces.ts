// Traces of the workloads, recorded once a run: of references alone, instructions are not counted.
import fs from 'node:fs';
import path from 'node:path';
import {execFileSync} from 'node:child_process';
import * as places from './places';
import {hpcast, scratch} from './browser';

/** The path of the trace of WORKLOAD SIZE REPETITIONS. */
export function trace(workload: string, size: string, repetitions: string, threads = 4): string {
  const to = path.join(scratch, `${[workload, size, repetitions, threads].join('-')}.trace`);
  if (fs.existsSync(to)) return to;
  const program = path.join(scratch, workload);
  if (!fs.existsSync(program)) {
    const compiler = path.join(path.dirname(places.hpcast), 'hpcast-cc');
    execFileSync(compiler, [
      '--hpcast-tracer=tsan',
      '-O2',
      '-fopenmp',
      '-o',
      program,
      path.join(places.root, 'workloads', `${workload}.c`),
      '-lm',
    ]);
  }
  hpcast('trace', '-o', to, '--omp-threads', String(threads), '--', program, size, repetitions);
  return to;
}
