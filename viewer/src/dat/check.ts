// All that is wrong with a machine: first against the schema, then by the rules.
import type {ErrorObject} from 'ajv';
import {validateDat} from '../generated/validate';
import {byName, resultMembers, type Dat} from './dat';
import {pointerOf, type Fault, type Path} from './fault';
import {ruleFaults, unknownMembers} from './rules';

function pathOf(dat: unknown, instancePath: string): Path {
  let value = dat;
  return instancePath
    .split('/')
    .slice(1)
    .map(step => {
      const key = step.replace(/~1/g, '/').replace(/~0/g, '~');
      const at = Array.isArray(value) ? Number(key) : key;
      value = (value as Record<string | number, unknown>)?.[at];
      return at;
    });
}

function messageOf(error: ErrorObject): string {
  const {keyword, params, parentSchema, instancePath} = error;
  const member = instancePath.split('/').pop();
  if (keyword === 'required') return `'${params.missingProperty}' is missing`;
  if (keyword === 'oneOf')
    return `'${member}' must be ${parentSchema?.description ?? 'something else'}`;
  if (keyword === 'enum')
    return `'${member}' must be one of ${(params.allowedValues as string[]).join(', ')}`;
  if (keyword === 'minItems') return `there is no ${member}, expected at least one`;
  if (keyword === 'dependencies') return `'${params.property}' needs '${params.deps}' beside it`;
  return `'${member}' ${error.message}`;
}

// Of a quantity that is neither of its two forms, ajv tells what each of them lacks.
function isWithinAnother(error: ErrorObject, all: ErrorObject[]): boolean {
  return all.some(
    other =>
      other !== error && other.keyword === 'oneOf' && other.instancePath === error.instancePath,
  );
}

function schemaFaults(dat: Dat): Fault[] {
  if (validateDat(dat)) return [];
  const errors = validateDat.errors ?? [];
  const isBlank = byName(dat).size === 0; // nobody has done anything wrong yet
  return errors
    .filter(error => !isWithinAnother(error, errors))
    .map(error => ({
      path: pathOf(dat, error.instancePath),
      rule: error.keyword,
      message: messageOf(error),
    }))
    .map(fault => ({
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
  const bySchema = schemaFaults(dat);
  const told = new Set(bySchema.map(fault => pointerOf(fault.path)));
  const byRules = ruleFaults(dat).filter(fault => !told.has(pointerOf(fault.path)));
  const all = [...bySchema, ...byRules, ...unknownMembers(dat)];
  return [...all.filter(fault => !fault.warning), ...all.filter(fault => fault.warning)];
}
