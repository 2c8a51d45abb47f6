// The colours must tell apart what they stand for: without colour vision too, in the light and in
// the dark.
import {describe, expect, test} from 'vitest';
import {changeColour, dark, light, occupancySteps, stepOf} from './colours';

type Rgb = [number, number, number];

const linear = (hex: string): Rgb =>
  [1, 3, 5]
    .map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as Rgb;

const luminance = (hex: string): number => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG 2. */
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (x + 0.05) / (y + 0.05);
};

// Machado, Oliveira, Fernandes (2009), severity 1.
const deficiencies: Record<string, Rgb[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

const seen = (hex: string, matrix: Rgb[]): Rgb => {
  const rgb = linear(hex);
  return matrix.map(row => row.reduce((sum, factor, i) => sum + factor * rgb[i]!, 0)) as Rgb;
};

/** CIE 1976. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: Rgb, b: Rgb): number => Math.hypot(...lab(a).map((v, i) => v - lab(b)[i]!));

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (name, palette) => {
  test('occupancy is a scale of luminance, so that it reads in grey', () => {
    const values = palette.occupancy.map(step => luminance(step.fill));
    const sorted = [...values].sort((a, b) => (name === 'light' ? b - a : a - b));
    expect(values.slice(1)).toEqual(sorted.slice(1));
  });

  test('labels are readable on every step', () => {
    for (const {fill, ink} of palette.occupancy)
      expect(contrast(fill, ink)).toBeGreaterThanOrEqual(4.5);
  });

  test('the mark of the limit stands out from the page and from what it surrounds', () => {
    expect(contrast(palette.accent, palette.page)).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(deficiencies))('less and more are told apart with %s', (_, matrix) => {
    for (const [i, less] of palette.less.entries()) {
      expect(distance(seen(less, matrix), seen(palette.more[i]!, matrix))).toBeGreaterThan(15);
    }
  });
});

test('steps', () => {
  expect([0, 0.0004, 0.05, 0.3, 1].map(stepOf)).toEqual([0, 0, 1, 3, 6]);
  expect(light.occupancy).toHaveLength(occupancySteps.length + 1);
  expect(changeColour(light, 0.001)).toBe(light.same);
  expect(changeColour(light, -0.5)).toBe(light.less[2]);
  expect(changeColour(light, 0.2)).toBe(light.more[1]);
});
