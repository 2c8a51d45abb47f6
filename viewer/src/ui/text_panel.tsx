// The text beside the drawing, and below it what is wrong.
import {useEffect, useRef} from 'preact/hooks';
import {byName, objectAt, objectKey} from '../dat/dat';
import {pointerOf} from '../dat/fault';
import {checked} from '../store/document';
import type {Store} from '../store/store';
import {Editor} from './editor';

export function TextPanel({store, isDark}: {store: Store; isDark: boolean}) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  const {document, session} = store;
  const result = checked(document);
  useEffect(() => {
    editor.current = new Editor(
      parent.current!,
      {
        typed: text => store.typeText(text),
        movedTo: offset => {
          const object = objectAt(store.dat, checked(store.document).places.pathAt(offset));
          if (object && !store.document.broken) store.select([object.name]);
        },
        undo: () => store.undo(),
        redo: () => store.redo(),
      },
      isDark,
    );
  }, []);
  useEffect(() => editor.current!.setDark(isDark), [isDark]);
  useEffect(() => {
    editor.current!.setText(document.text);
    editor.current!.setFaults(result);
  }, [document]);
  useEffect(() => editor.current!.setReadOnly(document.readOnly !== ''), [document.readOnly]);
  // What is selected in the graph is shown in the text.
  const [name] = session.selection;
  useEffect(() => {
    const found = name !== undefined && !document.broken ? byName(store.dat).get(name) : undefined;
    if (found && !editor.current!.hasFocus)
      editor.current!.reveal(result.places.rangeOf([objectKey(found.kind), found.index]));
  }, [name]);
  const line = (offset: number) => document.text.slice(0, offset).split('\n').length;
  const show = (index: number) => {
    const fault = result.faults[index]!;
    const range = fault.range ?? result.places.rangeOf(fault.path);
    editor.current!.reveal(range);
    const object = objectAt(store.dat, fault.path);
    if (object) store.select([object.name]);
  };
  return (
    <div class="text">
      <div class="editor" ref={parent} />
      {document.broken && (
        <p class="caveat" role="status">
          The drawing shows the last text without an error.{' '}
          <button type="button" onClick={() => store.undo()}>
            Undo (Ctrl+Z)
          </button>
        </p>
      )}
      {result.faults.length > 0 && (
        <ul class="faults" aria-label="What is wrong">
          {result.faults.slice(0, 50).map((fault, i) => (
            <li key={i} class={fault.warning ? 'warning' : 'error'}>
              <button type="button" class="link" onClick={() => show(i)}>
                line {line((fault.range ?? result.places.rangeOf(fault.path))[0])}:{' '}
                {pointerOf(fault.path)} {fault.message}
                {fault.hint ? `; ${fault.hint}` : ''} <span class="detail">[{fault.rule}]</span>
              </button>
            </li>
          ))}
          {result.faults.length > 50 && <li>… and {result.faults.length - 50} more</li>}
        </ul>
      )}
    </div>
  );
}
