// The command log: every change of the document, of whatever origin, is one entry; undo and redo
// move along it. Entries hold whole documents, which share all that did not change.

interface Entry<T> {
  label: string;
  /** Changes with the same key that follow each other closely become one entry. */
  merge?: string | undefined;
  at: number;
  document: T;
}

const mergeWithin = 1000; // ms
const mostEntries = 1000;
/** Characters of text in all entries. */
const mostText = 1e8;

export class CommandLog<T extends {text: string}> {
  private entries: Entry<T>[];
  private index = 0;

  constructor(
    document: T,
    label: string,
    private readonly now: () => number = Date.now,
  ) {
    this.entries = [{label, at: now(), document}];
  }

  get document(): T {
    return this.entries[this.index]!.document;
  }
  /** What undo would take back, and redo bring again. */
  get undoLabel(): string | undefined {
    return this.index > 0 ? this.entries[this.index]!.label : undefined;
  }
  get redoLabel(): string | undefined {
    return this.entries[this.index + 1]?.label;
  }
  get labels(): string[] {
    return this.entries.map(entry => entry.label);
  }
  get position(): number {
    return this.index;
  }

  push(label: string, document: T, merge?: string): void {
    const at = this.now();
    const last = this.entries[this.index]!;
    const merges =
      merge !== undefined &&
      last.merge === merge &&
      at - last.at < mergeWithin &&
      this.redoLabel === undefined &&
      this.index > 0;
    this.entries.length = merges ? this.index : this.index + 1;
    this.entries.push({label, merge, at, document});
    this.shorten();
    this.index = this.entries.length - 1;
  }

  /** What is oldest goes first; the last step can always be taken back. */
  private shorten(): void {
    let text = this.entries.reduce((sum, entry) => sum + entry.document.text.length, 0);
    while (this.entries.length > mostEntries || (text > mostText && this.entries.length > 2)) {
      text -= this.entries.shift()!.document.text.length;
    }
  }

  undo(): boolean {
    if (this.index === 0) return false;
    --this.index;
    return true;
  }

  redo(): boolean {
    if (this.redoLabel === undefined) return false;
    ++this.index;
    return true;
  }

  /** To an entry of `labels`. */
  goTo(index: number): void {
    this.index = Math.max(0, Math.min(index, this.entries.length - 1));
  }
}
