// A DAT's text: written as hpcast writes it (dat/write.cc: a line for each element), read with the
// place of everything in it.
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import {classKey, kinds, objectKey, type Dat} from './dat';
import type {Fault, Path} from './fault';

const isStructured = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

const entriesOf = (value: object): [string, unknown][] =>
  Array.isArray(value)
    ? value.map(element => ['', element])
    : Object.entries(value).filter(([, v]) => v !== undefined);

const keyOf = (parent: object, key: string): string =>
  Array.isArray(parent) ? '' : `${JSON.stringify(key)}: `;
const brackets = (value: object): [string, string] =>
  Array.isArray(value) ? ['[', ']'] : ['{', '}'];

/** 1.75e-07, as C++ has it, where JavaScript says 1.75e-7. */
function scalar(value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value);
  const text =
    value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential() : JSON.stringify(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

export function spaced(value: unknown): string {
  if (!isStructured(value)) return scalar(value);
  const [open, close] = brackets(value);
  return (
    open +
    entriesOf(value)
      .map(([key, v]) => keyOf(value, key) + spaced(v))
      .join(', ') +
    close
  );
}

function linesOf(value: object, indent: string, element: (value: unknown) => string): string {
  const [open, close] = brackets(value);
  const lines = entriesOf(value).map(
    ([key, v]) => `\n${indent}  ${keyOf(value, key)}${element(v)}`,
  );
  return open + lines.join(',') + (lines.length > 0 ? `\n${indent}` : '') + close;
}

export const writeDat = (dat: Dat): string =>
  linesOf(dat, '', value => (isStructured(value) ? linesOf(value, '  ', spaced) : spaced(value))) +
  '\n';

/** A parsed text and where everything stands in it. */
export class Places {
  constructor(
    private readonly root: Node | undefined,
    private readonly length: number,
  ) {}

  /** Of the value at `path`, or of the nearest thing around it that is there. */
  rangeOf(path: Path): [from: number, to: number] {
    for (let depth = path.length; depth >= 0; --depth) {
      const node = this.root && findNodeAtLocation(this.root, path.slice(0, depth));
      if (node) return [node.offset, node.offset + node.length];
    }
    return [0, Math.min(1, this.length)];
  }

  /** Path of what stands at an offset. */
  pathAt(offset: number): Path {
    const path: Path = [];
    let node = this.root;
    while (node?.children) {
      const child: Node | undefined = node.children.find(
        c => c.offset <= offset && offset <= c.offset + c.length,
      );
      if (!child) break;
      if (node.type === 'array') path.push(node.children.indexOf(child));
      if (child.type === 'property') path.push(String(child.children![0]!.value));
      node = child.type === 'property' ? child.children![1] : child;
    }
    return path;
  }
}

interface ReadJson {
  /** Missing where the text is no JSON. */
  value?: unknown;
  faults: Fault[];
  places: Places;
}

interface ReadText {
  /** Missing where the text cannot be shown as a machine. */
  dat?: Dat;
  faults: Fault[];
  places: Places;
}

const words: Partial<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON word',
  InvalidNumberFormat: 'this is no number',
  PropertyNameExpected: 'a member name in quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: "':' is expected here",
  CommaExpected: "',' is expected here",
  CloseBraceExpected: "'}' is expected here",
  CloseBracketExpected: "']' is expected here",
  EndOfFileExpected: 'the text should have ended here',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'the closing quote is missing',
};

function syntaxFault({error, offset, length}: ParseError): Fault {
  const code = printParseErrorCode(error);
  return {
    path: [],
    rule: 'JSON',
    message: words[code] ?? code,
    range: [offset, offset + Math.max(1, length)],
  };
}

