// What a schema finds wrong, in our words.
import type {ErrorObject, ValidateFunction} from 'ajv';
import type {Fault, Path} from './fault';

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
  if (keyword === 'additionalProperties')
    return `'${params.additionalProperty}' is not known here: it would have no effect`;
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

export function schemaFaults(validate: ValidateFunction, value: unknown): Fault[] {
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  return errors
    .filter(error => error.keyword !== 'if' && !isWithinAnother(error, errors))
    .map(error => ({
      path: pathOf(value, error.instancePath),
      rule: error.keyword,
      message: messageOf(error),
    }));
}
