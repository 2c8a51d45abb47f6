// The state of the viewer and everything that changes it.
import {byName, countsOf, type Dat} from '../dat/dat';
import {mostDrawn, numaNodesOf} from '../dat/view';
import {graphOf} from '../dat/graph';
import {checkResult, forecastInDat, forecastOfResult, type Forecast} from '../result/loads';
import {machineOf} from '../result/skeleton';
import {checked, newDocument, withDat, withText, type MachineDocument} from './document';
import {CommandLog} from './log';
import type {Fragment} from '../dat/edit';

export type Tab = 'text' | 'results' | 'history';
export type Dialog = 'help' | 'replicate' | 'add';

export interface Message {
  text: string;
  isError: boolean;
}

/** Of the session; the machine itself is in the log. */
export interface Session {
  selection: ReadonlySet<string>;
  collapsed: ReadonlySet<number>;
  tab: Tab;
  dialog: Dialog | undefined;
  connecting: boolean;
  message: Message | undefined;
  files: {name: string; text: string}[];
  forecasts: Forecast[];
  /** Indexes into `forecasts`: the one shown, and the one it is compared with. */
  shown: number | undefined;
  baseline: number | undefined;
  /** Of the forecast shown; -1 is the whole run. */
  phase: number;
  clipboard: Fragment | undefined;
  live: Live | undefined;
}

/** Forecasts by the local server. */
export interface Live {
  trace: string;
  state: 'idle' | 'asking' | 'refused';
  /** Of a simulation that is under way. */
  progress: number | undefined;
  text: string;
}

export class Store {
  readonly log = new CommandLog<MachineDocument>(newDocument(), 'new machine');
  session: Session = {
    selection: new Set(),
    collapsed: new Set(),
    tab: 'text',
    dialog: undefined,
    connecting: false,
    message: undefined,
    files: [],
    forecasts: [],
    shown: undefined,
    baseline: undefined,
    phase: -1,
    clipboard: undefined,
    live: undefined,
  };
  /** The document as it was last saved or opened. */
  saved: MachineDocument = this.log.document;
  private readonly listeners = new Set<() => void>();

  get document(): MachineDocument {
    return this.log.document;
  }
  get dat(): Dat {
    return this.log.document.dat;
  }
  get shownForecast(): Forecast | undefined {
    return this.session.shown === undefined
      ? undefined
      : this.session.forecasts[this.session.shown];
  }
  get baselineForecast(): Forecast | undefined {
    return this.session.baseline === undefined
      ? undefined
      : this.session.forecasts[this.session.baseline];
  }
  get isChanged(): boolean {
    return this.document !== this.saved;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(change: Partial<Session>): void {
    this.session = {...this.session, ...change};
    this.tell();
  }

  say(text: string, isError = false): void {
    this.set({message: {text, isError}});
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  // What is no longer there cannot be selected.
  private afterChange(): void {
    const names = byName(this.dat);
    const selection = new Set([...this.session.selection].filter(name => names.has(name)));
    if (selection.size < this.session.selection.size) this.session = {...this.session, selection};
    this.tell();
  }

  /** Why nothing can be edited now; empty: it can. */
  get editingRefused(): string {
    if (this.document.readOnly) return this.document.readOnly;
    if (!this.document.broken) return '';
    return 'The text has an error: mend it first, or go back to the last text without one (Ctrl+Z).';
  }

  /** One command. `merge`: see CommandLog. False where it is refused or changes nothing. */
  edit(label: string, change: (dat: Dat) => Dat, merge?: string): boolean {
    if (this.editingRefused) {
      this.say(this.editingRefused, true);
      return false;
    }
    const next = change(this.dat);
    if (next === this.dat) return false;
    this.log.push(label, withDat(this.document, next), merge);
    this.session = {
      ...this.session,
      message: {text: `${label}. ${countsOf(next) || 'nothing left'}`, isError: false},
    };
    this.afterChange();
    return true;
  }

  typeText(text: string): void {
    if (text === this.document.text || this.document.readOnly) return;
    this.log.push('edit the text', withText(this.document, text), 'text');
    this.afterChange();
  }

  undo(): void {
    const label = this.log.undoLabel;
    if (!this.log.undo()) return this.say('nothing to undo');
    this.afterChange();
    this.say(`undone: ${label}`);
  }

  redo(): void {
    const label = this.log.redoLabel;
    if (!this.log.redo()) return this.say('nothing to redo');
    this.afterChange();
    this.say(`done again: ${label}`);
  }

  goTo(index: number): void {
    this.log.goTo(index);
    this.afterChange();
  }

  select(names: Iterable<string>): void {
    const selection = new Set(names);
    const same =
      selection.size === this.session.selection.size &&
      [...selection].every(name => this.session.selection.has(name));
    if (!same) this.set({selection});
  }

  toggle(name: string): void {
    const selection = new Set(this.session.selection);
    if (!selection.delete(name)) selection.add(name);
    this.set({selection});
  }

  /** A DAT or a result, by what is in it. A DAT becomes the machine, one command of the log. */
  open(name: string, text: string): void {
    const result = resultIn(text);
    if (result === undefined) return this.openMachine(name, text);
    try {
      this.addForecast(forecastOfResult(checkResult(result)));
      if (graphOf(this.dat).names.length === 0) this.showMachineOf(name, checkResult(result));
      this.say(`opened ${name}`);
    } catch (error) {
      this.say(`${name}: ${(error as Error).message}`, true);
    }
  }

  private showMachineOf(name: string, result: ReturnType<typeof checkResult>): void {
    const reason =
      'This machine is drawn from a result, which does not hold its figures: open its DAT to edit it.';
    this.log.push(`machine of ${name}`, newDocument(machineOf(result), 'machine.dat.json', reason));
    this.afterOpening();
  }

  private openMachine(name: string, text: string): void {
    this.log.push(`open ${name}`, withText({...newDocument(undefined, name)}, text));
    const known = this.session.files.some(file => file.name === name && file.text === text);
    if (!known) this.session = {...this.session, files: [...this.session.files, {name, text}]};
    this.afterOpening();
    const forecast = this.document.broken ? undefined : forecastInDat(this.dat);
    if (forecast) this.addForecast(forecast);
    const [fault] = checked(this.document).faults.filter(f => !f.warning);
    this.say(
      fault ? `${name}: ${fault.message}` : `opened ${name}: ${countsOf(this.dat)}`,
      fault !== undefined,
    );
  }

  private afterOpening(): void {
    this.saved = this.document;
    const isLarge = byName(this.dat).size > mostDrawn;
    this.session = {
      ...this.session,
      selection: new Set(),
      collapsed: new Set(isLarge ? numaNodesOf(this.dat) : []),
    };
    this.afterChange();
  }

  addForecast(forecast: Forecast): void {
    const forecasts = [...this.session.forecasts, forecast];
    this.set({
      forecasts,
      shown: forecasts.length - 1,
      phase: -1,
      tab: 'results',
      baseline: this.session.shown,
    });
  }

  newMachine(): void {
    this.log.push('new machine', newDocument());
    this.afterOpening();
    this.set({forecasts: [], shown: undefined, baseline: undefined, phase: -1, tab: 'text'});
  }

  markSaved(): void {
    this.saved = this.document;
    this.tell();
  }
}

/** The parsed JSON where it looks like a result. */
function resultIn(text: string): unknown {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    return value && typeof value === 'object' && 'schema_version' in value && 'objects' in value
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
