// Occupancy in steps of one hue, from faint to strong, so that it reads in grey and without colour
// vision; the limit alone is orange. The steps and colours are those of the HTML report
// (report/markup.cc). A comparison goes from blue (less time) over grey to orange (more).

export const occupancySteps = [0.0005, 0.1, 0.25, 0.5, 0.75, 0.95];

export interface Palette {
  page: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  /** Edges without traffic. */
  wire: string;
  select: string;
  occupancy: {fill: string; ink: string}[];
  less: string[];
  more: string[];
  same: string;
}

export const light: Palette = {
  page: '#ffffff',
  ink: '#16181d',
  soft: '#565b66',
  line: '#8d929c',
  accent: '#b53a08',
  wire: '#9aa0ab',
  select: '#6d28d9',
  occupancy: [
    {fill: '#e9e7e1', ink: '#4a4f59'},
    {fill: '#d3e4f8', ink: '#16181d'},
    {fill: '#a5c8f0', ink: '#16181d'},
    {fill: '#659fe0', ink: '#0b1220'},
    {fill: '#2a6fc4', ink: '#ffffff'},
    {fill: '#184b93', ink: '#ffffff'},
    {fill: '#0b2c63', ink: '#ffffff'},
  ],
  less: ['#d3e4f8', '#7fb0e6', '#1f5fb0'],
  more: ['#fde3cf', '#f2a66b', '#c2410c'],
  same: '#e9e7e1',
};

export const dark: Palette = {
  page: '#1c1f25',
  ink: '#f0f1f3',
  soft: '#a9afba',
  line: '#6a7180',
  accent: '#ff9d5c',
  wire: '#9aa0ab',
  select: '#c4a5fa',
  occupancy: [
    {fill: '#2e323a', ink: '#b6bcc6'},
    {fill: '#1d3354', ink: '#e8edf5'},
    {fill: '#22497f', ink: '#f0f4fa'},
    {fill: '#2f6bb8', ink: '#ffffff'},
    {fill: '#5b9ae6', ink: '#0b1220'},
    {fill: '#9cc5f5', ink: '#0b1220'},
    {fill: '#e0eefe', ink: '#0b1220'},
  ],
  less: ['#1d3354', '#2f6bb8', '#9cc5f5'],
  more: ['#4a2c17', '#b3632b', '#ff9d5c'],
  same: '#2e323a',
};

/** Index into `occupancy`. */
export const stepOf = (share: number): number =>
  occupancySteps.filter(limit => share >= limit).length;

/** Of a change of time as a share of the longer forecast: -1 to 1. */
export function changeColour(palette: Palette, change: number): string {
  const size = Math.abs(change);
  if (size < 0.005) return palette.same;
  const scale = change < 0 ? palette.less : palette.more;
  return scale[size < 0.1 ? 0 : size < 0.4 ? 1 : 2]!;
}
