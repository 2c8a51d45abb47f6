// What people can do, each as one function: the toolbar, the keys, the outline and the canvas all
// come here.
import {fragmentOf, paste, replicate} from '../dat/copy';
import {
  byName,
  kinds,
  numaOf,
  objectsOf,
  vertexKinds,
  type Dat,
  type Position,
  type VertexKind,
} from '../dat/dat';
import {
  addObject,
  align,
  connectAll,
  freeNumaNode,
  moveObjects,
  removeObjects,
  setMember,
  tidy,
} from '../dat/edit';
import {positionsOf} from '../dat/layout';
import {numaNodesOf, viewOf} from '../dat/view';
import {light} from '../result/colours';
import {errorsOf} from '../store/document';
import type {OpenedFile, Store} from '../store/store';
import type {Canvas} from './canvas';
import {download, pickFiles, readFile} from './files';
import {overlayOf} from './shown';
import {svgOf} from './svg';

/** What is looked at: the drawing of a machine, the picture of a network. */
export interface Sight {
  fit(): void;
  zoomBy(factor: number): void;
  panBy(x: number, y: number): void;
}

export class Actions {
  canvas: Canvas | undefined;
  sight: Sight | undefined;

  constructor(readonly store: Store) {}

  private get selectedVertices(): string[] {
    const found = byName(this.store.dat);
    return [...this.store.session.selection].filter(
      name => found.has(name) && found.get(name)!.kind !== 'edge',
    );
  }

  // Making

  /** Joined with the selection where there is one, unless it is put at a place. */
  add(kind: VertexKind, className: string | undefined, at?: Position): void {
    const joined = at ? [] : this.selectedVertices;
    let name = '';
    const isDone = this.store.edit(`add a ${kind === 'mem' ? 'memory' : kind}`, dat => {
      const added = addObject(dat, kind, className, at);
      name = added.name;
      return connectAll(
        added.dat,
        joined.map(other => [other, name]),
      );
    });
    if (!isDone) return;
    this.store.select([name]);
    this.canvas?.reveal(name);
  }

  /** The last of `names` with all others. */
  connect(names: string[]): void {
    const hub = names.at(-1)!;
    const pairs = names.slice(0, -1).map(name => [name, hub] as [string, string]);
    const label = `join ${pairs.length === 1 ? names[0] : count(pairs.length)} and ${hub}`;
    this.editOr(label, dat => connectAll(dat, pairs), 'they are joined already');
  }

  /** A command, or `otherwise` said where it changes nothing; a refusal has been told. */
  private editOr(label: string, change: (dat: Dat) => Dat, otherwise: string): boolean {
    const isDone = this.store.edit(label, change);
    if (!isDone && !this.store.editingRefused) this.store.say(otherwise);
    return isDone;
  }

  /** The last selected with all others; without two of them, the tool for dragging edges. */
  connectSelection(): void {
    const names = this.selectedVertices;
    if (names.length < 2) return this.setConnecting(!this.store.session.connecting);
    this.connect(names);
  }

  setConnecting(isOn: boolean): void {
    if (isOn && this.refusesNetwork()) return;
    this.store.set({connecting: isOn});
    this.canvas?.connectMode(isOn);
    if (isOn) this.store.say('Drag from one object to another to join them; c or Escape ends it.');
  }

  askAdd(): void {
    if (!this.refusesNetwork()) this.store.set({dialog: 'add'});
  }

  /** Says so where a network is shown. */
  private refusesNetwork(): boolean {
    const {network, readOnly} = this.store.document;
    if (network) this.store.say(readOnly, true);
    return network !== undefined;
  }

  removeSelection(): void {
    const {selection} = this.store.session;
    if (selection.size === 0) return this.store.say('nothing is selected');
    this.store.edit(`delete ${count(selection.size)}`, dat =>
      removeObjects(dat, new Set(selection)),
    );
  }

