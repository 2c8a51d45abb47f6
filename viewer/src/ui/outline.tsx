// The machine as a tree, for those without a mouse or a picture: kinds, objects, and the edges of
// each object. What is selected here is selected in the drawing.
import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import {edgesOf, objectsOf, vertexKinds, type Dat, type EdgeObj} from '../dat/dat';
import {occupancy, type Stretch} from '../result/loads';
import {formatPercent} from '../dat/units';
import type {Store} from '../store/store';

interface Row {
  id: string;
  depth: 1 | 2 | 3;
  label: string;
  detail: string;
  /** Of an object or an edge. */
  name?: string;
  expandable: boolean;
}

const headings = {core: 'Cores', cache: 'Caches', mem: 'Memories', router: 'Routers'} as const;

function edgesByEnd(dat: Dat): Map<string, EdgeObj[]> {
  const ends = new Map<string, EdgeObj[]>();
  for (const edge of edgesOf(dat)) {
    for (const end of [edge.source, edge.target])
      ends.get(end)?.push(edge) ?? ends.set(end, [edge]);
  }
  return ends;
}

/** Rows that are visible: what is below a closed one is left out, and what the filter hides. */
function rowsOf(
  dat: Dat,
  open: ReadonlySet<string>,
  filter: string,
  detailOf: (name: string) => string,
): Row[] {
  const rows: Row[] = [];
  const ends = edgesByEnd(dat);
  for (const kind of vertexKinds) {
    const objects = objectsOf(dat, kind).filter(o => o.name.toLowerCase().includes(filter));
    if (objects.length === 0) continue;
    rows.push({
      id: kind,
      depth: 1,
      label: headings[kind],
      detail: String(objects.length),
      expandable: true,
    });
    if (!open.has(kind) && filter === '') continue;
    for (const object of objects.slice(0, mostRows)) {
      const id = `${kind}/${object.name}`;
      const edges = ends.get(object.name) ?? [];
      rows.push({
        id,
        depth: 2,
        label: object.name,
        detail: detailOf(object.name) || object.class,
        name: object.name,
        expandable: edges.length > 0,
      });
      if (!open.has(id)) continue;
      for (const edge of edges) {
        const other = edge.source === object.name ? edge.target : edge.source;
        rows.push({
          id: `${id}/${edge.name}`,
          depth: 3,
          label: `joined with ${other}`,
          detail: detailOf(edge.name) || edge.class,
          name: edge.name,
          expandable: false,
        });
      }
    }
    if (objects.length > mostRows)
      rows.push({
        id: `${kind}/more`,
        depth: 2,
        label: `… ${objects.length - mostRows} more`,
        detail: 'find them by name',
        expandable: false,
      });
  }
  return rows;
}

const mostRows = 1000;

export function Outline({store, stretch}: {store: Store; stretch: Stretch | undefined}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(vertexKinds));
  const [filter, setFilter] = useState('');
  const [current, setCurrent] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const detailOf = (name: string): string => {
    const share = stretch ? occupancy(stretch, name) : 0;
    return share > 0 ? formatPercent(share) : '';
  };
  const rows = useMemo(
    () => rowsOf(store.dat, open, filter.toLowerCase(), detailOf),
    [store.dat, open, filter, stretch],
  );
  const at = Math.max(
    0,
    rows.findIndex(row => row.id === current),
  );

  // The focus follows the current row, and the current row what is selected elsewhere.
  const [only] = store.session.selection;
  useEffect(() => {
    const row = store.session.selection.size === 1 && rows.find(r => r.name === only);
    if (row && !list.current?.contains(document.activeElement)) setCurrent(row.id);
  }, [only, store.session.selection.size]);
  useEffect(() => {
    list.current?.querySelector('[tabindex="0"]')?.scrollIntoView({block: 'nearest'});
  }, [current]);

  const focusRow = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setCurrent(row.id);
    (list.current?.children[rows.indexOf(row)] as HTMLElement | undefined)?.focus();
  };
  /** With Shift, what is passed is selected too. */
  const step = (by: number, extends_: boolean) => {
    const passed = extends_ ? [rows[at]?.name, rows[at + by]?.name] : [];
    if (extends_) store.select([...store.session.selection, ...passed.flatMap(name => name ?? [])]);
    focusRow(at + by);
  };
  const setExpanded = (row: Row, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(row.id);
    else next.delete(row.id);
    setOpen(next);
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const parent = () =>
      rows
        .slice(0, at)
        .reverse()
        .find(r => r.depth < row.depth);
    const actions: Record<string, () => void> = {
      'ArrowDown': () => step(1, event.shiftKey),
      'ArrowUp': () => step(-1, event.shiftKey),
      'Home': () => focusRow(0),
      'End': () => focusRow(rows.length - 1),
      'ArrowRight': () =>
        row.expandable && !open.has(row.id) ? setExpanded(row, true) : focusRow(at + 1),
      'ArrowLeft': () =>
        row.expandable && open.has(row.id)
          ? setExpanded(row, false)
          : parent() && focusRow(rows.indexOf(parent()!)),
      'Enter': () => (row.name ? store.select([row.name]) : setExpanded(row, !open.has(row.id))),
      ' ': () => (row.name ? store.toggle(row.name) : setExpanded(row, !open.has(row.id))),
    };
    const run = actions[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  /** From the row that was current. */
  const selectTo = (row: Row) => {
    const [from, to] = [at, rows.indexOf(row)].sort((a, b) => a - b) as [number, number];
    store.select(rows.slice(from, to + 1).flatMap(r => (r.depth === 2 ? (r.name ?? []) : [])));
  };
  const onClick = (row: Row, event: MouseEvent) => {
    setCurrent(row.id);
    if (!row.name) setExpanded(row, !open.has(row.id));
    else if (event.shiftKey) selectTo(row);
    else if (event.ctrlKey || event.metaKey) store.toggle(row.name);
    else store.select([row.name]);
  };

  return (
    <section class="outline" aria-label="Outline">
      <input
        id="find"
        type="search"
        placeholder="Find (/)"
        aria-label="Find an object by name"
        value={filter}
        onInput={event => setFilter(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown' || event.key === 'Enter')
            focusRow(rows.findIndex(row => row.depth === 2));
          if (event.key === 'Escape') setFilter('');
        }}
      />
      {rows.length === 0 ? (
        <p class="empty">
          {filter
            ? 'No object is called that.'
            : 'Nothing here yet. Add an object above, or press a.'}
        </p>
      ) : (
        <ul
          role="tree"
          id="outline"
          aria-label="Objects of the machine"
          aria-multiselectable
          ref={list}
          onKeyDown={onKey}
        >
          {rows.map((row, i) => (
            <li
              key={row.id}
              role="treeitem"
              aria-level={row.depth}
              tabIndex={i === at ? 0 : -1}
              aria-selected={row.name !== undefined && store.session.selection.has(row.name)}
              {...(row.expandable
                ? {'aria-expanded': open.has(row.id) || (row.depth === 1 && filter !== '')}
                : {})}
              class={`depth${row.depth}`}
              onClick={event => onClick(row, event)}
              onFocus={() => setCurrent(row.id)}
            >
              <span class="name">{row.label}</span> <span class="detail">{row.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
