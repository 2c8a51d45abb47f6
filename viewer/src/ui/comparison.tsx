// Two forecasts beside each other.
import {useMemo} from 'preact/hooks';
import {formatTime} from '../dat/units';
import {
  caveats,
  compareLevels,
  compareObjects,
  comparePhases,
  type Difference,
} from '../result/compare';
import type {Forecast, Load, Stretch} from '../result/loads';
import type {Store} from '../store/store';
import {ObjectName} from './object_name';

const mostRows = 60;

function DifferenceTable({
  store,
  label,
  rows,
  most,
}: {
  store: Store;
  label: string;
  rows: Difference[];
  most: number;
}) {
  const time = (load: Load | undefined) => (load ? formatTime(load.time) : '–');
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">B − A</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(row => (
            <tr key={row.name}>
              <th scope="row">
                <ObjectName store={store} name={row.name} />
              </th>
              <td>{time(row.a)}</td>
              <td>{time(row.b)}</td>
              <td>
                {row.change === 0
                  ? '0 s'
                  : `${row.change > 0 ? '+' : '−'}${formatTime(Math.abs(row.change))}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Comparison({
  store,
  a,
  b,
  from,
  to,
}: {
  store: Store;
  a: Forecast;
  b: Forecast;
  from: Stretch;
  to: Stretch;
}) {
  const changed = useMemo(
    () => compareObjects(from, to).filter(row => row.change !== 0),
    [from, to],
  );
  const phases = useMemo(() => comparePhases(a, b).slice(0, mostRows), [a, b]);
  const levels = useMemo(() => compareLevels(from, to), [from, to]);
  const minds = useMemo(() => caveats(a, b), [a, b]);
  return (
    <>
      {minds.map(text => (
        <p class="caveat" key={text}>
          <b>Mind:</b> {text}
        </p>
      ))}
      <DifferenceTable store={store} label="Busiest of each level" rows={levels} most={30} />
      {phases.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Phase</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody>
            {phases.map(p => (
              <tr key={p.name}>
                <th scope="row">{p.name}</th>
                <td>{p.a === undefined ? '–' : formatTime(p.a)}</td>
                <td>{p.b === undefined ? '–' : formatTime(p.b)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changed.length > 0 ? (
        <DifferenceTable
          store={store}
          label="Objects that change most"
          rows={changed}
          most={mostRows}
        />
      ) : (
        <p>No object changes its time.</p>
      )}
    </>
  );
}
