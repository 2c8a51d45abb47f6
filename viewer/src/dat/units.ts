// Quantities as hpcast reads and writes them (src/hpcast/base/units.h): SI base units, or strings
// such as "51.2 GB/s".

/** What the schema's definitions of quantities are called. */
export type Dimension = 'bytes' | 'bandwidth' | 'used_bandwidth' | 'time' | 'flops' | 'ips';

const prefixes = new Map<string, number>([
  ['', 1],
  ['k', 1e3],
  ['K', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['P', 1e15],
  ['E', 1e18],
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
  ['Ti', 2 ** 40],
  ['Pi', 2 ** 50],
  ['Ei', 2 ** 60],
  ['m', 1e-3],
  ['u', 1e-6],
  ['\u00b5', 1e-6],
  ['\u03bc', 1e-6],
  ['n', 1e-9],
  ['p', 1e-12],
]);

interface Unit {
  name: string;
  factor: number;
  prefixed: boolean;
}

const unit = (name: string, factor = 1, prefixed = true): Unit => ({name, factor, prefixed});

const units: Record<Dimension, Unit[]> = {
  bytes: [unit('B')],
  bandwidth: [unit('B/s'), unit('bit/s', 0.125)],
  used_bandwidth: [unit('B/s'), unit('bit/s', 0.125)],
  time: [unit('s'), unit('min', 60, false), unit('h', 3600, false)],
  flops: [unit('FLOP/s'), unit('Flop/s'), unit('flop/s'), unit('FLOPS')],
  ips: [unit('inst/s'), unit('IPS')],
};

function factorOf(suffix: string, dimension: Dimension): number | undefined {
  if (suffix === '') return 1;
  for (const {name, factor, prefixed} of units[dimension]) {
    if (!suffix.endsWith(name)) continue;
    const prefix = suffix.slice(0, suffix.length - name.length);
    if (!prefixed && prefix !== '') continue;
    const scale = prefixes.get(prefix);
    if (scale !== undefined) return scale * factor;
  }
  return undefined;
}

/** In SI base units; undefined where `value` is no quantity of the dimension. */
export function parseQuantity(value: unknown, dimension: Dimension): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const parts = /^ *(-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?) *(.*?) *$/.exec(value);
  if (!parts) return undefined;
  const factor = factorOf(parts[2]!, dimension);
  if (factor === undefined) return undefined;
  // Dividing rounds once where multiplying by an inexact 1e-9 rounds twice.
  const number = Number(parts[1]);
  const result = factor < 1 ? number / Math.round(1 / factor) : number * factor;
  return Number.isFinite(result) ? result : undefined;
}

// Three significant digits, no trailing zeros.
function threeDigits(value: number): string {
  const size = Math.abs(value);
  const text = value.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const scales = ['p', 'n', '\u00b5', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'];

/** "51.2 GB/s" of 51.2e9 and "B/s". */
export function formatScaled(value: number, unitName: string): string {
  if (value === 0 || !Number.isFinite(value)) return `${value} ${unitName}`.trim();
  let scale = 4;
  let scaled = value;
  while (Math.abs(scaled) >= 999.5 && scale + 1 < scales.length) {
    scaled /= 1000;
    ++scale;
  }
  while (Math.abs(scaled) < 0.9995 && scale > 0) {
    scaled *= 1000;
    --scale;
  }
  return `${threeDigits(scaled)} ${scales[scale]}${unitName}`.trim();
}

export const formatTime = (seconds: number): string =>
  Math.abs(seconds) >= 999.5 ? `${seconds.toFixed(0)} s` : formatScaled(seconds, 's');

export const formatCount = (count: number): string =>
  Math.abs(count) < 0.9995 ? String(Number(count.toPrecision(3))) : formatScaled(count, '');

export function formatPercent(ratio: number): string {
  const percent = ratio * 100;
  const size = Math.abs(percent);
  return `${percent.toFixed(size === 0 || size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2)} %`;
}

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

export function formatBytes(bytes: number): string {
  let scale = 0;
  while (Math.abs(bytes) >= 1023.95 && scale + 1 < binary.length) {
    bytes /= 1024;
    ++scale;
  }
  const whole = Number.isInteger(bytes) && (scale === 0 || Math.abs(bytes) >= 10);
  return `${bytes.toFixed(whole ? 0 : 1)} ${binary[scale]}`;
}

const baseUnits: Record<Dimension, string> = {
  bytes: 'B',
  bandwidth: 'B/s',
  used_bandwidth: 'B/s',
  time: 's',
  flops: 'FLOP/s',
  ips: 'inst/s',
};

/** A quantity as people read it. */
export const formatQuantity = (value: number, dimension: Dimension): string =>
  dimension === 'bytes' ? formatBytes(value) : formatScaled(value, baseUnits[dimension]);
