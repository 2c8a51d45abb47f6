// The drawing on the page: the canvas kept in step with the store, its legend and tooltip.
import {useEffect, useMemo, useRef} from 'preact/hooks';
import {byName, countsOf, vertexKinds, type VertexKind} from '../dat/dat';
import {formatBytes, formatCount, formatPercent, formatTime} from '../dat/units';
import {describe, mostDrawable, viewOf} from '../dat/view';
import type {Palette as Colours} from '../result/colours';
import {occupancy} from '../result/loads';
import type {Store} from '../store/store';
import type {Actions} from './actions';
import {Canvas} from './canvas';
import {dragType} from './palette';
import {overlayOf, shownStretch} from './shown';

/** What the pointer is on, and where on the page. */
export interface Pointed {
  members: string[];
  at: {x: number; y: number};
}

interface DrawingProps {
  store: Store;
  actions: Actions;
  colours: Colours;
  setPointed(pointed: Pointed | undefined): void;
}

export function Drawing({store, actions, colours, setPointed}: DrawingProps) {
  const container = useRef<HTMLDivElement>(null);
  const canvas = useRef<Canvas>();
  const {session, dat} = store;
  useEffect(() => {
    const made = new Canvas(
      container.current!,
      {
        selected: names => store.select(names),
        moved: to => actions.move(to),
        connected: (source, target) => actions.connect([source, target]),
        toggledGroup: node => actions.toggleGroup(node),
        pointedAt: (members, at) =>
          setPointed(at && members.length > 0 ? {members, at} : undefined),
      },
      colours,
    );
    canvas.current = made;
    actions.canvas = made;
    actions.sight = made;
    made.connectMode(session.connecting);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(container.current!);
    return () => {
      observer.disconnect();
      actions.canvas = undefined;
      made.destroy();
    };
  }, []);
  const stretch = shownStretch(store);
  const view = useMemo(() => viewOf(dat, session.collapsed), [dat, session.collapsed]);
  useEffect(() => canvas.current!.setPalette(colours), [colours]);
  useEffect(() => {
    canvas.current!.update(view, overlayOf(store, colours), session.selection);
  }, [dat, session.collapsed, stretch, store.baselineForecast, colours]);
  useEffect(() => canvas.current!.setSelection(session.selection), [session.selection]);
  const [name] = session.selection;
  useEffect(() => {
    if (name !== undefined && session.selection.size === 1) canvas.current!.reveal(name);
  }, [name]);
  return (
    <main class="drawing">
      <div
        id="canvas"
        ref={container}
        tabIndex={0}
        role="application"
        aria-label={`Drawing of the machine: ${countsOf(dat) || 'nothing yet'}. The outline holds the same as a tree.`}
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          const text = event.dataTransfer?.getData(dragType);
          if (!text) return;
          event.preventDefault();
          event.stopPropagation();
          const [kind, className] = text.split('\n') as [VertexKind, string | undefined];
          const at = canvas.current!.at(event.clientX, event.clientY);
          if (vertexKinds.includes(kind)) actions.add(kind, className || undefined, at);
        }}
      />
      {view.nodes.length === 0 && byName(dat).size > 0 && (
        <p class="welcome">
          More than {mostDrawable} objects are not drawn. Give them NUMA nodes, which can be
          collapsed (x); the outline and the text have them all.
        </p>
      )}
      {byName(dat).size === 0 && (
        <p class="welcome">
          Add cores, caches, memories and routers on the left, or open a DAT or a network (o). ?
          shows the keys.
        </p>
      )}
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
      {swatches.map(({fill}, i) => (
        <i key={i} style={{background: fill}} />
      ))}
      <span>{isDifference ? 'more time' : 'busy all the time'}</span>
      <i class="limit" style={{borderColor: colours.accent}} />
      <span>limits</span>
    </p>
  );
}

export function Tooltip({store, pointed}: {store: Store; pointed: Pointed}) {
  const stretch = shownStretch(store);
  const {members, at} = pointed;
  const busiest = members.reduce(
    (best, name) =>
      (stretch?.loads.get(name)?.time ?? 0) > (stretch?.loads.get(best)?.time ?? 0) ? name : best,
    members[0]!,
  );
  const load = stretch?.loads.get(busiest);
  return (
    <div
      class="tooltip"
      style={{
        left: `${Math.min(at.x + 14, innerWidth - 260)}px`,
        top: `${Math.min(at.y + 14, innerHeight - 170)}px`,
      }}
    >
      {members.length > 1 && <p>{members.length} objects; the busiest:</p>}
      <p>
        <b>{describe(store.dat, busiest)}</b>
      </p>
      {load && stretch && (
        <dl>
          <dt>time</dt>
          <dd>
            {formatTime(load.time)}, {formatPercent(occupancy(stretch, busiest))} of the forecast
          </dd>
          <dt>reads</dt>
          <dd>
            {formatCount(load.reads)}, {formatBytes(load.bytesRead)}
          </dd>
          <dt>writes</dt>
          <dd>
            {formatCount(load.writes)}, {formatBytes(load.bytesWritten)}
          </dd>
          {load.hitRate !== undefined && (
            <>
              <dt>hits</dt>
              <dd>{formatPercent(load.hitRate)}</dd>
            </>
          )}
        </dl>
      )}
    </div>
  );
}
