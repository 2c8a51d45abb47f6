// What the log keeps: the text, and the machine that it says, or said last; or a network, which is only
// looked at.
import {checkDat} from '../dat/check';
import {emptyDat, objectAt, type Dat} from '../dat/dat';
import type {Fault} from '../dat/fault';
import {remembered} from '../dat/remember';
import {readJson, readText, writeDat, type Places} from '../dat/text';
import {checkNetwork, type ShownNetwork} from '../network/network';

export interface MachineDocument {
  text: string;
  /** Of `text`; where that is broken, of the last text that was not. */
  dat: Dat;
  broken: boolean;
  fileName: string;
  /** Why the machine cannot be edited; empty: it can. */
  readOnly: string;
  /** The text is a network's, and `dat` has nothing in it. */
  network?: {shown: ShownNetwork | undefined};
}

export interface Checked {
  faults: Fault[];
  places: Places;
}

export const newDocument = (
  dat: Dat = emptyDat(),
  fileName = 'machine.dat.json',
  readOnly = '',
): MachineDocument => ({text: writeDat(dat), dat, broken: false, fileName, readOnly});

/** `shown`: where hpcast has put it beside the text. */
export const networkDocument = (
  fileName: string,
  text: string,
  shown: ShownNetwork | undefined,
): MachineDocument => ({
  ...newDocument(undefined, fileName, networksAreShown),
  text,
  network: {shown},
});

const networksAreShown =
  'A network is here to be looked at: change its file with an editor, and open it again.';

/** After a change of the graph: hpcast's own form of the text. */
export const withDat = (document: MachineDocument, dat: Dat): MachineDocument => ({
  ...document,
  text: writeDat(dat),
  dat,
  broken: false,
});

/** After a change of the text. */
export function withText(document: MachineDocument, text: string): MachineDocument {
  const {dat} = readText(text);
  return dat ? {...document, text, dat, broken: false} : {...document, text, broken: true};
}

function checkedNetwork(text: string): Checked {
  const {value, faults, places} = readJson(text);
  return {faults: value === undefined ? faults : [...faults, ...checkNetwork(value)], places};
}

export const checked = remembered((document: MachineDocument): Checked => {
  if (document.network) return checkedNetwork(document.text);
  const {dat, faults, places} = readText(document.text);
  const all = dat ? [...faults, ...checkDat(dat)] : faults;
  // What is drawn from a result lacks figures, which is nobody's fault.
  return {faults: document.readOnly ? [] : all, places};
});

/** The first object that something is wrong with. */
export function faultyObject(document: MachineDocument): string | undefined {
  for (const {path} of errorsOf(document)) {
    const object = objectAt(document.dat, path);
    if (object) return object.name;
  }
  return undefined;
}

export const errorsOf = (document: MachineDocument): Fault[] =>
  checked(document).faults.filter(fault => !fault.warning);
