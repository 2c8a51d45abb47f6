// A network: hpcast's picture of it in the middle, and on the left what hpcast says of it. Without these two
// (a file opened in a page with no hpcast behind it, which knows no topologies), what its text says.
import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import {summaryOf, type NetworkFact} from '../network/network';
import {remembered} from '../dat/remember';
import {readJson} from '../dat/text';
import type {Drawing} from '../live/drawings';
import type {MachineDocument} from '../store/document';
import type {Store} from '../store/store';
import type {Actions} from './actions';

/** Those of the description that are for people. */
const wordsOf = remembered((document: MachineDocument): {name: string; description: string} => {
  const {value} = readJson(document.text);
  const {name, description} = (value ?? {}) as Record<string, unknown>;
  return {
    name: typeof name === 'string' ? name : document.fileName,
    description: typeof description === 'string' ? description : '',
  };
});

const fieldsOf = remembered(({text}: MachineDocument): NetworkFact[] => summaryOf(text));

const Facts = ({facts}: {facts: NetworkFact[]}) => (
  <dl class="facts">
    {facts.map(({name, value, part}, i) => (
      <div key={i} class={part ? 'part' : ''}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export function NetworkFacts({store}: {store: Store}) {
  const {document, drawing} = store;
  const {name, description} = wordsOf(document);
  const shown = drawing?.shown;
  return (
    <section class="network-facts" aria-label="What is known of it" tabIndex={0}>
      <h2>{name}</h2>
      {shown ? <p class="kicker">{shown.shape}</p> : <WhyNotDrawn store={store} />}
      <Facts facts={shown ? shown.facts : fieldsOf(document)} />
      {shown && description && <p class="note">{description}</p>}
    </section>
  );
}

function WhyNotDrawn({store}: {store: Store}) {
  const {drawing, document} = store;
  if (drawing?.refused) return <p class="caveat refused">{drawing.refused}</p>;
  if (drawing) return <p class="caveat">hpcast draws it …</p>;
  return (
    <p class="caveat">
      <code>hpcast view {document.fileName}</code> draws it, and tells its nodes, diameter and
      bisection. This is what its text says:
    </p>
  );
}

export function NetworkPicture({store, actions}: {store: Store; actions: Actions}) {
  const {document, drawing} = store;
  const shown = drawing?.shown;
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  /** In pixels; undefined: all of it is to be seen. */
  const [width, setWidth] = useState<number>();
  const source = useMemo(
    () => shown && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(shown.svg)}`,
    [shown],
  );
  useEffect(() => {
    actions.sight = {
      fit: () => setWidth(undefined),
      zoomBy: factor => image.current && setWidth(within(image.current.clientWidth * factor)),
      panBy: (x, y) => frame.current!.scrollBy(-x, -y),
    };
  }, []);
  return (
    <main class="drawing">
      <div
        id="canvas"
        class={width === undefined ? 'network fits' : 'network'}
        ref={frame}
        tabIndex={0}
        role="region"
        aria-label="Picture of the network"
      >
        {shown ? (
          <img
            ref={image}
            src={source}
            alt={`${wordsOf(document).name}: ${shown.shape}. Its figures are on the left.`}
            style={width === undefined ? {} : {width: `${width}px`}}
          />
        ) : (
          <p class="welcome">{whyNoPicture(drawing)} The text is on the right.</p>
        )}
      </div>
    </main>
  );
}

function whyNoPicture(drawing: Drawing | undefined): string {
  if (!drawing) return 'No picture: hpcast draws networks, and no hpcast is behind this page.';
  return drawing.refused
    ? 'No picture: what hpcast says of it is on the left.'
    : 'hpcast draws it …';
}

const within = (width: number): number => Math.min(20_000, Math.max(100, width));
