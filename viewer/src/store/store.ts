// The state of the viewer and everything that changes it.
import {byName, countsOf, type Dat} from '../dat/dat';
import type {Fragment} from '../dat/copy';
import type {Drawing} from '../live/drawings';
import {mostDrawn, numaNodesOf} from '../dat/view';
import {checkResult, forecastInDat, forecastOfResult, type Forecast} from '../result/loads';
import {machineOf} from '../result/skeleton';
import {isNetwork, type ShownNetwork} from '../network/network';
import {
  errorsOf,
  faultyObject,
  networkDocument,
  newDocument,
  withDat,
  withText,
  type MachineDocument,
} from './document';
import {CommandLog} from './log';

export type Tab = 'text' | 'results' | 'history';

interface Message {
  text: string;
  isError: boolean;
}

/** Of the session; the machine itself is in the log. */
interface Session {
  selection: ReadonlySet<string>;
  collapsed: ReadonlySet<number>;
  tab: Tab;
  dialog: 'help' | 'replicate' | 'add' | undefined;
  connecting: boolean;
  message: Message | undefined;
  /** The machines that are open, by file name, as they are now. */
  files: ReadonlyMap<string, MachineDocument>;
  forecasts: Forecast[];
  /** Indexes into `forecasts`: the one shown, and the one it is compared with. */
  shown: number | undefined;
  baseline: number | undefined;
  /** Of the forecast shown; -1 is the whole run. */
  phase: number;
  clipboard: Fragment | undefined;
  live: Live | undefined;
  /** By the local server, of networks by their text. */
  drawings: ReadonlyMap<string, Drawing>;
}

/** Forecasts by the local server. */
export interface Live {
  trace: string;
  state: 'idle' | 'asking' | 'refused';
  /** Of a simulation that is under way. */
  progress: number | undefined;
  text: string;
}

