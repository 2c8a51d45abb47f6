// The page: toolbar, what can be added and the outline on the left, the drawing in the middle, text
// and results on the right.
import {useEffect, useLayoutEffect, useMemo, useState} from 'preact/hooks';
import {countsOf} from '../dat/dat';
import {dark, light} from '../result/colours';
import {checked, errorsOf} from '../store/document';
import type {Store} from '../store/store';
import {Actions} from './actions';
import {Dialogs} from './dialogs';
import {Drawing, Tooltip, type Pointed} from './drawing';
import {chordOf, isTyping, keyGroups} from './keys';
import {NetworkFacts, NetworkPicture} from './network';
import {Outline} from './outline';
import {Palette} from './palette';
import {Properties} from './properties';
import {useRedraw} from './redraw';
import {shownStretch} from './shown';
import {Side} from './side';
import {Toolbar} from './toolbar';

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)');

function useDark(): boolean {
  const [isDark, setDark] = useState(darkQuery().matches);
  useEffect(() => {
    const query = darkQuery();
    const change = () => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return isDark;
}

function focusOn(part: 'outline' | 'canvas' | 'text' | 'find'): void {
  const selectors = {
    outline: '#outline [tabindex="0"]',
    canvas: '#canvas',
    text: '.cm-content',
    find: '#find',
  };
  const focus = () => document.querySelector<HTMLElement>(selectors[part])?.focus();
  focus();
  requestAnimationFrame(focus); // of a tab that is about to be shown
}

export function App({store}: {store: Store}) {
  const redraw = useRedraw();
  useLayoutEffect(() => store.subscribe(redraw), [store]);
  const isDark = useDark();
  const colours = isDark ? dark : light;
  const actions = useMemo(() => new Actions(store), [store]);
  const groups = useMemo(
    () => keyGroups(focusOn, () => (darkQuery().matches ? dark : light).page),
    [],
  );
  const [pointed, setPointed] = useState<Pointed>();
  const {network} = store.document;
  useKeys(store, actions, groups);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => store.hasUnsaved && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [store]);

  return (
    <div
      class={`app${store.session.tab === 'results' ? ' wide-side' : ''}`}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault();
        void actions.openFiles(event.dataTransfer?.files ?? []);
      }}
    >
      <Toolbar store={store} actions={actions} colours={colours} />
      <aside class="left" aria-label={network ? 'Network' : 'Machine'}>
        {network ? (
          <NetworkFacts store={store} />
        ) : (
          <>
            <Palette store={store} actions={actions} />
            <Outline store={store} stretch={shownStretch(store)} />
            <Properties store={store} actions={actions} />
          </>
        )}
      </aside>
      {network ? (
        <NetworkPicture key={store.document.fileName} store={store} actions={actions} />
      ) : (
        <Drawing store={store} actions={actions} colours={colours} setPointed={setPointed} />
      )}
      <Side store={store} isDark={isDark} />
      <Status store={store} />
      {pointed && <Tooltip store={store} pointed={pointed} />}
      <Dialogs store={store} actions={actions} groups={groups} />
    </div>
  );
}

function useKeys(store: Store, actions: Actions, groups: ReturnType<typeof keyGroups>): void {
  useEffect(() => {
    const byChord = new Map(
      groups
        .flatMap(group => group.keys)
        .flatMap(key => key.keys.map(chord => [chord, key] as const)),
    );
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || store.session.dialog) return;
      const chord = chordOf(event);
      const saves = chord === 'Mod+s' || chord === 'Mod+o';
      if (isTyping(event.target) && !saves) return;
      if (chord === 'Mod+c' && !(getSelection()?.isCollapsed ?? true)) return;
      const key = byChord.get(chord);
      if (!key) return;
      event.preventDefault();
      key.run(actions);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [store, actions, groups]);
}

function Status({store}: {store: Store}) {
  const {document, session} = store;
  const errors = errorsOf(document).length;
  const warnings = checked(document).faults.length - errors;
  const words = document.broken
    ? 'the text has an error'
    : errors > 0
      ? `${errors} fault${errors > 1 ? 's' : ''}`
      : warnings > 0
        ? `${warnings} warning${warnings > 1 ? 's' : ''}`
        : 'no faults';
  return (
    <footer class="status">
      <button
        type="button"
        class={errors > 0 ? 'link fault' : 'link'}
        id="faults"
        onClick={() => store.set({tab: 'text'})}
      >
        {words}
      </button>
      <span>{document.network ? 'a network, read-only' : countsOf(document.dat)}</span>
      {session.selection.size > 0 && <span>{session.selection.size} selected</span>}
      <span
        class={session.message?.isError ? 'message fault' : 'message'}
        role="status"
        id="message"
      >
        {session.message?.text ?? ''}
      </span>
    </footer>
  );
}
