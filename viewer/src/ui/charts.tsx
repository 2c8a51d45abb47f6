// The pictures of a forecast: bars by level, and the roofline of each memory level.
import {formatPercent, formatScaled, formatTime} from '../dat/units';
import type {Level, Roofline} from '../result/levels';

/** A bar each: the busiest object, and in a fainter one the mean of the level. */
export function LevelBars({levels, time}: {levels: Level[]; time: number}) {
  const [row, left, width] = [26, 130, 400];
  const scale = (seconds: number) =>
    time > 0 ? Math.min(1, seconds / time) * (width - left - 70) : 0;
  const height = levels.length * row + 8;
  const label = levels.map(l => `${l.label} ${formatPercent(l.busiest.time / time)}`).join(', ');
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Busiest object of each level, as a share of the forecast: ${label}`}
    >
      <line x1={left + scale(time)} x2={left + scale(time)} y1={0} y2={height} class="limit-line" />
      {levels.map((level, i) => {
        const y = 4 + i * row;
        const isLimit = level.busiest.time >= time * 0.9995;
        return (
          <g key={level.label}>
            <text x={left - 8} y={y + 14} class="end">
              {level.label}
            </text>
            <rect
              x={left}
              y={y}
              height={18}
              width={scale(level.busiest.time)}
              class={isLimit ? 'bar limit' : 'bar'}
            >
              <title>{`${level.busiest.name}: ${formatTime(level.busiest.time)}; mean of ${level.objects}: ${formatTime(level.mean)}`}</title>
            </rect>
            <rect x={left} y={y + 13} height={5} width={scale(level.mean)} class="mean" />
            <text x={left + scale(level.busiest.time) + 6} y={y + 14}>
              {formatPercent(level.busiest.time / time)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Powers of ten around both; of numbers beyond all machines, a few. */
const decades = (from: number, to: number): number[] => {
  const result: number[] = [];
  const [low, high] = [from, to].map(v => Math.max(-30, Math.min(30, Math.log10(v))));
  for (let exponent = Math.floor(low!); exponent <= Math.ceil(high!); ++exponent)
    result.push(10 ** exponent);
  return result;
};

/** FLOP/s over FLOPs a byte, both logarithmic; one roof and one point for each level. */
export function RooflineChart({roofline}: {roofline: Roofline}) {
  const {peak, achieved, ceilings} = roofline;
  const [width, height, left, top, right, bottom] = [400, 250, 52, 12, 12, 34];
  const intensities = ceilings.map(c => c.intensity);
  const top_ = Math.max(peak, achieved) * 2;
  const ridge = peak > 0 ? ceilings.map(c => peak / c.bandwidth) : [];
  const xs = decades(
    Math.min(...intensities, ...ridge) / 2,
    Math.max(...intensities, ...ridge) * 2,
  );
  const ys = decades(achieved / 5, top_);
  const scaleX = (v: number) =>
    left +
    ((Math.log10(v) - Math.log10(xs[0]!)) / (Math.log10(xs.at(-1)!) - Math.log10(xs[0]!))) *
      (width - left - right);
  const scaleY = (v: number) =>
    height -
    bottom -
    ((Math.log10(v) - Math.log10(ys[0]!)) / (Math.log10(ys.at(-1)!) - Math.log10(ys[0]!))) *
      (height - top - bottom);
  const clipped = (v: number) => Math.max(top, Math.min(height - bottom, v));
  const words = ceilings
    .map(
      c =>
        `${c.label}: ${formatScaled(c.intensity, 'FLOP/B')} under ${formatScaled(c.bandwidth, 'B/s')}`,
    )
    .join('; ');
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Roofline: ${formatScaled(achieved, 'FLOP/s')} reached of ${formatScaled(peak, 'FLOP/s')}. ${words}`}
    >
      {xs.map(x => (
        <g key={x}>
          <line x1={scaleX(x)} x2={scaleX(x)} y1={top} y2={height - bottom} class="grid" />
          <text x={scaleX(x)} y={height - bottom + 14} class="middle">
            {Number(x.toPrecision(1))}
          </text>
        </g>
      ))}
      {ys.map(y => (
        <g key={y}>
          <line x1={left} x2={width - right} y1={scaleY(y)} y2={scaleY(y)} class="grid" />
          <text x={left - 5} y={scaleY(y) + 4} class="end">
            {formatScaled(y, '')}
          </text>
        </g>
      ))}
      <text x={left + 4} y={top + 10}>
        FLOP/s
      </text>
      <text x={(left + width) / 2} y={height - 4} class="middle">
        FLOPs a byte of the level's traffic
      </text>
      {peak > 0 && (
        <line x1={left} x2={width - right} y1={scaleY(peak)} y2={scaleY(peak)} class="roof peak" />
      )}
      {peak > 0 && (
        <text
          x={width - right}
          y={scaleY(peak) - 4}
          class="end"
        >{`cores: ${formatScaled(peak, 'FLOP/s')}`}</text>
      )}
      {ceilings.map((c, i) => {
        const end = peak > 0 ? Math.min(peak / c.bandwidth, xs.at(-1)!) : xs.at(-1)!;
        return (
          <g key={c.label} class={`p${i % 6}`}>
            <line
              x1={scaleX(xs[0]!)}
              y1={clipped(scaleY(xs[0]! * c.bandwidth))}
              x2={scaleX(end)}
              y2={clipped(scaleY(end * c.bandwidth))}
              class="roof"
            />
            <circle cx={scaleX(c.intensity)} cy={scaleY(achieved)} r={5}>
              <title>{`${c.label}: ${formatScaled(achieved, 'FLOP/s')} of ${formatScaled(Math.min(peak || Infinity, c.intensity * c.bandwidth), 'FLOP/s')}`}</title>
            </circle>
            <text x={scaleX(c.intensity)} y={scaleY(achieved) + 18 + 11 * (i % 3)} class="middle">
              {c.label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
