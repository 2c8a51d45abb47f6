// The drawing as SVG, for documents. (cytoscape-svg is GPL; this writes the little that is drawn.)
import {boxAround, heightOf, widthOf} from '../dat/box';
import {fontOf, type View, type ViewNode} from '../dat/view';
import type {Palette} from '../result/colours';
import {edgeLabel, edgeWidth, type Overlay} from '../result/overlay';

// XML knows no control characters.
const escape = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);

const margin = 60;

function outline({kind, at: [x, y], size: [w, h]}: ViewNode): string {
  if (kind === 'core') return `<ellipse cx="${x}" cy="${y}" rx="${w / 2}" ry="${h / 2}"`;
  if (kind === 'router') {
    const points = [
      [-0.5, 0],
      [-0.25, -0.5],
      [0.25, -0.5],
      [0.5, 0],
      [0.25, 0.5],
      [-0.25, 0.5],
    ];
    return `<polygon points="${points.map(([a, b]) => `${x + a! * w},${y + b! * h}`).join(' ')}"`;
  }
  return `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="${kind === 'mem' ? 14 : 5}"`;
}

function nodeSvg(node: ViewNode, overlay: Overlay, palette: Palette): string {
  const {fill, ink, share, limits} = overlay(node.members);
  const lines = [...node.label.split('\n'), ...(share ? [share] : [])];
  const font = fontOf(node);
  const first = node.at[1] - ((lines.length - 1) * font * 1.1) / 2 + font * 0.35;
  const text = lines
    .map(
      (line, i) => `<tspan x="${node.at[0]}" y="${first + i * font * 1.1}">${escape(line)}</tspan>`,
    )
    .join('');
  const ring = limits
    ? `${outline({...node, size: [node.size[0] + 12, node.size[1] + 12]})} fill="none" stroke="${palette.accent}" stroke-width="6"/>`
    : '';
  return (
    `${ring}${outline(node)} fill="${fill}" stroke="${palette.line}"/>` +
    `<text font-size="${font}" fill="${ink}">${text}</text>`
  );
}

export function svgOf(view: View, overlay: Overlay, palette: Palette, title: string): string {
  const places = new Map(view.nodes.map(node => [node.id, node.at]));
  const whole = boxAround([...view.nodes, ...view.boxes], margin);
  const [x, y, w, h] = [whole.left, whole.top, widthOf(whole), heightOf(whole)];
  const boxes = view.boxes.map(box => {
    const [[cx, cy], [width, height]] = [box.at, box.size];
    return (
      `<rect x="${cx - width / 2}" y="${cy - height / 2}" width="${width}" height="${height}" rx="8" fill="${palette.line}" fill-opacity="0.08" stroke="${palette.line}"/>` +
      `<text x="${cx}" y="${cy - height / 2 - 6}" font-size="22" fill="${palette.soft}">${escape(box.label)}</text>`
    );
  });
  const edges = view.edges.map(edge => {
    const mark = overlay(edge.members);
    const [[x1, y1], [x2, y2]] = [places.get(edge.source)!, places.get(edge.target)!];
    const stroke = mark.limits ? palette.accent : mark.strength > 0 ? mark.fill : palette.wire;
    const label = edgeLabel(edge, mark);
    return (
      `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" stroke-width="${edgeWidth(mark)}"/>` +
      (label
        ? `<text x="${(x1 + x2) / 2}" y="${(y1 + y2) / 2}" font-size="11" fill="${palette.ink}">${escape(label)}</text>`
        : '')
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${w} ${h}" width="${w}" height="${h}" font-family="system-ui, sans-serif" text-anchor="middle">` +
    `<title>${escape(title)}</title><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${palette.page}"/>\n` +
    [...boxes, ...edges, ...view.nodes.map(node => nodeSvg(node, overlay, palette))].join('\n') +
    '\n</svg>\n'
  );
}
