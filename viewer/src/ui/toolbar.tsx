import {numaNodesOf} from '../dat/view';
import type {Palette as Colours} from '../result/colours';
import type {Store} from '../store/store';
import type {Actions} from './actions';

export function Toolbar({
  store,
  actions,
  colours,
}: {
  store: Store;
  actions: Actions;
  colours: Colours;
}) {
  const {log, session} = store;
  const files = [...new Set([...session.files.keys(), store.document.fileName])];
  return (
    <header class="toolbar">
      <h1>DAT Viewer</h1>
      <span class="file">
        {store.document.fileName}
        {store.isChanged ? ' •' : ''}
        {store.isChanged && <span class="sr">not saved</span>}
      </span>
      {files.length > 1 && (
        <select
          aria-label="Open machines"
          value={store.document.fileName}
          onChange={event => store.switchTo(event.currentTarget.value)}
        >
          {files.map(name => (
            <option key={name} value={name} selected={name === store.document.fileName}>
              {name}
            </option>
          ))}
        </select>
      )}
      <div class="tools" role="toolbar" aria-label="Commands">
        <button type="button" onClick={() => store.newMachine()}>
          New
        </button>
        <button type="button" onClick={() => void actions.open()} title="o">
          Open…
        </button>
        <button type="button" onClick={() => actions.save()} title="Ctrl+S">
          Save DAT
        </button>
        <button type="button" onClick={() => actions.saveSvg()} title="d">
          SVG
        </button>
        <button type="button" onClick={() => actions.savePng(colours.page)} title="p">
          PNG
        </button>
        <span class="gap" />
        <button
          type="button"
          onClick={() => store.undo()}
          disabled={log.undoLabel === undefined}
          title={`Ctrl+Z ${log.undoLabel ?? ''}`}
        >
          Undo
        </button>
        <button
          type="button"
          onClick={() => store.redo()}
          disabled={log.redoLabel === undefined}
          title={`Ctrl+Y ${log.redoLabel ?? ''}`}
        >
          Redo
        </button>
        <span class="gap" />
        <button
          type="button"
          aria-pressed={session.connecting}
          onClick={() => actions.connectSelection()}
          title="c"
        >
          Connect
        </button>
        <button type="button" onClick={() => actions.askReplicate()} title="r">
          Replicate ×N…
        </button>
        <button type="button" onClick={() => actions.align('row')} title="h: side by side">
          Row
        </button>
        <button type="button" onClick={() => actions.align('column')} title="v: above each other">
          Column
        </button>
        <button type="button" onClick={() => actions.tidy()} title="l: back to the layout">
          Tidy
        </button>
        {numaNodesOf(store.dat).length > 1 && (
          <button
            type="button"
            onClick={() => actions.collapseAll()}
            title="x"
            aria-pressed={session.collapsed.size > 0}
          >
            Collapse NUMA
          </button>
        )}
        <span class="gap" />
        <button type="button" onClick={() => actions.canvas?.fit()} title="f">
          Fit
        </button>
        <button
          type="button"
          onClick={() => actions.canvas?.zoomBy(1.25)}
          aria-label="Larger"
          title="+"
        >
          +
        </button>
        <button
          type="button"
          onClick={() => actions.canvas?.zoomBy(0.8)}
          aria-label="Smaller"
          title="-"
        >
          −
        </button>
        <button
          type="button"
          onClick={() => store.set({dialog: 'help'})}
          aria-label="Keys"
          title="?"
        >
          ?
        </button>
      </div>
    </header>
  );
}
