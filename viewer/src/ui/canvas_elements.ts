// What Cytoscape is given: an element for everything that is drawn, and the style sheet.
import type {ElementDefinition, StylesheetStyle} from 'cytoscape';
import {fontOf, type View, type ViewBox, type ViewEdge, type ViewNode} from '../dat/view';
import type {Palette} from '../result/colours';
import {edgeLabel, edgeWidth, type Overlay} from '../result/overlay';

const shapes = {
  core: 'ellipse',
  cache: 'round-rectangle',
  mem: 'barrel',
  router: 'hexagon',
  group: 'round-rectangle',
} as const;

export function styleFor(palette: Palette): StylesheetStyle[] {
  return [
    {
      selector: 'node[kind]',
      style: {
        'shape': 'data(shape)' as never,
        'width': 'data(width)',
        'height': 'data(height)',
        'background-color': 'data(fill)',
        'border-width': 1,
        'border-color': palette.line,
        'label': 'data(label)',
        'color': 'data(ink)',
        'font-size': 'data(font)' as never,
        'text-valign': 'center',
        'text-halign': 'center',
        'text-wrap': 'wrap',
        'min-zoomed-font-size': 6,
        'z-index-compare': 'manual',
        'z-index': 2,
        'font-family': 'system-ui, "Liberation Sans", sans-serif',
      },
    },
    {
      selector: 'node[limits]',
      style: {'outline-width': 6, 'outline-color': palette.accent, 'outline-offset': 3} as never,
    },
    {
      selector: 'node[box]',
      style: {
        'shape': 'round-rectangle',
        'width': 'data(width)',
        'height': 'data(height)',
        'background-color': palette.line,
        'background-opacity': 0.08,
        'border-width': 1,
        'border-color': palette.line,
        'label': 'data(label)',
        'color': palette.soft,
        'font-size': 22,
        'text-valign': 'top',
        'text-halign': 'center',
        'min-zoomed-font-size': 5,
        'z-index-compare': 'manual',
        'z-index': 0,
        'font-family': 'system-ui, "Liberation Sans", sans-serif',
      },
    },
    {
      selector: 'edge',
      style: {
        'curve-style': 'data(curve)' as never,
        'z-index-compare': 'manual',
        'z-index': 1,
        'width': 'data(width)',
        'line-color': 'data(fill)',
        'label': 'data(label)',
        'font-size': 11,
        'color': palette.ink,
        'min-zoomed-font-size': 9,
        'text-background-color': palette.page,
        'text-background-opacity': 0.8,
        'text-background-padding': '2px',
      },
    },
    {selector: 'edge[limits]', style: {'line-color': palette.accent}},
    {
      selector: 'node:selected',
      style: {'border-width': 4, 'border-color': palette.select, 'border-style': 'double'},
    },
    {selector: 'edge:selected', style: {'line-color': palette.select, 'width': 6}},
    {selector: '.eh-preview, .eh-ghost-edge', style: {'line-color': palette.select, 'width': 4}},
    {
      selector: '.eh-source, .eh-target',
      style: {'border-width': 4, 'border-color': palette.select},
    },
    {selector: 'core', style: {'active-bg-opacity': 0} as never},
  ] as StylesheetStyle[];
}

export function elementsOf(view: View, overlay: Overlay, palette: Palette): ElementDefinition[] {
  return [
    ...view.boxes.map(boxElement),
    ...view.nodes.map(node => nodeElement(node, overlay)),
    ...view.edges.map(edge => edgeElement(edge, overlay, palette)),
  ];
}

/** Dragging on it moves the view; a click, of which the canvas hears, selects what is in it. */
const boxElement = ({id, label, numaNode, members, at, size}: ViewBox): ElementDefinition => ({
  data: {id, label, numaNode, members, at, box: true, width: size[0], height: size[1]},
  position: {x: at[0], y: at[1]},
  grabbable: false,
  selectable: false,
  pannable: true,
});

function nodeElement(node: ViewNode, overlay: Overlay): ElementDefinition {
  const {fill, ink, share, limits} = overlay(node.members);
  const data: ElementDefinition['data'] = {
    id: node.id,
    kind: node.kind,
    shape: shapes[node.kind],
    label: share ? `${node.label}\n${share}` : node.label,
    members: node.members,
    width: node.size[0],
    height: node.size[1],
    fill,
    ink,
    font: fontOf(node),
    at: node.at,
  };
  if (limits) data.limits = true;
  if (node.kind === 'group') data.numaNode = Number(node.id.slice('group:'.length));
  return {data, position: {x: node.at[0], y: node.at[1]}};
}

function edgeElement(edge: ViewEdge, overlay: Overlay, palette: Palette): ElementDefinition {
  const mark = overlay(edge.members);
  const data: ElementDefinition['data'] = {
    id: edge.id,
    source: edge.source,
    target: edge.target,
    members: edge.members,
    label: edgeLabel(edge, mark),
    width: edgeWidth(mark),
    fill: mark.strength > 0 ? mark.fill : palette.wire,
    curve: edge.parallel ? 'bezier' : 'straight',
  };
  if (mark.limits) data.limits = true;
  return {data};
}
