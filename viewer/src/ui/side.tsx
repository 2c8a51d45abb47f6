// Text, results and history, one of them at a time.
import type {Store, Tab} from '../store/store';
import {Results} from './results';
import {TextPanel} from './text_panel';

const tabs: [Tab, string][] = [
  ['text', 'Text'],
  ['results', 'Results'],
  ['history', 'History'],
];

export function Side({store, isDark}: {store: Store; isDark: boolean}) {
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
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={tab === id}
            aria-controls={`panel-${id}`}
            tabIndex={tab === id ? 0 : -1}
            onClick={() => store.set({tab: id})}
          >
            {words}
          </button>
        ))}
      </div>
      {tabs.map(([id]) => (
        <div
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={tab !== id}
        >
          {id === 'text' && <TextPanel store={store} isDark={isDark} />}
          {id === 'results' && tab === id && <Results store={store} />}
          {id === 'history' && tab === id && <History store={store} />}
        </div>
      ))}
    </aside>
  );
}

function History({store}: {store: Store}) {
  const {labels, position} = store.log;
  return (
    <ol class="history" aria-label="Commands">
      {labels.map((label, i) => (
        <li key={i} class={i > position ? 'undone' : ''}>
          <button
            type="button"
            class="link"
            aria-current={i === position ? 'step' : undefined}
            onClick={() => store.goTo(i)}
          >
            {label}
          </button>
        </li>
      ))}
    </ol>
  );
}