  copy(): void {
    const names = this.selectedVertices;
    if (names.length === 0) return this.store.say('nothing is selected');
    this.store.set({clipboard: fragmentOf(this.store.dat, new Set(names))});
    this.store.say(`copied ${count(names.length)}`);
  }

  cut(): void {
    this.copy();
    if (this.selectedVertices.length > 0) this.removeSelection();
  }

  paste(): void {
    const {clipboard} = this.store.session;
    if (!clipboard || clipboard.objects.length === 0) return this.store.say('nothing was copied');
    const centre = this.canvas?.centre() ?? [0, 0];
    let names: string[] = [];
    this.store.edit(`paste ${count(clipboard.objects.length)}`, dat => {
      const pasted = paste(dat, clipboard, centre);
      names = pasted.names;
      return pasted.dat;
    });
    if (names.length > 0) this.store.select(names);
  }

  askReplicate(): void {
    if (this.selectedVertices.length === 0)
      return this.store.say('select what shall be replicated');
    this.store.set({dialog: 'replicate'});
  }

  replicate(times: number, ownNumaNodes: boolean): void {
    const names = this.selectedVertices;
    let made: string[] = [];
    this.store.edit(`replicate ${count(names.length)} ×${times}`, dat => {
      const result = replicate(dat, new Set(names), times, ownNumaNodes);
      made = result.names;
      return result.dat;
    });
    if (made.length === 0) return;
    this.canvas?.fitNext();
    this.store.select([...names, ...made]);
  }

  // Arranging

  move(to: Map<string, Position>): boolean {
    return this.store.edit(`move ${count(to.size)}`, dat => moveObjects(dat, to));
  }

  /** By so much, with the keyboard. */
  nudge(dx: number, dy: number): void {
    const names = this.selectedVertices;
    if (names.length === 0) return this.sight?.panBy(-dx * 3, -dy * 3);
    const positions = positionsOf(this.store.dat);
    const to = new Map(
      names.map(name => {
        const [x, y] = positions.get(name)!;
        return [name, [x + dx, y + dy] as Position];
      }),
    );
    const merge = `nudge ${names.join()}`;
    this.store.edit(`move ${count(to.size)}`, dat => moveObjects(dat, to), merge);
  }

  align(direction: 'row' | 'column'): void {
    const names = this.selectedVertices;
    if (names.length < 2) return this.store.say('select two objects or more to align them');
    this.store.edit(`align ${count(names.length)} in a ${direction}`, dat =>
      align(dat, names, direction),
    );
  }

  /** The selection, or everything, back to where the layout has it. */
  tidy(): void {
    const names = this.selectedVertices;
    const label = names.length > 0 ? `tidy ${count(names.length)}` : 'tidy everything';
    const some = names.length > 0 ? new Set(names) : undefined;
    const change = (dat: Dat) => (dat.layout ? tidy(dat, some) : dat);
    const isDone = this.editOr(label, change, 'nothing was moved by hand');
    if (isDone && !some) this.canvas?.fitNext();
  }

  /** The selection becomes a NUMA node. */
  group(): void {
    const names = this.selectedVertices;
    if (names.length === 0) return this.store.say('select what shall become a NUMA node');
    const node = freeNumaNode(this.store.dat);
    this.store.edit(`NUMA node ${node} of ${count(names.length)}`, dat =>
      setMember(dat, new Set(names), 'numa_node', node),
    );
  }

  toggleGroup(numaNode: number): void {
    const collapsed = new Set(this.store.session.collapsed);
    if (!collapsed.delete(numaNode)) collapsed.add(numaNode);
    this.store.set({collapsed});
  }

  /** The NUMA nodes of what is selected. */
  private get selectedNumaNodes(): Set<number> {
    const found = byName(this.store.dat);
    return new Set(this.selectedVertices.map(name => numaOf(found.get(name)!.object)));
  }

