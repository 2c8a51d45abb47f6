// For components whose state is not preact's own.
import {useReducer} from 'preact/hooks';

/** A function that has the component drawn again. */
export function useRedraw(): () => void {
  const [, redraw] = useReducer((times: number, _: void) => times + 1, 0);
  return redraw;
}
