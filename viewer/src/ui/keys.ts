// Every key, once: what it does and what the help says of it.
import type {Actions} from './actions';

interface Key {
  keys: string[];
  label: string;
  run(actions: Actions): void;
}

export interface KeyGroup {
  title: string;
  keys: Key[];
}

const nudge = 10;

export const keyGroups = (
  focus: (part: 'outline' | 'canvas' | 'text' | 'find') => void,
  background: () => string,
): KeyGroup[] => [
  {
    title: 'Draw',
    keys: [
      {
        keys: ['a'],
        label: 'add an object, joined with the selection',
        run: a => a.askAdd(),
      },
      {
        keys: ['c'],
        label:
          'join the selected objects with the last one; without two, the tool for dragging edges',
        run: a => a.connectSelection(),
      },
      {keys: ['r'], label: 'replicate the selection ×N', run: a => a.askReplicate()},
      {keys: ['Delete', 'Backspace'], label: 'delete the selection', run: a => a.removeSelection()},
      {keys: ['Mod+c'], label: 'copy', run: a => a.copy()},
      {keys: ['Mod+x'], label: 'cut', run: a => a.cut()},
      {keys: ['Mod+v'], label: 'paste in the middle of what is seen', run: a => a.paste()},
      {keys: ['Mod+z'], label: 'undo', run: a => a.store.undo()},
      {keys: ['Mod+y', 'Mod+Shift+z'], label: 'redo', run: a => a.store.redo()},
    ],
  },
  {
    title: 'Arrange',
    keys: [
      {
        keys: ['ArrowLeft'],
        label: 'move the selection left; without one, the view',
        run: a => a.nudge(-nudge, 0),
      },
      {keys: ['ArrowRight'], label: 'right', run: a => a.nudge(nudge, 0)},
      {keys: ['ArrowUp'], label: 'up', run: a => a.nudge(0, -nudge)},
      {keys: ['ArrowDown'], label: 'down', run: a => a.nudge(0, nudge)},
      {keys: ['h'], label: 'align the selection in a row', run: a => a.align('row')},
      {keys: ['v'], label: 'align the selection in a column', run: a => a.align('column')},
      {keys: ['l'], label: 'back to the layout: the selection, or everything', run: a => a.tidy()},
      {keys: ['g'], label: 'make the selection a NUMA node', run: a => a.group()},
      {
        keys: ['z'],
        label: 'collapse or open the NUMA nodes of the selection',
        run: a => a.toggleSelectedGroups(),
      },
      {keys: ['x'], label: 'collapse or open all NUMA nodes', run: a => a.collapseAll()},
    ],
  },
  {
    title: 'Look',
    keys: [
      {keys: ['f'], label: 'show all of it', run: a => a.sight?.fit()},
      {keys: ['+', '='], label: 'larger', run: a => a.sight?.zoomBy(1.25)},
      {keys: ['-'], label: 'smaller', run: a => a.sight?.zoomBy(0.8)},
      {keys: ['Mod+a'], label: 'select every object', run: a => a.selectAll()},
      {keys: ['s'], label: 'select all of the same class', run: a => a.selectAlike()},
      {keys: ['n'], label: 'select all of its NUMA node', run: a => a.selectGroups()},
      {keys: ['/'], label: 'find an object by name', run: () => focus('find')},
      {keys: ['['], label: 'the phase before', run: a => stepPhase(a, -1)},
      {keys: [']'], label: 'the next phase', run: a => stepPhase(a, 1)},
    ],
  },
  {
    title: 'Go and keep',
    keys: [
      {keys: ['o', 'Mod+o'], label: 'open a DAT, a network or a result', run: a => void a.open()},
      {keys: ['Mod+s'], label: 'save the DAT', run: a => a.save()},
      {keys: ['p'], label: 'save the drawing as PNG', run: a => a.savePng(background())},
      {keys: ['d'], label: 'save the drawing as SVG', run: a => a.saveSvg()},
      {keys: ['1'], label: 'to the outline', run: () => focus('outline')},
      {keys: ['2'], label: 'to the drawing', run: () => focus('canvas')},
      {keys: ['3'], label: 'to the text', run: a => (a.store.set({tab: 'text'}), focus('text'))},
      {keys: ['4'], label: 'to the results', run: a => a.store.set({tab: 'results'})},
      {keys: ['?'], label: 'these keys', run: a => a.store.set({dialog: 'help'})},
      {keys: ['Escape'], label: 'end a tool, close a dialogue, select nothing', run: escape},
    ],
  },
];

function escape(actions: Actions): void {
  if (actions.store.session.connecting) actions.setConnecting(false);
  else actions.store.set({selection: new Set(), message: undefined});
}

function stepPhase({store}: Actions, by: number): void {
  const count = store.shownForecast?.phases.length ?? 0;
  if (count > 0) store.set({phase: Math.max(-1, Math.min(count - 1, store.session.phase + by))});
}

/** "Mod+Shift+z" of what was pressed. */
export function chordOf(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (mod || event.key.length > 1);
  return `${mod ? 'Mod+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

/** Whether keys belong to what has the focus: fields, the text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName));
