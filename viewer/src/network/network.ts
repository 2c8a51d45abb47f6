// A network's description (NDL), to look at: the viewer knows no topologies. What can be told of one, and
// its picture, hpcast has put into the page beside the text.
import {validateNdl} from '../generated/validate';
import {schemaFaults} from '../dat/conform';
import type {Fault} from '../dat/fault';
import {readJson, spaced} from '../dat/text';

/** By hpcast view: what hpcast show says and draws. */
export interface ShownNetwork {
  /** "tofu, 24 x 18 x 17" */
  shape: string;
  facts: NetworkFact[];
  svg: string;
}

export interface NetworkFact {
  name: string;
  value: string;
  /** Of the last fact that is none. */
  part: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As hpcast tells it from a machine, of parsed JSON; what is none goes by its name. */
export const isNetwork = (name: string, value: unknown): boolean =>
  value === undefined ? name.endsWith('.ndl.json') : isObject(value) && 'topology' in value;

export const checkNetwork = (value: unknown): Fault[] => schemaFaults(validateNdl, value);

const mostText = 80;
const shortened = (text: string): string =>
  text.length > mostText ? `${text.slice(0, mostText)} …` : text;

const valueText = (value: unknown): string =>
  Array.isArray(value) && value.some(isObject)
    ? `${value.length} of them`
    : shortened(typeof value === 'string' ? value : spaced(value));

const forPeople = ['description', 'date', 'sources'];

/** What the text says but for its name, in few words: objects a line for each member. */
export function summaryOf(text: string): NetworkFact[] {
  const {value} = readJson(text);
  if (!isObject(value)) return [];
  const members = Object.entries(value).filter(([name]) => name !== 'name');
  const first = members.filter(([name]) => !forPeople.includes(name));
  return [...first, ...members.filter(([name]) => forPeople.includes(name))].flatMap(linesOf);
}

const linesOf = ([name, member]: [string, unknown]): NetworkFact[] =>
  isObject(member)
    ? [
        {name, value: '', part: false},
        ...Object.entries(member).map(([key, v]) => ({name: key, value: valueText(v), part: true})),
      ]
    : [{name, value: valueText(member), part: false}];
