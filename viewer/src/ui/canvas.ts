// The drawing: Cytoscape.js behind what the viewer needs of it. It shows a View and tells what
// people do to it; it decides nothing.
import cytoscape, {
  type Core,
  type ElementDefinition,
  type EventObject,
  type NodeSingular,
} from 'cytoscape';
import edgehandles from 'cytoscape-edgehandles';
import {boxAround, heightOf, middleOf, widthOf} from '../dat/box';
import type {Position} from '../dat/dat';
import type {View} from '../dat/view';
import type {Palette} from '../result/colours';
import type {Overlay} from '../result/overlay';
import {elementsOf, styleFor} from './canvas_elements';

cytoscape.use(edgehandles);

interface CanvasHandlers {
  /** Names of objects and edges. */
  selected(names: string[]): void;
  /** False: they are not to stay there. */
  moved(to: Map<string, Position>): boolean;
  connected(source: string, target: string): void;
  /** A collapsed NUMA node, or the box of one, was opened or closed by a double click. */
  toggledGroup(numaNode: number): void;
  /** Members of what the pointer is on, and where on the page; none: it has left. */
  pointedAt(members: string[], at: {x: number; y: number} | undefined): void;
}

const margin = 40;

interface Drawn {
  element: cytoscape.SingularElementReturnValue;
  definition: ElementDefinition;
}

export class Canvas {
  private readonly cy: Core;
  private readonly handles: ReturnType<Core['edgehandles']>;
  private isUpdating = false;
  private wasShown = false;
  private fitsNext = false;
  private palette: Palette;
  private frame = boxAround([]);
  /** What is on the canvas, by id, and what it was made of: looked up far faster than by Cytoscape. */
  private readonly drawn = new Map<string, Drawn>();

  constructor(
    container: HTMLElement,
    private readonly handlers: CanvasHandlers,
    palette: Palette,
  ) {
    this.palette = palette;
    this.cy = cytoscape({
      container,
      style: styleFor(palette),
      minZoom: 0.005,
      maxZoom: 4,
      boxSelectionEnabled: true,
    });
    this.handles = this.cy.edgehandles({
      canConnect: (source, target) => isObject(source) && isObject(target) && !source.same(target),
      snap: true,
      snapThreshold: 20,
      noEdgeEventsInDraw: true,
    });
    this.listen();
  }

  private listen(): void {
    const {cy, handlers} = this;
    cy.on('select unselect', () => {
      if (!this.isUpdating) handlers.selected(this.selectedMembers());
    });
    cy.on('dragfree', 'node', () => this.tellMoves());
    cy.on('ehcomplete', ((
      _event: EventObject,
      source: NodeSingular,
      target: NodeSingular,
      added: cytoscape.EdgeSingular,
    ) => {
      added.remove();
      handlers.connected(nameOf(source), nameOf(target));
    }) as never);
    cy.on('tap', 'node[box]', event => {
      const members = (event.target as NodeSingular).data('members') as string[];
      const isMore = (event.originalEvent as MouseEvent).shiftKey;
      handlers.selected(isMore ? [...this.selectedMembers(), ...members] : members);
    });
    cy.on('dbltap', 'node', event => {
      const numaNode = (event.target as NodeSingular).data('numaNode') as number | undefined;
      if (numaNode !== undefined) handlers.toggledGroup(numaNode);
    });
    cy.on('mouseover', 'node, edge', event => {
      const {clientX, clientY} = event.originalEvent as MouseEvent;
      handlers.pointedAt(((event.target as NodeSingular).data('members') as string[]) ?? [], {
        x: clientX,
        y: clientY,
      });
    });
    cy.on('mouseout pan zoom drag', () => handlers.pointedAt([], undefined));
  }

  private selectedMembers(): string[] {
    const selected = this.cy.$(':selected').toArray();
    return selected.flatMap(element => (element.data('members') as string[]) ?? []);
  }

  // Several nodes are let go of at once: whatever stands elsewhere than it was put has been moved.
  private tellMoves(): void {
    const moved = new Map<string, Position>();
    this.cy.nodes('[at]').forEach(node => {
      const [x, y] = node.data('at') as Position;
      const now = node.position();
      const isMoved = Math.abs(now.x - x) > 0.5 || Math.abs(now.y - y) > 0.5;
      if (isMoved && isObject(node)) moved.set(nameOf(node), [now.x, now.y]);
    });
    if (moved.size > 0 && this.handlers.moved(moved)) return; // and drawn anew
    this.cy.nodes('[at]').forEach(node => {
      const [x, y] = node.data('at') as Position;
      node.position({x, y});
    });
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    this.cy.style(styleFor(palette));
  }

  update(view: View, overlay: Overlay, selection: ReadonlySet<string>): void {
    this.isUpdating = true;
    try {
      this.draw(view, overlay);
      this.show(selection);
    } finally {
      this.isUpdating = false;
    }
    this.frame = boxAround([...view.nodes, ...view.boxes], margin);
    if (this.fitsNext || (!this.wasShown && view.nodes.length > 0)) this.fit();
    this.fitsNext = false;
    this.wasShown = view.nodes.length > 0;
  }

