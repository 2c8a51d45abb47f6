// The DAT's schema as the forms and the checks use it.
import schema from '../generated/dat.schema.json';
import type {Kind} from './dat';
import type {Dimension} from './units';

interface Definition {
  type?: string;
  enum?: string[];
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  $ref?: string;
  required?: string[];
  properties?: Record<string, Definition>;
}

const definitions = schema.definitions as unknown as Record<string, Definition>;
const dimensions = new Set<string>([
  'bytes',
  'bandwidth',
  'used_bandwidth',
  'time',
  'flops',
  'ips',
]);

/** A member that a form can ask for. */
export interface Field {
  key: string;
  required: boolean;
  dimension?: Dimension;
  choices?: string[];
  /** Whole numbers without a unit. */
  whole?: {minimum: number; maximum: number};
  /** Said where the member is missing. */
  fallback?: string;
  description?: string;
}

function fieldOf(key: string, definition: Definition, required: boolean): Field | undefined {
  const name = definition.$ref?.split('/').pop();
  const target: Definition = name ? {...definitions[name]!, ...definition} : definition;
  const field: Field = {key, required};
  if (target.description) field.description = target.description;
  if (target.default !== undefined) field.fallback = String(target.default);
  if (name && dimensions.has(name)) return {...field, dimension: name as Dimension};
  if (target.enum) return {...field, choices: target.enum};
  if (target.type === 'integer')
    return {
      ...field,
      whole: {minimum: target.minimum ?? 0, maximum: target.maximum ?? Number.MAX_SAFE_INTEGER},
    };
  return undefined;
}

/** Of a class, `name` apart; what is a list (latency_curve) is for the text. */
export function fieldsOf(kind: Kind): Field[] {
  const {properties = {}, required = []} = definitions[`${kind}_class`]!;
  return Object.entries(properties)
    .filter(([key]) => key !== 'name')
    .flatMap(([key, definition]) => fieldOf(key, definition, required.includes(key)) ?? []);
}

const resolved = (definition: Definition): Definition =>
  definition.$ref ? resolved(definitions[definition.$ref.split('/').pop()!]!) : definition;

/** The members that the schema knows: of the DAT, of a class, of an object. */
export const topMembers = Object.keys(schema.properties);
export const classMembers = (kind: Kind): string[] =>
  Object.keys(definitions[`${kind}_class`]!.properties!);
export const objectMembers = (kind: Kind): string[] =>
  Object.keys(resolved({$ref: `#/definitions/${kind}_obj`}).properties!);
