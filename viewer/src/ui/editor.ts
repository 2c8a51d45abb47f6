// The text beside the graph: CodeMirror, told of every change of the document and telling its own.
import {closeBrackets} from '@codemirror/autocomplete';
import {defaultKeymap, indentWithTab} from '@codemirror/commands';
import {json} from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import {lintGutter, lintKeymap, setDiagnostics, type Diagnostic} from '@codemirror/lint';
import {highlightSelectionMatches, searchKeymap} from '@codemirror/search';
import {Compartment, EditorState, Transaction} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import {pointerOf} from '../dat/fault';
import type {Checked} from '../store/document';

interface EditorHandlers {
  typed(text: string): void;
  /** The cursor stands at `offset`; not told of moves that the viewer makes. */
  movedTo(offset: number): void;
  undo(): void;
  redo(): void;
}

const darkHighlight = HighlightStyle.define([
  {tag: tags.propertyName, color: '#9cc5f5'},
  {tag: tags.string, color: '#f0b98d'},
  {tag: tags.number, color: '#a5d6a7'},
  {tag: [tags.bool, tags.null], color: '#d7b8f3'},
  {tag: tags.invalid, color: '#ff9d5c'},
]);

export class Editor {
  private readonly view: EditorView;
  private readonly theme = new Compartment();
  private readonly access = new Compartment();

  constructor(parent: HTMLElement, handlers: EditorHandlers, isDark: boolean) {
    const own = keymap.of([
      {key: 'Mod-z', run: () => (handlers.undo(), true), preventDefault: true},
      {key: 'Mod-y', mac: 'Mod-Shift-z', run: () => (handlers.redo(), true), preventDefault: true},
      {key: 'Mod-Shift-z', run: () => (handlers.redo(), true), preventDefault: true},
      {key: 'Escape', run: view => (view.contentDOM.blur(), true)},
    ]);
    const listener = EditorView.updateListener.of(update => {
      const isOurs = update.transactions.some(t => t.annotation(Transaction.remote));
      if (update.docChanged && !isOurs) handlers.typed(update.state.doc.toString());
      if (update.selectionSet && !isOurs && update.view.hasFocus)
        handlers.movedTo(update.state.selection.main.head);
    });
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          own,
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          indentUnit.of('  '),
          json(),
          keymap.of([
            ...defaultKeymap,
            ...searchKeymap,
            ...foldKeymap,
            ...lintKeymap,
            indentWithTab,
          ]),
          listener,
          // Files that are dropped are the page's to open, not text.
          EditorView.domEventHandlers({drop: event => !!event.dataTransfer?.files.length}),
          EditorView.contentAttributes.of({
            'aria-label': 'The file as JSON. Escape, then Tab, leaves the text.',
            'tabindex': '0',
          }),
          this.theme.of(themeFor(isDark)),
          this.access.of([]),
        ],
      }),
    });
  }

  setDark(isDark: boolean): void {
    this.view.dispatch({effects: this.theme.reconfigure(themeFor(isDark))});
  }

  setReadOnly(isReadOnly: boolean): void {
    this.view.dispatch({
      effects: this.access.reconfigure(isReadOnly ? EditorState.readOnly.of(true) : []),
    });
  }

  /** Replaces only what differs, so that the cursor and the view stay. */
  setText(text: string): void {
    const now = this.view.state.doc.toString();
    if (text === now) return;
    let from = 0;
    const shorter = Math.min(text.length, now.length);
    while (from < shorter && text[from] === now[from]) ++from;
    let same = 0;
    while (same < shorter - from && text[text.length - 1 - same] === now[now.length - 1 - same])
      ++same;
    this.view.dispatch({
      changes: {from, to: now.length - same, insert: text.slice(from, text.length - same)},
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
    });
  }

  setFaults({faults, places}: Checked): void {
    const end = this.view.state.doc.length;
    const diagnostics: Diagnostic[] = faults.slice(0, 200).map(fault => {
      const [from, to] = fault.range ?? places.rangeOf(fault.path);
      return {
        from: Math.min(from, end),
        to: Math.min(to, end),
        severity: fault.warning ? 'warning' : 'error',
        source: `${fault.rule} ${pointerOf(fault.path)}`,
        message: fault.hint ? `${fault.message}\n${fault.hint}` : fault.message,
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Scrolls to a place without taking the focus. */
  reveal([from, to]: [number, number]): void {
    const end = this.view.state.doc.length;
    this.view.dispatch({
      selection: {anchor: Math.min(from, end), head: Math.min(to, end)},
      effects: EditorView.scrollIntoView(Math.min(from, end), {y: 'center'}),
      annotations: Transaction.remote.of(true),
    });
  }

  get hasFocus(): boolean {
    return this.view.hasFocus;
  }
}

const themeFor = (isDark: boolean) => [
  EditorView.theme(
    {
      '&': {height: '100%', fontSize: '12.5px'},
      '.cm-scroller': {fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace'},
    },
    {dark: isDark},
  ),
  syntaxHighlighting(isDark ? darkHighlight : defaultHighlightStyle, {fallback: true}),
];