  private draw(view: View, overlay: Overlay): void {
    const wanted = new Map(
      elementsOf(view, overlay, this.palette).map(definition => [definition.data.id!, definition]),
    );
    this.cy.batch(() => {
      const gone = [...this.drawn].filter(
        ([id, {definition}]) => !wanted.has(id) || isElsewhere(definition, wanted.get(id)!),
      );
      if (gone.length > 0) this.handles.stop();
      this.cy.remove(this.cy.collection(gone.map(([, {element}]) => element) as never));
      for (const [id] of gone) this.drawn.delete(id);
      const missing = [...wanted.values()].filter(({data}) => !this.drawn.has(data.id!));
      for (const [id, drawn] of this.drawn) refresh(drawn, wanted.get(id)!);
      this.cy.add(missing).forEach(element => {
        this.drawn.set(element.id(), {element, definition: wanted.get(element.id())!});
      });
    });
  }

  private show(selection: ReadonlySet<string>): void {
    this.cy.batch(() => {
      for (const {element, definition} of this.drawn.values()) {
        const members = definition.data.members as string[] | undefined;
        if (!members || definition.data.box) continue;
        const isSelected = members.every(name => selection.has(name));
        if (isSelected && !element.selected()) element.select();
        if (!isSelected && element.selected()) element.unselect();
      }
    });
  }

  setSelection(selection: ReadonlySet<string>): void {
    this.isUpdating = true;
    this.show(selection);
    this.isUpdating = false;
  }

  connectMode(isOn: boolean): void {
    if (isOn) this.handles.enableDrawMode();
    else this.handles.disableDrawMode();
  }

  /** Once what has just been changed is drawn. */
  fitNext(): void {
    this.fitsNext = true;
  }

  fit(): void {
    this.cy.resize();
    const {frame, cy} = this;
    const zoom = Math.min(1.5, cy.width() / widthOf(frame), cy.height() / heightOf(frame));
    const [x, y] = middleOf(frame);
    this.cy.viewport({
      zoom,
      pan: {x: this.cy.width() / 2 - zoom * x, y: this.cy.height() / 2 - zoom * y},
    });
  }

  zoomBy(factor: number): void {
    this.cy.zoom({
      level: this.cy.zoom() * factor,
      renderedPosition: {x: this.cy.width() / 2, y: this.cy.height() / 2},
    });
  }

  panBy(x: number, y: number): void {
    this.cy.panBy({x, y});
  }

  reveal(name: string): void {
    const node = this.cy
      .nodes()
      .filter(n => ((n.data('members') as string[]) ?? []).includes(name))
      .first();
    if (node.empty()) return;
    const box = node.renderedBoundingBox();
    const inside =
      box.x1 > 0 && box.y1 > 0 && box.x2 < this.cy.width() && box.y2 < this.cy.height();
    if (!inside) this.cy.center(node);
  }

  /** Middle of what is seen, in the drawing's coordinates. */
  centre(): Position {
    const {x1, y1, w, h} = this.cy.extent();
    return [x1 + w / 2, y1 + h / 2];
  }

  /** In the drawing's coordinates. */
  at(clientX: number, clientY: number): Position {
    const box = this.cy.container()!.getBoundingClientRect();
    const {x, y} = this.cy.pan();
    return [(clientX - box.left - x) / this.cy.zoom(), (clientY - box.top - y) / this.cy.zoom()];
  }

  png(background: string): Blob {
    return this.cy.png({
      full: true,
      scale: Math.min(2, 8000 / widthOf(this.frame), 8000 / heightOf(this.frame)),
      bg: background,
      output: 'blob',
    }) as unknown as Blob;
  }

  resize(): void {
    this.cy.resize();
  }

  destroy(): void {
    this.cy.destroy();
  }
}

const isObject = (node: NodeSingular): boolean => node.id().startsWith('object:');
const nameOf = (node: NodeSingular): string => node.id().slice('object:'.length);

/** What Cytoscape cannot change in place: the ends of an edge. */
const isElsewhere = (before: ElementDefinition, after: ElementDefinition): boolean =>
  before.data.source !== after.data.source || before.data.target !== after.data.target;

const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((value, i) => value === b[i]));

function refresh(drawn: Drawn, definition: ElementDefinition): void {
  const {element, definition: before} = drawn;
  const {id: _, source: __, target: ___, ...data} = definition.data;
  const changed = Object.entries(data).filter(([key, value]) => !isSame(before.data[key], value));
  if (before.data.limits && !data.limits) element.removeData('limits');
  if (changed.length > 0) element.data(Object.fromEntries(changed));
  if (definition.position && element.isNode()) {
    const {x, y} = (element as NodeSingular).position();
    if (x !== definition.position.x || y !== definition.position.y)
      (element as NodeSingular).position(definition.position);
  }
  drawn.definition = definition;
}
