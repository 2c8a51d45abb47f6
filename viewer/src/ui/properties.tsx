// What is selected, and its class.
import {useRef} from 'preact/hooks';
import {byName, classesOf, classKey, kinds, wordFor, type Kind} from '../dat/dat';
import {addClass} from '../dat/new_class';
import type {Store} from '../store/store';
import type {Actions} from './actions';
import {ClassForm} from './class_form';
import {ObjectForm} from './object_form';
import {useRedraw} from './redraw';

export function Properties({store, actions}: {store: Store; actions: Actions}) {
  const found = byName(store.dat);
  const selected = [...store.session.selection].map(name => found.get(name)!);
  const wanted = selected[0] ? `${selected[0].kind} ${selected[0].object.class}` : '';
  // The class of what is selected, until another one is chosen beside it.
  const last = useRef({wanted, chosen: wanted});
  if (last.current.wanted !== wanted)
    last.current = {wanted, chosen: wanted || last.current.chosen};
  const {chosen} = last.current;
  const redraw = useRedraw();
  const setChosen = (id: string) => {
    last.current.chosen = id;
    redraw();
  };
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
