// The page: toolbar, what can be added and the outline on the left, the drawing in the middle, text
// and results on the right.
import {useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState} from 'preact/hooks';
import {byName, countsOf, kinds, objectsOf, type VertexKind} from '../dat/dat';
import {pointerOf} from '../dat/fault';
import {describe, numaNodesOf, viewOf} from '../dat/view';
import {formatBytes, formatCount, formatPercent, formatTime} from '../dat/units';
import {dark, light, type Palette as Colours} from '../result/colours';
import {occupancy} from '../result/loads';
import {checked} from '../store/document';
import type {Store, Tab} from '../store/store';
import {Actions} from './actions';
import {Canvas} from './canvas';
import {Dialogs} from './dialogs';
import {Editor, objectAt} from './editor';
import {chordOf, isTyping, keyGroups} from './keys';
import {Outline} from './outline';
import {dragType, Palette} from './palette';
import {Properties} from './properties';
import {Results} from './results';
import {overlayOf, shownStretch} from './shown';

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
  const selectors = {outline: '#outline [tabindex="0"]', canvas: '#canvas', text: '.cm-content', find: '#find'};
  const focus = () => document.querySelector<HTMLElement>(selectors[part])?.focus();
  focus();
  requestAnimationFrame(focus);  // of a tab that is about to be shown
}

interface Pointed {
  members: string[];
  at: {x: number; y: number};
}

export function App({store}: {store: Store}) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => store.subscribe(() => redraw(undefined as never)), [store]);
  const isDark = useDark();
  const colours = isDark ? dark : light;
  const actions = useMemo(() => new Actions(store), [store]);
  const groups = useMemo(() => keyGroups(focusOn, () => (darkQuery().matches ? dark : light).page), []);
  const [pointed, setPointed] = useState<Pointed>();
  useKeys(store, actions, groups);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => store.isChanged && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [store]);

  return (
    <div class={`app${store.session.tab === 'results' ? ' wide-side' : ''}`}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault();
        void actions.openFiles(event.dataTransfer?.files ?? []);
      }}>
      <Toolbar store={store} actions={actions} colours={colours} />
      <aside class="left" aria-label="Machine">
        <Palette store={store} actions={actions} />
        <Outline store={store} stretch={shownStretch(store)} />
        <Properties store={store} actions={actions} />
      </aside>
      <Drawing store={store} actions={actions} colours={colours} setPointed={setPointed} />
      <Side store={store} isDark={isDark} />
      <Status store={store} />
      {pointed && <Tooltip store={store} pointed={pointed} />}
      <Dialogs store={store} actions={actions} groups={groups} />
    </div>
  );
}

