// What each object of a class does at most, as results tell it (`classes`); of a result that does not, or a DAT with
// numbers in it, as the machine does.
import type {Class as Ceilings} from '../generated/result';
import {classesOf, type Dat} from '../dat/dat';
import {parseQuantity} from '../dat/units';

export type {Ceilings};

function throughputOf(kind: 'cache' | 'memory', members: Record<string, unknown>): Ceilings {
  const read = parseQuantity(members.read_bandwidth, 'bandwidth') ?? 0;
  return {
    kind,
    class: String(members.name),
    read_bandwidth: read,
    write_bandwidth: parseQuantity(members.write_bandwidth, 'bandwidth') ?? read,
    duplex: (members.duplex ?? (kind === 'memory' ? 'half' : 'full')) === 'half' ? 'half' : 'full',
  };
}

function ratesOf(members: Record<string, unknown>): Ceilings {
  const rate = (member: string) => parseQuantity(members[member], 'flops') ?? 0;
  return {
    kind: 'core',
    class: String(members.name),
    dp_flops: rate('dp_flops'),
    sp_flops: rate('sp_flops'),
  };
}

const membersOf = (dat: Dat, kind: 'core' | 'cache' | 'mem') =>
  classesOf(dat, kind) as unknown as Record<string, unknown>[];

export const ceilingsOf = (dat: Dat): Ceilings[] => [
  ...membersOf(dat, 'core').map(ratesOf),
  ...membersOf(dat, 'cache').map(members => throughputOf('cache', members)),
  ...membersOf(dat, 'mem').map(members => throughputOf('memory', members)),
];
