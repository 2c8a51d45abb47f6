// What is selected, and its class.
import {useRef, useState} from 'preact/hooks';
import {byName, classesOf, classKey, kinds, wordFor, type Kind} from '../dat/dat';
import {addClass} from '../dat/new_class';
import type {Store} from '../store/store';
import type {Actions} from './actions';
import {ClassForm} from './class_form';
import {ObjectForm} from './object_form';

export function Properties({store, actions}: {store: Store; actions: Actions}) {
  const found = byName(store.dat);
  const selected = [...store.session.selection].map(name => found.get(name)!);
  const wanted = selected[0] ? `${selected[0].kind} ${selected[0].object.class}` : '';
  // A class that was chosen is shown until an object of another class is selected.
  const ofSelection = useRef('');
  if (wanted) ofSelection.current = wanted;
  const [choice, setChoice] = useState({beside: '', id: ''});
  const setChosen = (id: string) => setChoice({beside: ofSelection.current, id});
  const chosen = choice.beside === ofSelection.current ? choice.id : ofSelection.current;
  const all = kinds.flatMap(kind =>
    classesOf(store.dat, kind).map(c => ({kind, name: c.name, id: `${kind} ${c.name}`})),
  );
  const shown = all.find(c => c.id === chosen) ?? all.find(c => c.id === wanted) ?? all[0];
  return (
    <section class="properties" aria-label="Properties">
      {selected.length > 0 && (
        <ObjectForm key={[...store.session.selection].join()} store={store} actions={actions} />
      )}
      <div class="field">
        <label for="class-chosen">Class</label>
        <select
          id="class-chosen"
          value={shown?.id ?? ''}
          onChange={event => {
            const value = event.currentTarget.value;
            if (!value.startsWith('new ')) return setChosen(value);
            const kind = value.slice(4) as Kind;
            let name = '';
            store.edit(`new ${classKey(kind)}`, dat => {
              const made = addClass(dat, kind);
              name = made.name;
              return made.dat;
            });
            setChosen(`${kind} ${name}`);
          }}
        >
          {all.length === 0 && <option value="">none yet</option>}
          {all.map(c => (
            <option key={c.id} value={c.id} selected={c.id === shown?.id}>
              {wordFor[c.kind]}: {c.name}
            </option>
          ))}
          {kinds.map(kind => (
            <option key={`new ${kind}`} value={`new ${kind}`}>
              new {wordFor[kind]} class
            </option>
          ))}
        </select>
      </div>
      {shown && (
        <ClassForm
          key={shown.id}
          store={store}
          actions={actions}
          kind={shown.kind}
          className={shown.name}
          chosen={setChosen}
        />
      )}
    </section>
  );
}