function useKeys(store: Store, actions: Actions, groups: ReturnType<typeof keyGroups>): void {
  useEffect(() => {
    const byChord = new Map(groups.flatMap(group => group.keys).flatMap(key => key.keys.map(chord => [chord, key] as const)));
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

function Toolbar({store, actions, colours}: {store: Store; actions: Actions; colours: Colours}) {
  const {log, session} = store;
  const dats = session.files;
  return (
    <header class="toolbar">
      <h1>DAT Viewer</h1>
      <span class="file">{store.document.fileName}{store.isChanged ? ' •' : ''}{store.isChanged && <span class="sr">not saved</span>}</span>
      {dats.length > 1 && (
        <select aria-label="Open machines" onChange={event => {
          const file = dats[Number(event.currentTarget.value)]!;
          store.open(file.name, file.text);
        }}>
          {dats.map((file, i) => <option key={i} value={String(i)} selected={file.name === store.document.fileName}>{file.name}</option>)}
        </select>
      )}
      <div class="tools" role="toolbar" aria-label="Commands">
        <button type="button" onClick={() => store.newMachine()}>New</button>
        <button type="button" onClick={() => void actions.open()} title="o">Open…</button>
        <button type="button" onClick={() => actions.save()} title="Ctrl+S">Save DAT</button>
        <button type="button" onClick={() => actions.saveSvg()} title="d">SVG</button>
        <button type="button" onClick={() => actions.savePng(colours.page)} title="p">PNG</button>
        <span class="gap" />
        <button type="button" onClick={() => store.undo()} disabled={log.undoLabel === undefined} title={`Ctrl+Z ${log.undoLabel ?? ''}`}>Undo</button>
        <button type="button" onClick={() => store.redo()} disabled={log.redoLabel === undefined} title={`Ctrl+Y ${log.redoLabel ?? ''}`}>Redo</button>
        <span class="gap" />
        <button type="button" aria-pressed={session.connecting} onClick={() => actions.connectSelection()} title="c">Connect</button>
        <button type="button" onClick={() => actions.askReplicate()} title="r">Replicate ×N…</button>
        <button type="button" onClick={() => actions.align('row')} title="h: side by side">Row</button>
        <button type="button" onClick={() => actions.align('column')} title="v: above each other">Column</button>
        <button type="button" onClick={() => actions.tidy()} title="l: back to the layout">Tidy</button>
        {numaNodesOf(store.dat).length > 1 && <button type="button" onClick={() => actions.collapseAll()} title="x" aria-pressed={session.collapsed.size > 0}>Collapse NUMA</button>}
        <span class="gap" />
        <button type="button" onClick={() => actions.canvas?.fit()} title="f">Fit</button>
        <button type="button" onClick={() => actions.canvas?.zoomBy(1.25)} aria-label="Larger" title="+">+</button>
        <button type="button" onClick={() => actions.canvas?.zoomBy(0.8)} aria-label="Smaller" title="-">−</button>
        <button type="button" onClick={() => store.set({dialog: 'help'})} aria-label="Keys" title="?">?</button>
      </div>
    </header>
  );
}

interface DrawingProps {
  store: Store;
  actions: Actions;
  colours: Colours;
  setPointed(pointed: Pointed | undefined): void;
}

function Drawing({store, actions, colours, setPointed}: DrawingProps) {
  const container = useRef<HTMLDivElement>(null);
  const canvas = useRef<Canvas>();
  const {session, dat} = store;
  useEffect(() => {
    const made = new Canvas(container.current!, {
      selected: names => store.select(names),
      moved: to => actions.move(to),
      connected: (source, target) => actions.connect(source, target),
      toggledGroup: node => actions.toggleGroup(node),
      pointedAt: (members, at) => setPointed(at && members.length > 0 ? {members, at} : undefined),
    }, colours);
    canvas.current = made;
    actions.canvas = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(container.current!);
    return () => observer.disconnect();
  }, []);
  const stretch = shownStretch(store);
  useEffect(() => canvas.current!.setPalette(colours), [colours]);
  useEffect(() => {
    canvas.current!.update(viewOf(dat, session.collapsed), overlayOf(store, colours), session.selection);
  }, [dat, session.collapsed, stretch, store.baselineForecast, colours]);
  useEffect(() => canvas.current!.setSelection(session.selection), [session.selection]);
  const [name] = session.selection;
  useEffect(() => {
    if (name !== undefined && session.selection.size === 1) canvas.current!.reveal(name);
  }, [name]);
  return (
    <main class="drawing">
      <div id="canvas" ref={container} tabIndex={0} role="application" aria-label={`Drawing of the machine: ${countsOf(dat) || 'nothing yet'}. The outline holds the same as a tree.`}
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          const text = event.dataTransfer?.getData(dragType);
          if (!text) return;
          event.preventDefault();
          event.stopPropagation();
          const {kind, class: className} = JSON.parse(text) as {kind: VertexKind; class: string | null};
          actions.add(kind, className ?? undefined, canvas.current!.at(event.clientX, event.clientY));
        }} />
      {byName(dat).size === 0 && <p class="welcome">Add cores, caches, memories and routers on the left, or open a DAT (o). ? shows the keys.</p>}
      {stretch && <Legend store={store} colours={colours} />}
    </main>
  );
}

function Legend({store, colours}: {store: Store; colours: Colours}) {
  const isDifference = store.baselineForecast && store.baselineForecast !== store.shownForecast;
  const swatches = isDifference
    ? [...[...colours.less].reverse(), colours.same, ...colours.more].map(fill => ({fill}))
    : colours.occupancy;
  return (
    <p class="legend">
      <span>{isDifference ? 'less time' : 'idle'}</span>
      {swatches.map(({fill}, i) => <i key={i} style={{background: fill}} />)}
      <span>{isDifference ? 'more time' : 'busy all the time'}</span>
      <i class="limit" style={{borderColor: colours.accent}} /><span>limits</span>
    </p>
  );
}

function Tooltip({store, pointed}: {store: Store; pointed: Pointed}) {
  const stretch = shownStretch(store);
  const {members, at} = pointed;
  const busiest = members.reduce((best, name) => ((stretch?.loads.get(name)?.time ?? 0) > (stretch?.loads.get(best)?.time ?? 0) ? name : best), members[0]!);
  const load = stretch?.loads.get(busiest);
  return (
    <div class="tooltip" style={{left: `${Math.min(at.x + 14, innerWidth - 260)}px`, top: `${Math.min(at.y + 14, innerHeight - 170)}px`}}>
      {members.length > 1 && <p>{members.length} objects; the busiest:</p>}
      <p><b>{describe(store.dat, busiest)}</b></p>
      {load && stretch && (
        <dl>
          <dt>time</dt><dd>{formatTime(load.time)}, {formatPercent(occupancy(stretch, busiest))} of the forecast</dd>
          <dt>reads</dt><dd>{formatCount(load.reads)}, {formatBytes(load.bytesRead)}</dd>
          <dt>writes</dt><dd>{formatCount(load.writes)}, {formatBytes(load.bytesWritten)}</dd>
          {load.hitRate !== undefined && <><dt>hits</dt><dd>{formatPercent(load.hitRate)}</dd></>}
        </dl>
      )}
    </div>
  );
}

const tabs: [Tab, string][] = [['text', 'Text'], ['results', 'Results'], ['history', 'History']];

function Side({store, isDark}: {store: Store; isDark: boolean}) {
  const {tab} = store.session;
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(([t]) => t === tab) + step + tabs.length) % tabs.length]![0];
    store.set({tab: next});
    requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
  };
  return (
    <aside class="side" aria-label="Text and results">
      <div role="tablist" aria-label="Text and results" onKeyDown={onKey}>
        {tabs.map(([id, words]) => (
          <button key={id} type="button" role="tab" id={`tab-${id}`} aria-selected={tab === id} aria-controls={`panel-${id}`} tabIndex={tab === id ? 0 : -1} onClick={() => store.set({tab: id})}>{words}</button>
        ))}
      </div>
      <div role="tabpanel" id="panel-text" aria-labelledby="tab-text" hidden={tab !== 'text'}><Text store={store} isDark={isDark} /></div>
      <div role="tabpanel" id="panel-results" aria-labelledby="tab-results" hidden={tab !== 'results'}>{tab === 'results' && <Results store={store} />}</div>
      <div role="tabpanel" id="panel-history" aria-labelledby="tab-history" hidden={tab !== 'history'}>{tab === 'history' && <History store={store} />}</div>
    </aside>
  );
}

