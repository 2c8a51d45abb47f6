// What people can do, each as one function: the toolbar, the keys, the outline and the canvas all
// come here.
import {
  byName,
  edgesOf,
  kinds,
  objectsOf,
  vertexKinds,
  type Position,
  type VertexKind,
} from '../dat/dat';
import {
  addObject,
  align,
  connect,
  connectAll,
  fragmentOf,
  freeNumaNode,
  moveObjects,
  paste,
  removeObjects,
  replicate,
  setMember,
  tidy,
} from '../dat/edit';
import {nearest} from '../dat/names';
import {numaNodesOf, viewOf} from '../dat/view';
import {light} from '../result/colours';
import {errorsOf} from '../store/document';
import type {Store} from '../store/store';
import type {Canvas} from './canvas';
import {download, pickFiles, readFile} from './files';
import {overlayOf} from './shown';
import {svgOf} from './svg';

export class Actions {
  canvas: Canvas | undefined;

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

  connect(source: string, target: string): void {
    const refused = !this.store.editingRefused && !connect(this.store.dat, source, target);
    if (refused) return this.store.say(`${source} and ${target} are joined already`, true);
    this.store.edit(`join ${source} and ${target}`, dat => connect(dat, source, target)!.dat);
  }

  /** The last selected with all others; without two of them, the tool for dragging edges. */
  connectSelection(): void {
    const names = this.selectedVertices;
    if (names.length < 2) return this.setConnecting(!this.store.session.connecting);
    const hub = names.at(-1)!;
    const pairs = names.slice(0, -1).map(name => [name, hub] as [string, string]);
    if (!this.store.edit(`join ${names.length - 1} with ${hub}`, dat => connectAll(dat, pairs)))
      this.store.say('they are joined already');
  }

  setConnecting(isOn: boolean): void {
    this.store.set({connecting: isOn});
    this.canvas?.connectMode(isOn);
    if (isOn) this.store.say('Drag from one object to another to join them; c or Escape ends it.');
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
    this.canvas?.fitNext();
    const names = this.selectedVertices;
    let made: string[] = [];
    this.store.edit(`replicate ${count(names.length)} ×${times}`, dat => {
      const result = replicate(dat, new Set(names), times, ownNumaNodes);
      made = result.names;
      return result.dat;
    });
    if (made.length > 0) this.store.select([...names, ...made]);
  }

  // Arranging

  move(to: Map<string, Position>): void {
    this.store.edit(`move ${count(to.size)}`, dat => moveObjects(dat, to));
  }

  /** By so much, with the keyboard. */
  nudge(dx: number, dy: number): void {
    const names = this.selectedVertices;
    if (names.length === 0) return this.canvas?.panBy(-dx * 3, -dy * 3);
    const view = viewOf(this.store.dat, new Set());
    const to = new Map(
      view.nodes
        .filter(n => names.includes(n.members[0]!))
        .map(n => [n.members[0]!, [n.at[0] + dx, n.at[1] + dy] as Position]),
    );
    this.store.edit(`move ${count(to.size)}`, dat => moveObjects(dat, to), 'nudge');
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
    if (names.length === 0) this.canvas?.fitNext();
    if (
      !this.store.edit(label, dat =>
        dat.layout ? tidy(dat, names.length > 0 ? new Set(names) : undefined) : dat,
      )
    )
      this.store.say('nothing was moved by hand');
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

  /** By its name, or the nearest. */
  find(text: string): void {
    const names = [...byName(this.store.dat).keys()];
    const word = text.trim().toLowerCase();
    if (word === '') return;
    const name =
      names.find(n => n.toLowerCase() === word) ??
      names.find(n => n.toLowerCase().includes(word)) ??
      nearest(text, names);
    if (name === undefined) return this.store.say(`no object is called ${text}`, true);
    this.store.select([name]);
    this.canvas?.reveal(name);
  }

  // Files

  async open(): Promise<void> {
    await this.openFiles(await pickFiles());
  }

  async openFiles(files: Iterable<File>): Promise<void> {
    this.canvas?.fitNext();
    for (const file of files) {
      const text = await readFile(file);
      if (text === undefined)
        this.store.say(`${file.name} is larger than the viewer reads (64 MiB)`, true);
      else this.store.open(file.name, text);
    }
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
    const svg = svgOf(
      viewOf(store.dat, store.session.collapsed),
      overlayOf(store, light),
      light,
      String(store.dat.name ?? 'machine'),
    );
    download(this.imageName('svg'), new Blob([svg], {type: 'image/svg+xml'}));
  }

  savePng(background: string): void {
    if (this.canvas) download(this.imageName('png'), this.canvas.png(background));
  }

  private imageName(extension: string): string {
    return `${this.store.document.fileName.replace(/(\.dat)?\.json$/, '')}.${extension}`;
  }

  /** The ends of an edge, or what an object is joined with. */
  neighboursOf(name: string): string[] {
    return edgesOf(this.store.dat).flatMap(e =>
      e.source === name ? [e.target] : e.target === name ? [e.source] : [],
    );
  }
}

const count = (n: number): string => `${n} object${n === 1 ? '' : 's'}`;