export interface OpenedFile {
  name: string;
  text: string;
  /** Of a network that hpcast has put into the page. */
  network?: ShownNetwork;
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
    files: new Map(),
    forecasts: [],
    shown: undefined,
    baseline: undefined,
    phase: -1,
    clipboard: undefined,
    live: undefined,
    drawings: new Map(),
  };
  /** The machines as they were opened or saved last, by file name. */
  private readonly saved = new Map([[this.document.fileName, this.document]]);
  private readonly listeners = new Set<() => void>();

  get document(): MachineDocument {
    return this.log.document;
  }
  get dat(): Dat {
    return this.log.document.dat;
  }
  /** Of the network that is looked at, what hpcast shows: beside its text, or drawn since. */
  get drawing(): Drawing | undefined {
    const {network, text} = this.document;
    return network?.shown ? {shown: network.shown} : this.session.drawings.get(text);
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
    return this.saved.get(this.document.fileName) !== this.document;
  }
  /** Whether closing the page would lose something. */
  get hasUnsaved(): boolean {
    return [...this.session.files].some(([name, file]) => this.saved.get(name) !== file);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(change: Partial<Session>): void {
    this.session = {...this.session, ...change};
    for (const listener of this.listeners) listener();
  }

  say(text: string, isError = false): void {
    this.set({message: {text, isError}});
  }

  // What is no longer there cannot be selected.
  private afterChange(change: Partial<Session> = {}): void {
    const files = new Map(this.session.files);
    const {fileName} = this.document;
    if (files.has(fileName) || this.isChanged) files.set(fileName, this.document);
    const names = byName(this.dat);
    const selection = [...(change.selection ?? this.session.selection)].filter(n => names.has(n));
    this.set({...change, files, selection: new Set(selection)});
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
    const text = `${label}. ${countsOf(next) || 'nothing left'}`;
    this.afterChange({message: {text, isError: false}});
    return true;
  }

  /** A fault that comes with it selects its object. */
  typeText(text: string): void {
    if (text === this.document.text || this.document.readOnly) return;
    const before = faultyObject(this.document);
    this.log.push('edit the text', withText(this.document, text), 'text');
    const faulty = faultyObject(this.document);
    const isNew = faulty !== undefined && faulty !== before;
    this.afterChange(isNew ? {selection: new Set([faulty])} : {});
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

  /** Of `names`, those that the machine has. */
  select(names: Iterable<string>): void {
    const found = byName(this.dat);
    const selection = new Set([...names].filter(name => found.has(name)));
    const now = this.session.selection;
    const isSame = selection.size === now.size && [...selection].every(name => now.has(name));
    if (!isSame) this.set({selection});
  }

  toggle(name: string): void {
    const selection = new Set(this.session.selection);
    if (!selection.delete(name)) selection.add(name);
    this.select(selection);
  }

  /** Machines first, so that results find them; of several, the first is shown. Networks behind them. */
  openAll(opened: OpenedFile[]): void {
    // What does not even begin as an object is no machine that somebody broke.
    const foreign = opened.filter(file => !/^\s*\{/.test(file.text));
    const files = opened
      .filter(file => !foreign.includes(file))
      .map(file => ({...file, text: file.text.replace(/^\ufeff/, '')}))
      .map(file => ({...file, value: parsed(file.text)}));
    const networks = files.filter(file => isNetwork(file.name, file.value));
    const results = files.filter(file => !networks.includes(file) && isResult(file.value));
    const machines = files.filter(file => !networks.includes(file) && !results.includes(file));
    const [first, ...others] = [
      ...machines.map(file => machineFile(file.name, file.text)),
      ...networks.map(file => networkFile(file)),
    ];
    for (const file of others) this.keep(file);
    if (first) this.openMachine(first);
    for (const {name, value} of results) this.openResult(name, value);
    for (const {name} of foreign)
      this.say(`${name} is neither a DAT nor a network nor a result`, true);
  }

  private keep(file: MachineDocument): void {
    this.saved.set(file.fileName, file);
    this.set({files: new Map(this.session.files).set(file.fileName, file)});
  }

  private openMachine(file: MachineDocument): void {
    this.keep(file);
    this.show(`open ${file.fileName}`, file);
    const forecast = file.broken ? undefined : forecastInDat(file.dat);
    if (forecast) this.addForecast(forecast);
    const [fault] = errorsOf(file);
    const words = fault
      ? fault.message
      : file.network
        ? 'a network, to look at'
        : countsOf(file.dat);
    this.say(fault ? `${file.fileName}: ${words}` : `opened ${file.fileName}: ${words}`, !!fault);
  }

  private openResult(name: string, value: unknown): void {
    try {
      const result = checkResult(value);
      if (byName(this.dat).size === 0) {
        const file = newDocument(machineOf(result), `machine of ${name}`, drawnFromResult);
        this.saved.set(file.fileName, file);
        this.show(file.fileName, file);
      }
      this.addForecast(forecastOfResult(result));
      this.say(`opened ${name}`);
    } catch (error) {
      this.say(`${name}: ${(error as Error).message}`, true);
    }
  }

  /** A machine that is open already. */
  switchTo(fileName: string): void {
    const file = this.session.files.get(fileName);
    if (file) this.show(`switch to ${fileName}`, file);
  }

  newMachine(): void {
    // Under a name of its own: what was drawn before stays open beside it.
    let name = newDocument().fileName;
    for (let n = 2; this.session.files.has(name); ++n) name = `machine${n}.dat.json`;
    const file = newDocument(undefined, name);
    this.keep(file);
    this.show('new machine', file);
    this.set({shown: undefined, baseline: undefined, phase: -1, tab: 'text'});
  }

  private show(label: string, file: MachineDocument): void {
    this.log.push(label, file);
    const isLarge = byName(file.dat).size > mostDrawn;
    const collapsed = new Set(isLarge ? numaNodesOf(file.dat) : []);
    this.afterChange({selection: new Set(), collapsed});
  }

  /** Shows it, compared with what was shown before; once, however often it is opened. */
  private addForecast(forecast: Forecast): void {
    const content = (f: Forecast) => JSON.stringify(f.result ?? [...f.whole.loads.values()]);
    const {forecasts} = this.session;
    const known = forecasts.findIndex(f => !f.isLive && content(f) === content(forecast));
    if (known >= 0) return this.set({shown: known, phase: -1, tab: 'results'});
    this.set({
      forecasts: [...forecasts, {...forecast, dat: this.dat}],
      shown: forecasts.length,
      baseline: this.session.shown,
      phase: -1,
      tab: 'results',
    });
  }

  markSaved(): void {
    this.saved.set(this.document.fileName, this.document);
    this.set({});
  }
}

const drawnFromResult =
  'This machine is drawn from a result, which does not hold its figures: open its DAT to edit it.';

/** With line ends as the editor has them. */
const machineFile = (name: string, text: string): MachineDocument =>
  withText(newDocument(undefined, name), text.replace(/\r\n?/g, '\n'));

const networkFile = ({name, text, network}: OpenedFile): MachineDocument =>
  networkDocument(name, text.replace(/\r\n?/g, '\n'), network);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isResult = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'schema_version' in value && 'objects' in value;
