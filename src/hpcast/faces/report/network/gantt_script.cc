#include "hpcast/faces/report/network/html.h"

namespace hpcast::report {

// Draws what is in sight only: rows by their pixels, pieces found by halving.
std::string gantt_script() {
  return R"js(
(() => {
const box = document.querySelector('.gantt'), canvas = box.querySelector('canvas');
const tip = box.querySelector('.tip'), pen = canvas.getContext('2d');
const d = JSON.parse(document.getElementById('timeline').textContent);
const states = ['computes', 'waits for others to begin', 'waits for data', 'works in MPI'];
const colours = ['#0072b2', '#e69f00', '#cc79a7', '#56b4e9'];
const rows = d.rows.map(flat => {
  const begins = new Float64Array(flat.length / 3), ends = new Float64Array(flat.length / 3);
  const infos = new Uint32Array(flat.length / 3);
  for (let i = 0, at = 0; i < begins.length; ++i) {
    begins[i] = at += flat[3 * i];
    ends[i] = at += flat[3 * i + 1];
    infos[i] = flat[3 * i + 2];
  }
  return {begins, ends, infos};
});
const left = 62, top = 22, whole = Math.max(1, d.end), least = 40;
let view = {from: 0, to: whole, first: 0, last: rows.length}, width = 0, height = 0;

function timeText(units, step) {
  const s = units * d.unit, scales = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns'], [1e-12, 'ps']];
  const [scale, name] = scales.find(([scale]) => Math.abs(s) >= scale * 0.9999) ?? [1, 's'];
  const digits = step === undefined ? 3 : Math.max(0, Math.ceil(-Math.log10(step * d.unit / scale) - 1e-9));
  return (step === undefined ? Number((s / scale).toPrecision(4)) : (s / scale).toFixed(Math.min(digits, 9))) + ' ' + name;
}
function bytesText(bytes) {
  let unit = 0;
  const names = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  for (; bytes >= 1024 && unit < 4; ++unit) bytes /= 1024;
  return Number(bytes.toPrecision(3)) + ' ' + names[unit];
}
const x = time => left + (time - view.from) / (view.to - view.from) * (width - left);
const y = row => top + (row - view.first) / (view.last - view.first) * (height - top);
const timeAt = px => view.from + (px - left) / (width - left) * (view.to - view.from);
const rowAt = py => view.first + (py - top) / (height - top) * (view.last - view.first);

// The first piece that ends after `time`.
function pieceAt(row, time) {
  let low = 0, high = row.ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row.ends[middle] > time) high = middle; else low = middle + 1;
  }
  return low;
}
function drawRow(index, at, tall) {
  const row = rows[index];
  for (let i = pieceAt(row, view.from); i < row.begins.length && row.begins[i] < view.to; ++i) {
    const begin = Math.max(left, x(row.begins[i])), end = Math.min(width, x(row.ends[i]));
    pen.fillStyle = colours[d.infos[4 * row.infos[i]] & 3];
    pen.fillRect(begin, at, end - begin, tall);
  }
}
function drawRows() {
  const pitch = (height - top) / (view.last - view.first);
  const step = Math.max(1, Math.ceil(1 / pitch));  // no two ranks in a pixel
  const first = Math.max(0, Math.floor(view.first / step) * step);
  for (let i = first; i < Math.min(rows.length, view.last); i += step)
    drawRow(i, y(i) + (pitch > 5 ? 1 : 0), pitch * step - (pitch > 5 ? 2 : 0));
}
function drawAxes(ink, soft, line) {
  const about = (view.to - view.from) * d.unit / 7, power = 10 ** Math.floor(Math.log10(about));
  const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= about) / d.unit;
  pen.font = '12px system-ui, sans-serif';
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
    const px = x(t);
    pen.fillStyle = line;
    pen.fillRect(px, top - 5, 1, 5);
    pen.fillStyle = soft;
    if (px < width - 30 && px > left + 20) pen.fillText(timeText(t, step), px, 8);
  }
  pen.textAlign = 'right';
  const pitch = (height - top) / (view.last - view.first), every = Math.max(1, Math.ceil(15 / pitch));
  for (let i = Math.ceil(view.first / every) * every; i < Math.min(rows.length, view.last); i += every)
    pen.fillText('rank ' + d.ranks[i], left - 5, y(i + 0.5));
}
function drawMessages(ink) {
  const seen = [], m = d.messages;
  for (let i = 0; i < m.length; i += 5) {
    if (m[i + 3] < view.from || m[i + 2] > view.to) continue;
    if (Math.max(m[i], m[i + 1]) + 1 < view.first || Math.min(m[i], m[i + 1]) > view.last) continue;
    seen.push(i);
    if (seen.length > 4000) return 'more than 4000 messages in sight: zoom in to see them';
  }
  pen.strokeStyle = ink;
  pen.globalAlpha = seen.length > 500 ? 0.25 : 0.6;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const i of seen) {
    pen.moveTo(x(m[i + 2]), y(m[i] + 0.5));
    pen.lineTo(x(m[i + 3]), y(m[i + 1] + 0.5));
  }
  pen.stroke();
  pen.globalAlpha = 1;
  return '';
}
function drawPath(ink, card) {
  for (const [colour, wide] of [[card, 5], [ink, 2.5]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.beginPath();
    for (let i = 0; i < d.path.length; i += 4) {
      if (d.path[i + 2] < view.from || d.path[i + 1] > view.to) continue;
      const from = d.path[i + 3] < 0 ? d.path[i] : d.path[i + 3];
      pen.moveTo(x(d.path[i + 1]), y(from + 0.5));
      pen.lineTo(x(d.path[i + 2]), y(d.path[i] + 0.5));
    }
    pen.stroke();
  }
}
let asked = false;
function draw() {
  asked = false;
  const style = getComputedStyle(document.documentElement), scale = devicePixelRatio || 1;
  const [ink, soft, line, card, panel] =
    ['--ink', '--soft', '--line', '--card', '--panel'].map(name => style.getPropertyValue(name).trim());
  width = canvas.clientWidth;
  height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = panel;
  pen.fillRect(left, top, width - left, height - top);
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width - left, height - top);
  pen.clip();
  drawRows();
  const word = box.querySelector('[name=messages]').checked ? drawMessages(ink) : '';
  if (box.querySelector('[name=path]').checked) drawPath(ink, card);
  pen.restore();
  drawAxes(ink, soft, line);
  canvas.dataset.word = word;
}
function redraw() {
  if (!asked) requestAnimationFrame(draw);
  asked = true;
}
function look(from, to, first, last) {
  const length = Math.min(whole, Math.max(least, to - from));
  const count = Math.min(rows.length, Math.max(Math.min(2, rows.length), last - first));
  from = Math.min(Math.max(0, from), whole - length);
  first = Math.min(Math.max(0, first), rows.length - count);
  view = {from, to: from + length, first, last: first + count};
  redraw();
}
function zoomTime(by, at = (view.from + view.to) / 2) {
  look(at - (at - view.from) * by, at + (view.to - at) * by, view.first, view.last);
}
function zoomRanks(by, at = (view.first + view.last) / 2) {
  look(view.from, view.to, at - (at - view.first) * by, at + (view.last - at) * by);
}
function move(times, ranks) {
  const dt = times * (view.to - view.from), dr = ranks * (view.last - view.first);
  look(view.from + dt, view.to + dt, view.first + dr, view.last + dr);
}
const actions = {
  in: () => zoomTime(0.5), out: () => zoomTime(2), left: () => move(-0.25, 0), right: () => move(0.25, 0),
  up: () => move(0, -0.25), down: () => move(0, 0.25), fewer: () => zoomRanks(0.5), more: () => zoomRanks(2),
  all: () => look(0, whole, 0, rows.length),
};
const keys = {'+': 'in', '=': 'in', '-': 'out', ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up',
  ArrowDown: 'down', '[': 'more', ']': 'fewer', '0': 'all', Home: 'all'};
