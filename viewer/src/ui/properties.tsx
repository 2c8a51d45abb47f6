// What is selected, and its class, as forms. Quantities are typed with their units.
import {useEffect, useState} from 'preact/hooks';
import {
  byName,
  classesOf,
  classKey,
  kinds,
  largestNumaNode,
  objectsOf,
  wordFor,
  type Dat,
  type Kind,
} from '../dat/dat';
import {
  copyClass,
  removeClass,
  renameClass,
  renameObject,
  setClassMember,
  setMember,
} from '../dat/edit';
import {addClass} from '../dat/new_class';
import {fieldsOf, type Field} from '../dat/schema';
import {formatQuantity, parseQuantity} from '../dat/units';
import type {Store} from '../store/store';
import type {Actions} from './actions';

interface FieldProps {
  id: string;
  label: string;
  value: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  title?: string | undefined;
  required?: boolean;
  /** Says what is wrong with a text; undefined: nothing. */
  check?: (text: string) => string | undefined;
  list?: string;
  commit(text: string): void;
}

/** A field that commits on Enter or when it is left, and keeps what is wrong to be mended. */
function TextField({
  id,
  label,
  value,
  hint,
  placeholder,
  title,
  required,
  check,
  list,
  commit,
}: FieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const fault = text === value ? undefined : check?.(text);
  const done = () => {
    if (text !== value && !fault) commit(text);
  };
  return (
    <div class="field">
      <label for={id} title={title}>
        {label}
        {required ? ' *' : ''}
      </label>
      <input
        id={id}
        value={text}
        placeholder={placeholder}
        list={list}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint`}
        onInput={event => setText(event.currentTarget.value)}
        onBlur={done}
        onKeyDown={event => {
          if (event.key === 'Enter') done();
          if (event.key === 'Escape') setText(value);
        }}
      />
      <span id={`${id}-hint`} class={fault ? 'hint fault' : 'hint'}>
        {fault ?? hint ?? ''}
      </span>
    </div>
  );
}

function SelectField({
  id,
  label,
  value,
  choices,
  title,
  commit,
}: {
  id: string;
  label: string;
  value: string;
  choices: [value: string, label: string][];
  title?: string | undefined;
  commit(value: string): void;
}) {
  return (
    <div class="field">
      <label for={id} title={title}>
        {label}
      </label>
      <select id={id} value={value} onChange={event => commit(event.currentTarget.value)}>
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice} selected={choice === value}>
            {words}
          </option>
        ))}
      </select>
      <span class="hint" />
    </div>
  );
}

/** As the file shall have it: a plain number where one was typed. */
const asMember = (text: string): string | number | undefined => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
};

function faultIn(field: Field, text: string): string | undefined {
  if (text.trim() === '') return field.required ? `${field.key} is needed` : undefined;
  if (field.dimension) {
    const value = parseQuantity(asMember(text), field.dimension);
    if (value === undefined) return `expected ${field.description}`;
    return value < 0 ? 'must not be negative' : undefined;
  }
  const {whole} = field;
  if (!whole) return undefined;
  const isRight = /^\d{1,10}$/.test(text.trim());
  if (!isRight || Number(text) < whole.minimum || Number(text) > whole.maximum)
    return 'expected a whole number';
  return undefined;
}

const numaFault = (text: string): string | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) <= largestNumaNode
    ? undefined
    : `expected a whole number up to ${largestNumaNode}`;

function hintFor(field: Field, value: unknown): string | undefined {
  if (!field.dimension || value === undefined) return undefined;
  const base = parseQuantity(value, field.dimension);
  return base === undefined ? undefined : formatQuantity(base, field.dimension);
}

const labelOf = (key: string): string => key.replace(/_/g, ' ');

function ClassField({
  store,
  kind,
  className,
  field,
}: {
  store: Store;
  kind: Kind;
  className: string;
  field: Field;
}) {
  const members = classesOf(store.dat, kind).find(c => c.name === className) as unknown as Record<
    string,
    unknown
  >;
  const id = `class-${kind}-${field.key}`;
  const set = (value: unknown) =>
    store.edit(`set ${className}.${field.key}${value === undefined ? '' : ` to ${value}`}`, dat =>
      setClassMember(dat, kind, className, field.key, value),
    );
  if (field.choices) {
    const choices: [string, string][] = [
      ['', field.fallback ? `default (${field.fallback})` : 'default'],
      ...field.choices.map(c => [c, c] as [string, string]),
    ];
    return (
      <SelectField
        id={id}
        label={labelOf(field.key)}
        title={field.description}
        value={String(members[field.key] ?? '')}
        choices={choices}
        commit={v => set(v || undefined)}
      />
    );
  }
  const value = members[field.key];
  return (
    <TextField
      id={id}
      label={labelOf(field.key)}
      title={field.description}
      required={field.required}
      value={value === undefined ? '' : String(value)}
      placeholder={field.key === 'write_bandwidth' ? 'as read' : undefined}
      hint={hintFor(field, value)}
      check={text => faultIn(field, text)}
      commit={text => set(asMember(text))}
    />
  );
}

function ClassForm({
  store,
  actions,
  kind,
  className,
  chosen,
}: {
  store: Store;
  actions: Actions;
  kind: Kind;
  className: string;
  /** Told of its new name. */
  chosen(id: string): void;
}) {
  const count = objectsOf(store.dat, kind).filter(o => o.class === className).length;
  const taken = (name: string) => classesOf(store.dat, kind).some(c => c.name === name);
  const {selection} = store.session;
  const found = byName(store.dat);
  const selected = [...selection].filter(
    name => found.get(name)?.kind === kind && found.get(name)!.object.class === className,
  );
  const own = () => {
    let made = '';
    store.edit(`a class of its own for ${selected.length} of ${className}`, dat => {
      const copy = copyClass(dat, kind, className);
      made = copy.name;
      return setMember(copy.dat, new Set(selected), 'class', made);
    });
  };
  return (
    <fieldset class="form" key={`${kind} ${className}`}>
      <legend>
        {wordFor[kind]} class {className}{' '}
        <span class="detail">
          {count} object{count === 1 ? '' : 's'}
        </span>
      </legend>
      <TextField
        id="class-name"
        label="name"
        required
        value={className}
        check={text =>
          text === '' ? 'a name is needed' : taken(text) ? 'there is one of that name' : undefined
        }
        commit={text => {
          const change = (dat: Dat) => renameClass(dat, kind, className, text);
          if (store.edit(`rename class ${className} to ${text}`, change)) chosen(`${kind} ${text}`);
        }}
      />
      {fieldsOf(kind).map(field => (
        <ClassField key={field.key} store={store} kind={kind} className={className} field={field} />
      ))}
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            actions.store.select(
              objectsOf(store.dat, kind)
                .filter(o => o.class === className)
                .map(o => o.name),
            )
          }
          disabled={count === 0}
        >
          Select all {count}
        </button>
        {selected.length > 0 && selected.length < count && (
          <button type="button" onClick={own}>
            Own class for {selected.length}
          </button>
        )}
        {count === 0 && (
          <button
            type="button"
            onClick={() =>
              store.edit(`delete class ${className}`, dat => removeClass(dat, kind, className))
            }
          >
            Delete class
          </button>
        )}
      </div>
    </fieldset>
  );
}

function ObjectForm({store, actions}: {store: Store; actions: Actions}) {
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
  const numa = same(o => o.numa_node ?? 0);
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

export function Properties({store, actions}: {store: Store; actions: Actions}) {
  const found = byName(store.dat);
  const selected = [...store.session.selection].map(name => found.get(name)!);
  const wanted = selected[0] ? `${selected[0].kind} ${selected[0].object.class}` : '';
  const [chosen, setChosen] = useState('');
  useEffect(() => {
    if (wanted) setChosen(wanted);
  }, [wanted]);
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
