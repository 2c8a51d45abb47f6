// What is wrong with a machine, where, and how to mend it.

export type Path = (string | number)[];

export interface Fault {
  /** Into the DAT. */
  path: Path;
  /** The schema's keyword, or the name of one of docs/dat.md's rules. */
  rule: string;
  message: string;
  hint?: string;
  /** Unknown members: hpcast reads the file all the same. */
  warning?: boolean;
  /** In the text, where `path` does not say it. */
  range?: [from: number, to: number];
}

export const pointerOf = (path: Path): string =>
  path.map(step => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
