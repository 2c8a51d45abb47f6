// A roofline as a picture: FLOP/s over FLOPs a byte, both by logarithm.
import {formatCount, formatScaled} from '../dat/units';
import {
  intensity,
  levelText,
  peakText,
  pointText,
  roofAt,
  rooflineInWords,
  type Roofline,
  type RooflinePoint,
} from '../result/roofline';

const [width, height, left, top, bottom] = [400, 270, 48, 20, 232];
const [mostLetters, letter, lineHeight] = [14, 7.2, 13];

const shortened = (name: string): string =>
  name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name;

/** From a value to where it is. */
interface Axis {
  from: number;
  to: number;
  at(value: number): number;
  ticks: number[];
}

/** Some powers of ten, so that at most seven fit. */
function ticksOf(from: number, to: number): number[] {
  const [low, high] = [Math.ceil(Math.log10(from)), Math.floor(Math.log10(to))];
  const step = Math.ceil((high - low + 1) / 7);
  return Array.from({length: high - low + 1}, (_, i) => low + i)
    .filter(exponent => exponent % step === 0)
    .map(exponent => 10 ** exponent);
}

/** Around all values, from `start` to `end`. */
function axisOf(values: number[], start: number, end: number): Axis {
  const air = 3;
  const [from, to] = [Math.min(...values) / air, Math.max(...values) * air];
  const at = (value: number) =>
    start + ((end - start) * Math.log(value / from)) / Math.log(to / from);
  return {from, to, at, ticks: ticksOf(from, to)};
}

function axesOf(roofline: Roofline, right: number): {x: Axis; y: Axis} {
  const {peaks, levels, points} = roofline;
  const dots = points.flatMap(point =>
    levels.flatMap((_, level) => (point.bytes[level]! > 0 ? [[point, level] as const] : [])),
  );
  const at = dots.map(([point, level]) => intensity(point, level));
  const ridges = peaks.flatMap(peak => levels.map(level => peak.rate / level.bandwidth));
  const roofs = dots.map(([, level], i) => roofAt(roofline, level, at[i]!));
  const rates = [...points, ...peaks].map(({rate}) => rate);
  return {
    x: axisOf([...at, ...ridges], left, right),
    y: axisOf([...rates, ...roofs], bottom, top),
  };
}

interface Frame {
  roofline: Roofline;
  right: number;
  x: Axis;
  y: Axis;
}

function Axes({x, y, right}: Frame) {
  return (
    <>
      {x.ticks.map(tick => (
        <g key={tick}>
          <line x1={x.at(tick)} x2={x.at(tick)} y1={top} y2={bottom} class="grid" />
          <text x={x.at(tick)} y={bottom + 14} class="middle soft">
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {y.ticks.map(tick => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y.at(tick)} y2={y.at(tick)} class="grid" />
          <text x={left - 5} y={y.at(tick) + 4} class="end soft">
            {formatScaled(tick, '')}
          </text>
        </g>
      ))}
      <text x={0} y={10} class="soft">
        FLOP/s
      </text>
      <text x={(left + right) / 2} y={height - 6} class="middle soft">
        FLOPs a byte that the level moves
      </text>
    </>
  );
}

function Roofs({roofline: {peaks, levels}, x, y, right}: Frame) {
  const highest = peaks.at(-1)?.rate ?? y.to;
  const fastest = Math.max(...levels.map(level => level.bandwidth));
  return (
    <>
      {levels.map((level, i) => {
        const {bandwidth} = level;
        const [from, to] = [
          Math.max(x.from, y.from / bandwidth),
          Math.min(x.to, highest / bandwidth),
        ];
        return (
          <g key={level.label} class={`p${i % 6}`}>
            <line
              x1={x.at(from)}
              y1={y.at(from * bandwidth)}
              x2={x.at(to)}
              y2={y.at(to * bandwidth)}
              class="roof"
            >
              <title>{levelText(level)}</title>
            </line>
          </g>
        );
      })}
      {peaks.map(peak => (
        <g key={peak.label}>
          <line
            x1={x.at(Math.max(x.from, peak.rate / fastest))}
            x2={right}
            y1={y.at(peak.rate)}
            y2={y.at(peak.rate)}
            class="roof peak"
          />
          <text x={right} y={y.at(peak.rate) - 5} class="end">
            {peakText(peak)}
          </text>
        </g>
      ))}
    </>
  );
}

function Dots({frame: {roofline, x, y, right}, point}: {frame: Frame; point: RooflinePoint}) {
  const moved = roofline.levels.map((_, i) => i).filter(i => point.bytes[i]! > 0);
  const first = Math.min(right, ...moved.map(i => x.at(intensity(point, i))));
  const [cy, r] = [y.at(point.rate), point === roofline.points[0] ? 6 : 4];
  return (
    <g>
      <line x1={first} x2={right} y1={cy} y2={cy} class="grid" />
      {moved.map(i => (
        <g key={i} class={`p${i % 6}`}>
          <circle cx={x.at(intensity(point, i))} cy={cy} r={r}>
            <title>{pointText(roofline, point, i)}</title>
          </circle>
        </g>
      ))}
    </g>
  );
}

/** In a column of their own, clear of each other. */
function Names({frame: {roofline, y, right}, chosen}: {frame: Frame; chosen: string}) {
  let free = bottom + lineHeight;
  const sorted = [...roofline.points].sort((a, b) => a.rate - b.rate);
  return (
    <>
      {sorted.map(point => {
        free = Math.min(free - lineHeight, y.at(point.rate) + 4);
        return (
          <g key={point.name}>
            <line x1={right} x2={right + 7} y1={y.at(point.rate)} y2={free - 4} class="grid" />
            <text x={right + 9} y={free} class={point.name === chosen ? 'strong' : ''}>
              {shortened(point.name)}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Levels({levels}: Roofline) {
  return (
    <ul class="key" aria-label="Bandwidths">
      {levels.map((level, i) => (
        <li key={level.label} class={level.limits ? 'limits' : ''}>
          <i class={`p${i % 6}`} />
          {levelText(level)}
          {level.limits ? ', limits' : ''}
        </li>
      ))}
    </ul>
  );
}

/** `phase`: the one that is chosen, or the whole run. */
export function RooflineChart({roofline, phase}: {roofline: Roofline; phase: string}) {
  const letters = Math.max(...roofline.points.map(({name}) => shortened(name).length));
  const right = width - 11 - letter * letters;
  const frame = {roofline, right, ...axesOf(roofline, right)};
  return (
    <>
      <Levels {...roofline} />
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={rooflineInWords(roofline)}
      >
        <Axes {...frame} />
        <Roofs {...frame} />
        {roofline.points.map(point => (
          <Dots key={point.name} frame={frame} point={point} />
        ))}
        <Names frame={frame} chosen={phase} />
      </svg>
    </>
  );
}
