import {useEffect, useRef, useState} from 'preact/hooks';
import type {ComponentChildren} from 'preact';
import {byName, classesOf, vertexKinds, wordFor} from '../dat/dat';
import type {Store} from '../store/store';
import type {Actions} from './actions';
import type {KeyGroup} from './keys';

function Modal({
  title,
  close,
  children,
}: {
  title: string;
  close(): void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current!.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={close} onCancel={close}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

const keyNames: Record<string, string> = {
  Mod: 'Ctrl',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const readable = (chord: string): string =>
  chord
    .split(/\+(?=.)/)
    .map(part => keyNames[part] ?? part)
    .join(' ');

/** A dialogue that does something. */
function FormDialog({
  title,
  verb,
  close,
  submit,
  children,
}: {
  title: string;
  verb: string;
  close(): void;
  /** False: something is wrong yet. */
  submit(): boolean | void;
  children: ComponentChildren;
}) {
  return (
    <Modal title={title} close={close}>
      <form
        method="dialog"
        onSubmit={event => {
          event.preventDefault();
          if (submit() !== false) close();
        }}
      >
        {children}
        <div class="buttons">
          <button type="submit" class="primary">
            {verb}
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}

function Help({groups, close}: {groups: KeyGroup[]; close(): void}) {
  return (
    <Modal title="Keys" close={close}>
      <div class="help">
        {groups.map(group => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map(key => (
                <div key={key.label}>
                  <dt>
                    {key.keys.map(k => (
                      <kbd key={k}>{readable(k)}</kbd>
                    ))}
                  </dt>
                  <dd>{key.label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>
        In the outline: arrows go, → opens, ← closes, Space selects more, Enter selects this one.
        With the mouse: wheel zooms, drag moves; Shift and drag selects a box; a double click on a
        NUMA node opens or closes it.
      </p>
      <div class="buttons">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Modal>
  );
}

/** Objects that are made at once. */
const mostMade = 50_000;

function Replicate({store, actions, close}: {store: Store; actions: Actions; close(): void}) {
  const [times, setTimes] = useState(2);
  const [own, setOwn] = useState(false);
  const found = byName(store.dat);
  const count = [...store.session.selection].filter(n => found.get(n)!.kind !== 'edge').length;
  const most = Math.min(4096, 1 + Math.floor(mostMade / count));
  const isRight = Number.isInteger(times) && times >= 2 && times <= most;
  return (
    <FormDialog
      title="Replicate the selection"
      verb="Replicate"
      close={close}
      submit={() => isRight && actions.replicate(times, own)}
    >
      <div class="field">
        <label for="times">How many in all</label>
        <input
          id="times"
          type="number"
          min={2}
          max={most}
          value={times}
          autofocus
          onInput={event => setTimes(event.currentTarget.valueAsNumber)}
        />
        <span class="hint">
          {isRight
            ? `${count} selected, ${times - 1} cop${times === 2 ? 'y' : 'ies'} of them`
            : `from 2 to ${most}`}
        </span>
      </div>
      <label class="check">
        <input
          id="own-numa"
          type="checkbox"
          checked={own}
          onChange={event => setOwn(event.currentTarget.checked)}
        />{' '}
        each copy is a NUMA node of its own
      </label>
      <p class="note">
        Names are numbered on; edges among the selection are copied, and edges to the rest join
        every copy with the same object.
      </p>
    </FormDialog>
  );
}

function Add({store, actions, close}: {store: Store; actions: Actions; close(): void}) {
  const choices = vertexKinds.flatMap(kind => [
    ...classesOf(store.dat, kind).map(c => ({
      kind,
      name: c.name as string | undefined,
      words: `${wordFor[kind]}: ${c.name}`,
    })),
    {kind, name: undefined as string | undefined, words: `${wordFor[kind]} of a new class`},
  ]);
  const [index, setIndex] = useState(0);
  const found = byName(store.dat);
  const joined = [...store.session.selection].filter(name => found.get(name)!.kind !== 'edge');
  return (
    <FormDialog
      title="Add an object"
      verb="Add"
      close={close}
      submit={() => actions.add(choices[index]!.kind, choices[index]!.name)}
    >
      <div class="field">
        <label for="add-what">What</label>
        <select
          id="add-what"
          autofocus
          value={String(index)}
          onChange={event => setIndex(Number(event.currentTarget.value))}
        >
          {choices.map((choice, i) => (
            <option key={i} value={String(i)} selected={i === index}>
              {choice.words}
            </option>
          ))}
        </select>
        <span class="hint" />
      </div>
      <p class="note">
        {joined.length > 0
          ? `It is joined with ${joined.slice(0, 4).join(', ')}${joined.length > 4 ? ` and ${joined.length - 4} more` : ''}.`
          : 'Nothing is selected, so it is joined with nothing yet.'}
      </p>
    </FormDialog>
  );
}

export function Dialogs({
  store,
  actions,
  groups,
}: {
  store: Store;
  actions: Actions;
  groups: KeyGroup[];
}) {
  const close = () => store.session.dialog && store.set({dialog: undefined});
  switch (store.session.dialog) {
    case 'help':
      return <Help groups={groups} close={close} />;
    case 'replicate':
      return <Replicate store={store} actions={actions} close={close} />;
    case 'add':
      return <Add store={store} actions={actions} close={close} />;
    default:
      return null;
  }
}
