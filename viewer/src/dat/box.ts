// Boxes around what is drawn.
import type {Position} from './dat';

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Around things of a size with their middles at places; of nothing, a box of 1 by 1. */
export function boxAround(things: Iterable<{at: Position; size: Position}>, margin = 0): Box {
  const box = {left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity};
  for (const {
    at: [x, y],
    size: [width, height],
  } of things) {
    box.left = Math.min(box.left, x - width / 2 - margin);
    box.right = Math.max(box.right, x + width / 2 + margin);
    box.top = Math.min(box.top, y - height / 2 - margin);
    box.bottom = Math.max(box.bottom, y + height / 2 + margin);
  }
  return box.left <= box.right ? box : {left: 0, right: 1, top: 0, bottom: 1};
}

export const widthOf = (box: Box): number => box.right - box.left;
export const heightOf = (box: Box): number => box.bottom - box.top;
export const middleOf = (box: Box): Position => [
  (box.left + box.right) / 2,
  (box.top + box.bottom) / 2,
];
