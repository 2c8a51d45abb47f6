// Every object of a forecast with what it was asked for.
import {useMemo, useState} from 'preact/hooks';
import {wordFor} from '../dat/dat';
import {formatBytes, formatCount, formatPercent, formatTime} from '../dat/units';
import {occupancy, type Load, type Stretch} from '../result/loads';
import type {Store} from '../store/store';
import {ObjectName} from './object_name';

/** Rows before all are asked for. */
const mostRows = 60;

type Column = 'name' | 'reads' | 'writes' | 'bytes' | 'hits' | 'time';

const valueOf: Record<Column, (load: Load) => number | string> = {
  name: load => load.name,
  reads: load => load.reads,
  writes: load => load.writes,
  bytes: load => load.bytesRead + load.bytesWritten,
  hits: load => load.hitRate ?? -1,
  time: load => load.time,
};

export function LoadTable({store, stretch}: {store: Store; stretch: Stretch}) {
  const [by, setBy] = useState<{column: Column; up: boolean}>({column: 'time', up: false});
  const [all, setAll] = useState(false);
  const rows = useMemo(() => {
    const value = valueOf[by.column];
    const order = (x: Load, y: Load) => {
      const [a, b] = [value(x), value(y)];
      return typeof a === 'string'
        ? a.localeCompare(String(b), undefined, {numeric: true})
        : a - Number(b);
    };
    return [...stretch.loads.values()]
      .filter(load => load.time > 0 || load.reads + load.writes > 0)
      .sort((x, y) => (by.up ? order(x, y) : order(y, x)));
  }, [stretch, by]);
  const heading = (column: Column, words: string) => (
    <th
      scope="col"
      aria-sort={by.column === column ? (by.up ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        onClick={() => setBy({column, up: by.column === column ? !by.up : column === 'name'})}
      >
        {words}
      </button>
    </th>
  );
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Objects by time">
        <table id="loads">
          <thead>
            <tr>
              {heading('name', 'Object')}
              {heading('time', 'Time')}
              <th scope="col">Share</th>
              {heading('reads', 'Reads')}
              {heading('writes', 'Writes')}
              {heading('bytes', 'Bytes')}
              {heading('hits', 'Hits')}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, all ? undefined : mostRows).map(load => (
              <tr key={load.name} class={load.name === stretch.bottleneck ? 'limits' : ''}>
                <th scope="row">
                  <ObjectName store={store} name={load.name} />{' '}
                  <span class="detail">{wordFor[load.kind]}</span>
                </th>
                <td>
                  {formatTime(load.time)}
                  {load.margin ? ` ± ${formatTime(load.margin)}` : ''}
                </td>
                <td>
                  {formatPercent(occupancy(stretch, load.name))}
                  <span class="meter">
                    <i style={{width: `${Math.min(100, occupancy(stretch, load.name) * 100)}%`}} />
                  </span>
                </td>
                <td>{formatCount(load.reads)}</td>
                <td>{formatCount(load.writes)}</td>
                <td>{formatBytes(load.bytesRead + load.bytesWritten)}</td>
                <td>{load.hitRate === undefined ? '–' : formatPercent(load.hitRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > mostRows && (
        <button type="button" onClick={() => setAll(!all)}>
          {all ? `the ${mostRows} first` : `all ${rows.length}`}
        </button>
      )}
    </>
  );
}