for (const button of box.querySelectorAll('button[data-do]'))
  button.addEventListener('click', () => actions[button.dataset.do]());
for (const input of box.querySelectorAll('input')) input.addEventListener('change', redraw);
canvas.addEventListener('keydown', event => {
  if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  actions[keys[event.key]]();
});
canvas.addEventListener('wheel', event => {
  event.preventDefault();
  const turned = event.deltaY || event.deltaX, by = Math.exp(Math.max(-1, Math.min(1, turned / 300)));
  if (event.shiftKey) zoomRanks(by, rowAt(event.offsetY)); else zoomTime(by, timeAt(event.offsetX));
}, {passive: false});

function words(px, py) {
  const index = Math.floor(rowAt(py)), time = timeAt(px);
  if (px < left || py < top || index < 0 || index >= rows.length) return '';
  const row = rows[index], i = pieceAt(row, time);
  const lines = ['rank ' + d.ranks[index] + ' at ' + timeText(time)];
  if (i < row.begins.length && row.begins[i] <= time) {
    const [state, call, peer, bytes] = d.infos.slice(4 * row.infos[i], 4 * row.infos[i] + 4);
    const what = (state & 3) === 0 ? [] : [d.calls[call]];
    what.push(states[state & 3] + ((state & 4) ? ', most of the time (several merged)' : ''));
    if (bytes !== null) what.push(bytesText(bytes));
    // Relative to this row's rank: 0 is the rank itself.
    if (peer) what.push('rank ' + (d.ranks[index] + peer));
    lines.push(what.join(' · '), timeText(row.ends[i] - row.begins[i]) + ' from ' + timeText(row.begins[i]));
  }
  if (canvas.dataset.word) lines.push(canvas.dataset.word);
  return lines.join('\n');
}
let held = null;
canvas.addEventListener('pointerdown', event => {
  held = {x: event.clientX, y: event.clientY, view};
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointerup', () => held = null);
canvas.addEventListener('pointercancel', () => held = null);
canvas.addEventListener('pointerleave', () => tip.hidden = true);
canvas.addEventListener('pointermove', event => {
  if (held) {
    const v = held.view, dt = (held.x - event.clientX) / (width - left) * (v.to - v.from);
    const dr = (held.y - event.clientY) / (height - top) * (v.last - v.first);
    look(v.from + dt, v.to + dt, v.first + dr, v.last + dr);
  }
  const text = words(event.offsetX, event.offsetY);
  tip.hidden = text === '';
  tip.textContent = text;
  tip.style.left = Math.max(0, Math.min(event.offsetX + 14, width - tip.offsetWidth - 4)) + 'px';
  tip.style.top = event.offsetY + 18 + 'px';
});
canvas.style.height = Math.min(560, Math.max(160, top + 22 * rows.length)) + 'px';
addEventListener('resize', redraw);
addEventListener('beforeprint', draw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
new ResizeObserver(redraw).observe(canvas);
})();
)js";
}

}  // namespace hpcast::report
