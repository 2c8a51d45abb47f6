import {numaNodesOf} from '../dat/view';
import type {Palette as Colours} from '../result/colours';
import type {Store} from '../store/store';
import type {Actions} from './actions';

interface CommandProps {
  words: string;
  /** Where `words` are a sign. */
  name?: string;
  /** Its key, above all. */
  title?: string;
  pressed?: boolean;
  disabled?: boolean;
  run(): void;
}

const Command = ({words, name, title, pressed, disabled, run}: CommandProps) => (
  <button
    type="button"
    title={title}
    aria-label={name}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={run}
  >
    {words}
  </button>
);

function Arranging({store, actions}: {store: Store; actions: Actions}) {
  const {session} = store;
  return (
    <>
      <Command
        words="Connect"
        title="c"
        pressed={session.connecting}
        run={() => actions.connectSelection()}
      />
      <Command words="Replicate ×N…" title="r" run={() => actions.askReplicate()} />
      <Command words="Row" title="h: side by side" run={() => actions.align('row')} />
      <Command words="Column" title="v: above each other" run={() => actions.align('column')} />
      <Command words="Tidy" title="l: back to the layout" run={() => actions.tidy()} />
      {numaNodesOf(store.dat).length > 1 && (
        <Command
          words="Collapse NUMA"
          title="x"
          pressed={session.collapsed.size > 0}
          run={() => actions.collapseAll()}
        />
      )}
      <span class="gap" />
    </>
  );
}

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
  const {network} = store.document;
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
        <Command words="New" run={() => store.newMachine()} />
        <Command words="Open…" title="o" run={() => void actions.open()} />
        {!network && <Command words="Save DAT" title="Ctrl+S" run={() => actions.save()} />}
        <Command words="SVG" title="d" run={() => actions.saveSvg()} />
        {!network && <Command words="PNG" title="p" run={() => actions.savePng(colours.page)} />}
        <span class="gap" />
        <Command
          words="Undo"
          title={`Ctrl+Z ${log.undoLabel ?? ''}`}
          disabled={log.undoLabel === undefined}
          run={() => store.undo()}
        />
        <Command
          words="Redo"
          title={`Ctrl+Y ${log.redoLabel ?? ''}`}
          disabled={log.redoLabel === undefined}
          run={() => store.redo()}
        />
        <span class="gap" />
        {!network && <Arranging store={store} actions={actions} />}
        <Command words="Fit" title="f" run={() => actions.sight?.fit()} />
        <Command words="+" name="Larger" title="+" run={() => actions.sight?.zoomBy(1.25)} />
        <Command words="−" name="Smaller" title="-" run={() => actions.sight?.zoomBy(0.8)} />
        <Command words="?" name="Keys" title="?" run={() => store.set({dialog: 'help'})} />
      </div>
    </header>
  );
}
