// The machine as far as a result tells it: for looking at, where the DAT is not at hand.
import {classKey, kinds, objectKey, type Dat} from '../dat/dat';
import type {MemoryResult} from '../generated/result';
import {kindOf} from './loads';

export function machineOf(result: MemoryResult): Dat {
  const dat: Record<string, unknown> = {
    name: 'machine of the result',
    description:
      'Drawn from a result of hpcast memory, which names classes but not their figures: open the DAT to edit it.',
  };
  for (const kind of kinds) {
    const objects = result.objects.filter(o => kindOf(o.kind) === kind);
    dat[classKey(kind)] = [...new Set(objects.map(o => o.class))].map(name => ({name}));
    dat[objectKey(kind)] = objects.map(o =>
      kind === 'edge'
        ? {name: o.name, class: o.class, source: o.source ?? '', target: o.target ?? ''}
        : {name: o.name, class: o.class, numa_node: o.numa_node},
    );
  }
  return dat as unknown as Dat;
}
