// What a forecast adds to the drawing: colours, shares, the mark at the bottleneck.
import {formatPercent} from '../dat/units';
import {changeColour, stepOf, type Palette} from './colours';
import {occupancy, type Stretch} from './loads';

/** Of something drawn, which may stand for several objects. */
interface Mark {
  fill: string;
  ink: string;
  /** "74 %"; empty where there is nothing to say. */
  share: string;
  /** 0 to 1: how strong an edge is drawn. */
  strength: number;
  limits: boolean;
}

/** "×4 12 %" */
export const edgeLabel = ({members}: {members: string[]}, {share}: Mark): string =>
  [members.length > 1 ? `×${members.length}` : '', share].filter(Boolean).join(' ');

export const edgeWidth = ({strength}: Mark): number => 1.5 + 8 * strength;

export type Overlay = (members: string[]) => Mark;

export const noOverlay =
  (palette: Palette): Overlay =>
  () => ({
    fill: palette.occupancy[0]!.fill,
    ink: palette.ink,
    share: '',
    strength: 0,
    limits: false,
  });

export function occupancyOverlay(stretch: Stretch, palette: Palette): Overlay {
  return members => {
    const share = Math.max(0, ...members.map(name => occupancy(stretch, name)));
    const known = members.some(name => stretch.loads.has(name));
    return {
      ...palette.occupancy[stepOf(share)]!,
      strength: Math.min(1, share),
      share: known && share > 0 ? formatPercent(share) : '',
      limits: stretch.bottleneck !== '' && members.includes(stretch.bottleneck),
    };
  };
}

/** Change of time from `a` to `b`, of the longer of the two forecasts. */
export function differenceOverlay(a: Stretch, b: Stretch, palette: Palette): Overlay {
  const whole = Math.max(a.time, b.time);
  const changeOf = (name: string) =>
    whole > 0 ? ((b.loads.get(name)?.time ?? 0) - (a.loads.get(name)?.time ?? 0)) / whole : 0;
  return members => {
    const change = members.map(changeOf).reduce((x, y) => (Math.abs(y) > Math.abs(x) ? y : x), 0);
    const fill = changeColour(palette, change);
    const isStrong = fill === palette.less.at(-1) || fill === palette.more.at(-1);
    return {
      fill,
      ink: isStrong ? palette.page : palette.ink,
      strength: Math.min(1, Math.abs(change)),
      share:
        Math.abs(change) >= 0.005
          ? `${change > 0 ? '+' : '−'}${formatPercent(Math.abs(change))}`
          : '',
      limits: b.bottleneck !== '' && members.includes(b.bottleneck),
    };
  };
}