function Text({store, isDark}: {store: Store; isDark: boolean}) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  const {document, session} = store;
  const result = checked(document);
  useEffect(() => {
    editor.current = new Editor(parent.current!, {
      typed: text => store.typeText(text),
      movedTo: offset => {
        const at = objectAt(checked(store.document).places.pathAt(offset));
        const kind = at && kinds.find(k => at.key === `${k}_obj`);
        const object = kind && objectsOf(store.dat, kind)[at.index];
        if (object && !store.document.broken) store.select([object.name]);
      },
      undo: () => store.undo(),
      redo: () => store.redo(),
    }, isDark);
  }, []);
  useEffect(() => editor.current!.setDark(isDark), [isDark]);
  useEffect(() => {
    editor.current!.setText(document.text);
    editor.current!.setFaults(result);
  }, [document]);
  useEffect(() => editor.current!.setReadOnly(document.readOnly !== ''), [document.readOnly]);
  // What is selected in the graph is shown in the text.
  const [name] = session.selection;
  useEffect(() => {
    const found = name !== undefined && !document.broken ? byName(store.dat).get(name) : undefined;
    if (found && !editor.current!.hasFocus) editor.current!.reveal(result.places.rangeOf([`${found.kind}_obj`, found.index]));
  }, [name]);
  const line = (offset: number) => document.text.slice(0, offset).split('\n').length;
  const show = (index: number) => {
    const fault = result.faults[index]!;
    const range = fault.range ?? result.places.rangeOf(fault.path);
    editor.current!.reveal(range);
    const at = objectAt(fault.path);
    const kind = at && kinds.find(k => at.key === `${k}_obj`);
    const object = kind && !document.broken && objectsOf(store.dat, kind)[at.index];
    if (object) store.select([object.name]);
  };
  return (
    <div class="text">
      <div class="editor" ref={parent} />
      {document.broken && <p class="caveat" role="status">The drawing shows the last text without an error. <button type="button" onClick={() => store.undo()}>Undo (Ctrl+Z)</button></p>}
      {result.faults.length > 0 && (
        <ul class="faults" aria-label="What is wrong">
          {result.faults.slice(0, 50).map((fault, i) => (
            <li key={i} class={fault.warning ? 'warning' : 'error'}>
              <button type="button" class="link" onClick={() => show(i)}>
                line {line((fault.range ?? result.places.rangeOf(fault.path))[0])}: {pointerOf(fault.path)} {fault.message}{fault.hint ? `; ${fault.hint}` : ''} <span class="detail">[{fault.rule}]</span>
              </button>
            </li>
          ))}
          {result.faults.length > 50 && <li>… and {result.faults.length - 50} more</li>}
        </ul>
      )}
    </div>
  );
}

function History({store}: {store: Store}) {
  const {labels, position} = store.log;
  return (
    <ol class="history" aria-label="Commands">
      {labels.map((label, i) => (
        <li key={i} class={i > position ? 'undone' : ''}>
          <button type="button" class="link" aria-current={i === position ? 'step' : undefined} onClick={() => store.goTo(i)}>{label}</button>
        </li>
      ))}
    </ol>
  );
}

function Status({store}: {store: Store}) {
  const {document, session} = store;
  const {faults} = checked(document);
  const errors = faults.filter(f => !f.warning).length;
  const warnings = faults.length - errors;
  const words = document.broken ? 'the text has an error' : errors > 0 ? `${errors} fault${errors > 1 ? 's' : ''}` : warnings > 0 ? `${warnings} warning${warnings > 1 ? 's' : ''}` : 'no faults';
  return (
    <footer class="status">
      <button type="button" class={errors > 0 ? 'link fault' : 'link'} id="faults" onClick={() => store.set({tab: 'text'})}>{words}</button>
      <span>{countsOf(document.dat)}</span>
      {session.selection.size > 0 && <span>{session.selection.size} selected</span>}
      <span class={session.message?.isError ? 'message fault' : 'message'} role="status" id="message">{session.message?.text ?? ''}</span>
    </footer>
  );
}
