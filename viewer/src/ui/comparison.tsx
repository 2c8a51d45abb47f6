// Two forecasts beside each other.
import {useMemo} from 'preact/hooks';
import {formatTime} from '../dat/units';
import {
  caveats,
  compareLevels,
  compareLimits,
  compareObjects,
  comparePhases,
  type Difference,
  type TimeDifference,
} from '../result/compare';
import type {Forecast, Stretch} from '../result/loads';
import type {Store} from '../store/store';
import {ObjectName} from './object_name';

const mostRows = 60;

const change = (seconds: number): string =>
  seconds === 0 ? '0 s' : `${seconds > 0 ? '+' : '−'}${formatTime(Math.abs(seconds))}`;

const timeOf = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : formatTime(seconds);

function Heads({label}: {label: string}) {
  return (
    <thead>
      <tr>
        <th scope="col">{label}</th>
        <th scope="col">A</th>
        <th scope="col">B</th>
        <th scope="col">B − A</th>
      </tr>
    </thead>
  );
}

function TimeTable({id, label, rows}: {id: string; label: string; rows: TimeDifference[]}) {
  if (rows.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table id={id}>
        <Heads label={label} />
        <tbody>
          {rows.map(row => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{timeOf(row.a)}</td>
              <td>{timeOf(row.b)}</td>
              <td>{change((row.b ?? 0) - (row.a ?? 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <Heads label={label} />
        <tbody>
          {rows.slice(0, most).map(row => (
            <tr key={row.name}>
              <th scope="row">
                <ObjectName store={store} name={row.name} />
              </th>
              <td>{timeOf(row.a?.time)}</td>
              <td>{timeOf(row.b?.time)}</td>
              <td>{change(row.change)}</td>
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
  const limits = useMemo(() => compareLimits(from, to), [from, to]);
  const levels = useMemo(() => compareLevels(from, to), [from, to]);
  const minds = useMemo(() => caveats(a, b), [a, b]);
  return (
    <>
      {minds.map(text => (
        <p class="caveat differs" key={text}>
          <b>Mind:</b> {text}
        </p>
      ))}
      <TimeTable id="moved" label="Limits that move" rows={limits} />
      <DifferenceTable store={store} label="Busiest of each level" rows={levels} most={30} />
      <TimeTable id="phases" label="Phase" rows={phases} />
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
