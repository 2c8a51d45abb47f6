// Bars by level of the machine.
import {formatPercent, formatTime} from '../dat/units';
import type {Level} from '../result/levels';

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
