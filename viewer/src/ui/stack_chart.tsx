// Amounts of time that add up, as lying bars with a key.
import {formatTime} from '../dat/units';
import {described, heightOf, type Bar, type Stack} from '../result/stacks';

const [width, room, pitch, thickness] = [400, 62, 24, 16];
const [mostLetters, letter] = [15, 6.6];

const shortened = (name: string): string =>
  name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name;

interface Frame {
  left: number;
  /** A second's width. */
  scale: number;
}

function StackBar({stack, bar, y, frame}: {stack: Stack; bar: Bar; y: number; frame: Frame}) {
  const {left, scale} = frame;
  let end = left;
  const pieces = bar.values.map(value => {
    const from = end;
    end += scale * Math.max(0, value);
    return [from, end - from] as const;
  });
  return (
    <g>
      <title>{described(stack, bar)}</title>
      <text x={left - 8} y={y + 12.5} class="end">
        {shortened(bar.name)}
      </text>
      {pieces.map(([x, length], i) =>
        length > 0 ? (
          <rect
            key={i}
            x={x}
            y={y}
            width={length}
            height={thickness}
            class={stack.parts[i]!.style}
          />
        ) : null,
      )}
      <text x={end + 6} y={y + 12.5} class="soft">
        {formatTime(heightOf(bar))}
      </text>
    </g>
  );
}

function Key({stack}: {stack: Stack}) {
  return (
    <ul class="key" aria-label="Colours">
      {stack.parts.map(({name, style}) => (
        <li key={name}>
          <i class={style} />
          {name}
        </li>
      ))}
    </ul>
  );
}

export function StackChart({stack}: {stack: Stack}) {
  const {title, bars} = stack;
  const letters = Math.min(mostLetters, Math.max(...bars.map(bar => bar.name.length)));
  const left = 10 + letter * letters;
  const scale = (width - left - room) / (Math.max(...bars.map(heightOf)) || 1);
  const height = pitch * bars.length + 4;
  return (
    <>
      <Key stack={stack} />
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <svg
          class="chart"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${title}. ${bars.map(bar => `${described(stack, bar)}.`).join(' ')}`}
        >
          {bars.map((bar, i) => (
            <StackBar key={i} stack={stack} bar={bar} y={4 + i * pitch} frame={{left, scale}} />
          ))}
        </svg>
      </div>
    </>
  );
}
