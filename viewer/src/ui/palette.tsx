// What can be added: by a click joined with the selection, by dragging to a place.
import {useState} from 'preact/hooks';
import {classesOf, vertexKinds, wordFor, type VertexKind} from '../dat/dat';
import type {Store} from '../store/store';
import type {Actions} from './actions';

export const dragType = 'application/x-hpcast-object';

const newClass = '\u0000new';

/** The class that a kind is added with: the one chosen, else the last. */
function useClasses(store: Store) {
  const [chosen, setChosen] = useState<Partial<Record<VertexKind, string>>>({});
  const classFor = (kind: VertexKind): string | undefined => {
    const names = classesOf(store.dat, kind).map(c => c.name);
    const choice = chosen[kind];
    if (choice === newClass) return undefined;
    return choice !== undefined && names.includes(choice) ? choice : names.at(-1);
  };
  return {
    classFor,
    choose: (kind: VertexKind, name: string) => setChosen({...chosen, [kind]: name}),
  };
}

export function Palette({store, actions}: {store: Store; actions: Actions}) {
  const {classFor, choose} = useClasses(store);
  const add = (kind: VertexKind) => {
    const className = classFor(kind);
    actions.add(kind, className);
    // The next one of this kind is of the class just made.
    if (className === undefined) choose(kind, classesOf(store.dat, kind).at(-1)?.name ?? newClass);
  };
  return (
    <section class="palette" aria-label="Add an object">
      {vertexKinds.map(kind => {
        const names = classesOf(store.dat, kind).map(c => c.name);
        const current = classFor(kind);
        return (
          <div class="palette-row" key={kind}>
            <button
              type="button"
              draggable
              title={`Click: add a ${wordFor[kind]}, joined with the selection. Drag: put one at a place.`}
              onClick={() => add(kind)}
              onDragStart={event =>
                event.dataTransfer?.setData(dragType, `${kind}\n${current ?? ''}`)
              }
            >
              + {wordFor[kind]}
            </button>
            <select
              aria-label={`Class of a new ${wordFor[kind]}`}
              value={current ?? newClass}
              onChange={event => choose(kind, event.currentTarget.value)}
            >
              {names.map(name => (
                <option key={name} value={name} selected={name === current}>
                  {name}
                </option>
              ))}
              <option value={newClass} selected={current === undefined}>
                new class
              </option>
            </select>
          </div>
        );
      })}
    </section>
  );
}
