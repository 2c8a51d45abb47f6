import {byName} from '../dat/dat';
import type {Store} from '../store/store';

/** Selects the object, where the machine has it. */
export function ObjectName({store, name}: {store: Store; name: string}) {
  if (!byName(store.dat).has(name)) return <span>{name}</span>;
  return (
    <button type="button" class="link" onClick={() => store.select([name])}>
      {name}
    </button>
  );
}
