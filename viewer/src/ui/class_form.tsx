// A class as a form, made from the schema. Quantities are typed with their units.
import {byName, classesOf, objectsOf, wordFor, type Dat, type Kind} from '../dat/dat';
import {copyClass, removeClass, renameClass, setClassMember, setMember} from '../dat/edit';
import {fieldsOf, type Field} from '../dat/schema';
import {formatQuantity, parseQuantity} from '../dat/units';
import type {Store} from '../store/store';
import type {Actions} from './actions';
import {SelectField, TextField} from './fields';

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

export function ClassForm({
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
    <fieldset class="form">
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