  /** Of the selection: opened where one is collapsed, else collapsed. */
  toggleSelectedGroups(): void {
    const nodes = this.selectedNumaNodes;
    if (nodes.size === 0) return this.store.say('nothing is selected');
    const collapsed = new Set(this.store.session.collapsed);
    const opens = [...nodes].some(node => collapsed.has(node));
    for (const node of nodes) opens ? collapsed.delete(node) : collapsed.add(node);
    this.store.set({collapsed});
  }

  /** All of the NUMA nodes of the selection. */
  selectGroups(): void {
    const nodes = this.selectedNumaNodes;
    const all = vertexKinds.flatMap(kind => objectsOf(this.store.dat, kind));
    this.store.select(all.filter(o => nodes.has(numaOf(o))).map(o => o.name));
  }

  collapseAll(): void {
    const all = numaNodesOf(this.store.dat);
    if (all.length < 2) return this.store.say('the machine has one NUMA node: nothing to collapse');
    this.store.set({collapsed: new Set(this.store.session.collapsed.size < all.length ? all : [])});
  }

  selectAll(): void {
    this.store.select(
      vertexKinds.flatMap(kind => objectsOf(this.store.dat, kind).map(o => o.name)),
    );
  }

  /** With every object of the selection's classes. */
  selectAlike(): void {
    const found = byName(this.store.dat);
    const classes = new Set(
      [...this.store.session.selection].map(
        name => `${found.get(name)?.kind} ${found.get(name)?.object.class}`,
      ),
    );
    this.store.select(
      kinds.flatMap(kind =>
        objectsOf(this.store.dat, kind)
          .filter(o => classes.has(`${kind} ${o.class}`))
          .map(o => o.name),
      ),
    );
  }

  // Files

  async open(): Promise<void> {
    await this.openFiles(await pickFiles());
  }

  async openFiles(files: Iterable<File>): Promise<void> {
    const opened: OpenedFile[] = [];
    const refused: string[] = [];
    for (const file of files) {
      await readFile(file).then(
        text => opened.push({name: file.name, text}),
        (error: Error) => refused.push(error.message),
      );
    }
    if (opened.length > 0) {
      this.canvas?.fitNext();
      this.store.openAll(opened);
    }
    if (refused.length > 0) this.store.say(refused.join('; '), true);
  }

  save(): void {
    const {document} = this.store;
    if (document.readOnly) return this.store.say(document.readOnly, true);
    download(document.fileName, new Blob([document.text], {type: 'application/json'}));
    this.store.markSaved();
    const faults = document.broken ? 1 : errorsOf(document).length;
    this.store.say(
      faults > 0
        ? `saved ${document.fileName}, with ${faults} fault${faults > 1 ? 's' : ''}: hpcast will refuse it as it stands`
        : `saved ${document.fileName}`,
      faults > 0,
    );
  }

  saveSvg(): void {
    const {store} = this;
    const shown = store.drawing?.shown;
    if (store.document.network && !shown)
      return store.say('only hpcast view FILE draws a network: there is no picture to save', true);
    const svg = shown?.svg ?? this.machineSvg();
    download(this.imageName('svg'), new Blob([svg], {type: 'image/svg+xml'}));
  }

  private machineSvg(): string {
    const {store} = this;
    return svgOf(
      viewOf(store.dat, store.session.collapsed),
      overlayOf(store, light),
      light,
      String(store.dat.name ?? 'machine'),
    );
  }

  savePng(background: string): void {
    if (this.store.document.network)
      return this.store.say('the picture of a network is saved as SVG (d)');
    if (byName(this.store.dat).size === 0) return this.store.say('nothing is drawn yet');
    const image = this.canvas?.png(background);
    if (!image || image.size === 0)
      return this.store.say('the drawing is too large for a PNG: save it as SVG', true);
    download(this.imageName('png'), image);
  }

  private imageName(extension: string): string {
    return `${this.store.document.fileName.replace(/(\.dat|\.ndl)?\.json$/, '')}.${extension}`;
  }
}

const count = (n: number): string => `${n} object${n === 1 ? '' : 's'}`;