/** Numbers that JavaScript cannot hold as they stand. */
function numberFaults(node: Node, path: Path): Fault[] {
  const value = node.value as number;
  const range: [number, number] = [node.offset, node.offset + node.length];
  if (!Number.isFinite(value)) {
    return [{path, rule: 'JSON', message: 'this number is out of range', range}];
  }
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21) return [];
  const message = `more digits than the viewer keeps: a change of the drawing writes ${value}`;
  return [{path, rule: 'digits', message, warning: true, range}];
}

/** The value, and a fault for each member that is there twice. */
function valueOf(node: Node, path: Path, faults: Fault[]): unknown {
  if (node.type === 'number') faults.push(...numberFaults(node, path));
  if (node.type === 'array')
    return (node.children ?? []).map((child, i) => valueOf(child, [...path, i], faults));
  if (node.type !== 'object') return node.value;
  const members: [string, unknown][] = [];
  const seen = new Set<string>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children!;
    const name = String(key!.value);
    if (seen.has(name)) {
      faults.push({
        path: [...path, name],
        rule: 'JSON',
        message: `the member '${name}' is here twice`,
        range: [key!.offset, key!.offset + key!.length],
      });
    }
    seen.add(name);
    if (value) members.push([name, valueOf(value, [...path, name], faults)]);
  }
  return Object.fromEntries(members);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  isStructured(value) && !Array.isArray(value);

/** What must hold for a machine to be drawn at all: lists of things with names. */
function shapeFaults(value: unknown): Fault[] {
  if (!isObject(value)) return [{path: [], rule: 'type', message: 'a DAT is a JSON object'}];
  const faults: Fault[] = [];
  const check = (list: unknown, key: string, texts: string[]) => {
    if (list === undefined) return;
    if (!Array.isArray(list))
      return void faults.push({path: [key], rule: 'type', message: `'${key}' must be an array`});
    for (const [i, element] of list.entries()) {
      if (!isObject(element)) {
        faults.push({path: [key, i], rule: 'type', message: `'${key}' holds objects`});
        continue;
      }
      for (const text of texts) {
        if (typeof element[text] === 'string' && element[text] !== '') continue;
        faults.push({
          path: [key, i, text],
          rule: 'required',
          message: `'${text}' must be here, a text that is not empty`,
        });
      }
    }
  };
  for (const kind of kinds) {
    check(value[classKey(kind)], classKey(kind), ['name']);
    check(
      value[objectKey(kind)],
      objectKey(kind),
      kind === 'edge' ? ['name', 'class', 'source', 'target'] : ['name', 'class'],
    );
  }
  return faults;
}

const deepest = 100;

/** hpcast refuses what is nested deeper; parsers that recurse cannot look at it. */
function depthFault(text: string): Fault | undefined {
  let depth = 0;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (match[0] === '[' || match[0] === '{') ++depth;
    else if (match[0] === ']' || match[0] === '}') --depth;
    if (depth <= deepest) continue;
    const range: [number, number] = [match.index, match.index + 1];
    return {path: [], rule: 'JSON', message: `nested deeper than ${deepest}`, range};
  }
  return undefined;
}

export function readJson(text: string): ReadJson {
  if (text.trim() === '')
    return {
      faults: [{path: [], rule: 'JSON', message: 'the text is empty'}],
      places: new Places(undefined, text.length),
    };
  const deep = depthFault(text);
  if (deep) return {faults: [deep], places: new Places(undefined, text.length)};
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {disallowComments: true, allowTrailingComma: false});
  const places = new Places(root, text.length);
  if (errors.length > 0 || !root) return {faults: errors.map(syntaxFault), places};
  const faults: Fault[] = [];
  return {value: valueOf(root, [], faults), faults, places};
}

export function readText(text: string): ReadText {
  const {value, faults: inJson, places} = readJson(text);
  if (value === undefined) return {faults: inJson, places};
  const faults = [...inJson, ...shapeFaults(value)];
  const isBroken = faults.some(fault => !fault.warning);
  return isBroken ? {faults, places} : {dat: value as Dat, faults, places};
}
