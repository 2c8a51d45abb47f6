// The drawing: Cytoscape.js behind what the viewer needs of it. It shows a View and tells what
// people do to it; it decides nothing.
import cytoscape, {
  type Core,
  type ElementDefinition,
  type EventObject,
  type NodeSingular,
} from 'cytoscape';
import edgehandles from 'cytoscape-edgehandles';
import type {Position} from '../dat/dat';
import type {View} from '../dat/view';
import type {Palette} from '../result/colours';
import type {Overlay} from '../result/overlay';
import {elementsOf, styleFor} from './canvas_elements';

cytoscape.use(edgehandles);

export interface CanvasHandlers {
  /** Names of objects and edges. */
  selected(names: string[]): void;
  moved(to: Map<string, Position>): void;
  connected(source: string, target: string): void;
  /** A collapsed NUMA node, or the box of one, was opened or closed by a double click. */
  toggledGroup(numaNode: number): void;
  /** Members of what the pointer is on, and where on the page; none: it has left. */
  pointedAt(members: string[], at: {x: number; y: number} | undefined): void;
}

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const margin = 40;

/** Of all that is drawn, with a margin; from the view, since Cytoscape would measure every label. */
function frameOf({nodes, boxes}: View): Frame {
  const frame = {left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity};
  for (const {
    at: [x, y],
    size: [width, height],
  } of [...nodes, ...boxes]) {
    frame.left = Math.min(frame.left, x - width / 2 - margin);
    frame.right = Math.max(frame.right, x + width / 2 + margin);
    frame.top = Math.min(frame.top, y - height / 2 - margin);
    frame.bottom = Math.max(frame.bottom, y + height / 2 + margin);
  }
  return nodes.length > 0 ? frame : {left: 0, right: 1, top: 0, bottom: 1};
}

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
  private frame: Frame = {left: 0, right: 1, top: 0, bottom: 1};
  /** What is on the canvas, by id, and what it was made of: looked up far faster than by Cytoscape. */
  private readonly drawn = new Map<string, Drawn>();

  constructor(
    container: HTMLElement,
    private readonly handlers: CanvasHandlers,
    palette: Palette,
  ) {
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
      if (!this.isUpdating)
        handlers.selected(
          cy
            .$(':selected')
            .toArray()
            .flatMap(element => (element.data('members') as string[]) ?? []),
        );
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

  // Several nodes are let go of at once: whatever stands elsewhere than it was put has been moved.
  private tellMoves(): void {
    const moved = new Map<string, Position>();
    this.cy.nodes('[at]').forEach(node => {
      const [x, y] = node.data('at') as Position;
      const now = node.position();
      if (Math.abs(now.x - x) > 0.5 || Math.abs(now.y - y) > 0.5) {
        if (isObject(node)) moved.set(nameOf(node), [now.x, now.y]);
        else this.put(node, {x, y});
      }
    });
    if (moved.size > 0) this.handlers.moved(moved);
  }

  private put(node: NodeSingular, at: {x: number; y: number}): void {
    this.isUpdating = true;
    node.position(at);
    this.isUpdating = false;
  }

  setPalette(palette: Palette): void {
    this.cy.style(styleFor(palette));
  }

  update(view: View, overlay: Overlay, selection: ReadonlySet<string>): void {
    this.isUpdating = true;
    const wanted = new Map(
      elementsOf(view, overlay).map(definition => [definition.data.id!, definition]),
    );
    this.cy.batch(() => {
      const gone = [...this.drawn].filter(
        ([id, {definition}]) => !wanted.has(id) || isElsewhere(definition, wanted.get(id)!),
      );
      this.cy.remove(this.cy.collection(gone.map(([, {element}]) => element) as never));
      for (const [id] of gone) this.drawn.delete(id);
      const missing = [...wanted.values()].filter(({data}) => !this.drawn.has(data.id!));
      for (const [id, drawn] of this.drawn) refresh(drawn, wanted.get(id)!);
      this.cy.add(missing).forEach(element => {
        this.drawn.set(element.id(), {element, definition: wanted.get(element.id())!});
      });
    });
    this.show(selection);
    this.isUpdating = false;
    this.frame = frameOf(view);
    if (this.fitsNext || (!this.wasShown && view.nodes.length > 0)) this.fit();
    this.fitsNext = false;
    this.wasShown = view.nodes.length > 0;
  }

  private show(selection: ReadonlySet<string>): void {
    this.cy.batch(() => {
      for (const {element, definition} of this.drawn.values()) {
        const members = definition.data.members as string[] | undefined;
        if (!members) continue;
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
    const {left, right, top, bottom} = this.frame;
    const zoom = Math.min(1.5, this.cy.width() / (right - left), this.cy.height() / (bottom - top));
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
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

  /** Where an object is on the page. */
  onPage(name: string): {x: number; y: number} | undefined {
    const node = this.cy.getElementById(`object:${name}`);
    if (node.empty()) return undefined;
    const box = this.cy.container()!.getBoundingClientRect();
    const {x, y} = node.renderedPosition();
    return {x: box.left + x, y: box.top + y};
  }

  png(background: string): Blob {
    return this.cy.png({
      full: true,
      scale: Math.min(2, 8000 / this.cy.elements().boundingBox().w),
      bg: background,
      output: 'blob',
    }) as unknown as Blob;
  }

  resize(): void {
    this.cy.resize();
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
