// What is selected, as a form.
import {useState} from 'preact/hooks';
import {byName, classesOf, largestNumaNode, numaOf, wordFor} from '../dat/dat';
import {renameObject, setMember} from '../dat/edit';
import type {Store} from '../store/store';
import type {Actions} from './actions';
import {SelectField, TextField} from './fields';

const numaFault = (text: string): string | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) <= largestNumaNode
    ? undefined
    : `expected a whole number up to ${largestNumaNode}`;

export function ObjectForm({store, actions}: {store: Store; actions: Actions}) {
  const found = byName(store.dat);
  const names = [...store.session.selection];
  const kindsHere = new Set(names.map(name => found.get(name)!.kind));
  const [kind] = kindsHere;
  const [only] = names;
  const objects = names.map(name => found.get(name)!.object);
  const same = <T,>(get: (o: (typeof objects)[number]) => T): T | undefined =>
    objects.every(o => get(o) === get(objects[0]!)) ? get(objects[0]!) : undefined;
  const classes = kindsHere.size === 1 ? classesOf(store.dat, kind!).map(c => c.name) : [];
  const className = same(o => o.class);
  const numa = same(numaOf);
  const isEdge = kindsHere.has('edge');
  const [join, setJoin] = useState('');
  const others = [...found]
    .filter(([name, f]) => f.kind !== 'edge' && name !== only)
    .map(([name]) => name);
  const setAll = (label: string, key: string, value: unknown) =>
    store.edit(label, dat => setMember(dat, new Set(names), key, value));
  const joinNow = () => {
    if (!found.has(join)) return store.say(`no object is called ${join}`, true);
    actions.connect([...names, join]);
    setJoin('');
  };
  return (
    <fieldset class="form">
      <legend>
        {names.length === 1 ? `${wordFor[kind!]} ${only}` : `${names.length} objects`}
      </legend>
      {names.length === 1 && (
        <TextField
          id="object-name"
          label="name"
          required
          value={only!}
          check={text =>
            text === ''
              ? 'a name is needed'
              : found.has(text)
                ? 'there is an object of that name'
                : undefined
          }
          commit={text => {
            if (store.edit(`rename ${only} to ${text}`, dat => renameObject(dat, only!, text)))
              store.select([text]);
          }}
        />
      )}
      {classes.length > 0 && (
        <SelectField
          id="object-class"
          label="class"
          value={className ?? ''}
          choices={[
            ...(className === undefined ? [['', 'several'] as [string, string]] : []),
            ...classes.map(c => [c, c] as [string, string]),
          ]}
          commit={value => value && setAll(`class ${value}`, 'class', value)}
        />
      )}
      {!isEdge && (
        <TextField
          id="object-numa"
          label="NUMA node"
          value={numa === undefined ? '' : String(numa)}
          placeholder="several"
          check={numaFault}
          commit={text => setAll(`NUMA node ${text}`, 'numa_node', Number(text))}
        />
      )}
      {!isEdge && (
        <div class="field">
          <label for="object-join">join with</label>
          <span class="with-button">
            <input
              id="object-join"
              list="object-names"
              value={join}
              spellcheck={false}
              autocomplete="off"
              onInput={event => setJoin(event.currentTarget.value)}
              onKeyDown={event => event.key === 'Enter' && joinNow()}
            />
            <button type="button" onClick={joinNow} disabled={join === ''}>
              Join
            </button>
          </span>
          <datalist id="object-names">
            {others.slice(0, 500).map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
      )}
      <div class="buttons">
        {!isEdge && (
          <button type="button" onClick={() => actions.askReplicate()}>
            Replicate ×N…
          </button>
        )}
        {!isEdge && (
          <button type="button" onClick={() => actions.group()}>
            New NUMA node
          </button>
        )}
        <button type="button" onClick={() => actions.removeSelection()}>
          Delete
        </button>
      </div>
    </fieldset>
  );
}
