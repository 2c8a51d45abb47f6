// Fields of the forms.
import {useRef} from 'preact/hooks';
import {useRedraw} from './redraw';

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
  commit(text: string): void;
}

/** A field that commits on Enter or when it is left, and keeps what is wrong to be mended. */
export function TextField({
  id,
  label,
  value,
  hint,
  placeholder,
  title,
  required,
  check,
  commit,
}: FieldProps) {
  // What is typed holds until the value changes. (An effect that takes over a new value comes a
  // frame late, and would undo what was typed by then.)
  const draft = useRef({over: value, text: value});
  if (draft.current.over !== value) draft.current = {over: value, text: value};
  const {text} = draft.current;
  const redraw = useRedraw();
  const setText = (typed: string) => {
    draft.current.text = typed;
    redraw();
  };
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

export function SelectField({
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
