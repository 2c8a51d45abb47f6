// All that is wrong with a machine: first against the schema, then by the rules.
import {validateDat} from '../generated/validate';
import {schemaFaults} from './conform';
import {byName, resultMembers, type Dat} from './dat';
import {pointerOf, type Fault, type Path} from './fault';
import {ruleFaults, unknownMembers} from './rules';

function datFaults(dat: Dat): Fault[] {
  const isBlank = byName(dat).size === 0; // nobody has done anything wrong yet
  return schemaFaults(validateDat, dat).map(fault => ({
    ...fault,
    warning: (isBlank && fault.rule === 'minItems') || isForPeople(fault.path),
  }));
}

/** What hpcast does not read: of whom the figures are, and results of an earlier forecast. */
const isForPeople = ([first, , member]: Path): boolean =>
  ['name', 'description', 'date', 'sources', 'layout'].includes(String(first)) ||
  resultMembers.includes(String(member));

/** Faults first, warnings behind them. */
export function checkDat(dat: Dat): Fault[] {
  const bySchema = datFaults(dat);
  const told = new Set(bySchema.map(fault => pointerOf(fault.path)));
  const byRules = ruleFaults(dat).filter(fault => !told.has(pointerOf(fault.path)));
  const all = [...bySchema, ...byRules, ...unknownMembers(dat)];
  return [...all.filter(fault => !fault.warning), ...all.filter(fault => fault.warning)];
}
