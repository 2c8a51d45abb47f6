// What the log keeps: the text, and the machine that it says, or said last.
import {checkDat} from '../dat/check';
import type {Dat} from '../dat/dat';
import {emptyDat} from '../dat/dat';
import type {Fault} from '../dat/fault';
import {readText, writeDat, type Places} from '../dat/text';

export interface MachineDocument {
  text: string;
  /** Of `text`; where that is broken, of the last text that was not. */
  dat: Dat;
  broken: boolean;
  fileName: string;
  /** Why the machine cannot be edited; empty: it can. */
  readOnly: string;
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

const checks = new WeakMap<MachineDocument, Checked>();

/** Made once for each document. */
export function checked(document: MachineDocument): Checked {
  let result = checks.get(document);
  if (!result) {
    const {dat, faults, places} = readText(document.text);
    checks.set(document, (result = {faults: dat ? checkDat(dat) : faults, places}));
  }
  return result;
}

export const errorsOf = (document: MachineDocument): Fault[] =>
  checked(document).faults.filter(fault => !fault.warning);
