// A forecast: the verdict first, then the pictures, then the table; or two forecasts beside each
// other.
import {useMemo, useState} from 'preact/hooks';
import {byName, wordFor} from '../dat/dat';
import {formatBytes, formatCount, formatPercent, formatTime} from '../dat/units';
import {
  caveats,
  compareLevels,
  compareObjects,
  comparePhases,
  headline,
  type Difference,
} from '../result/compare';
import {levelsOf, rooflineOf} from '../result/levels';
import {occupancy, type Forecast, type Load, type Stretch} from '../result/loads';
import {isOfMachine, type Store} from '../store/store';
import {LevelBars, RooflineChart} from './charts';
import {baselineStretch, shownStretch} from './shown';

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

/** Selects the object, where the machine has it. */
function ObjectName({store, name}: {store: Store; name: string}) {
  if (!byName(store.dat).has(name)) return <span>{name}</span>;
  return (
    <button type="button" class="link" onClick={() => store.select([name])}>
      {name}
    </button>
  );
}

function LoadTable({store, stretch}: {store: Store; stretch: Stretch}) {
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

function Comparison({
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

function PhaseSlider({store, forecast}: {store: Store; forecast: Forecast}) {
  const {phase} = store.session;
  const now = forecast.phases[phase];
  const words = now
    ? `${now.name}: ${formatTime(now.time)}, limited by ${now.bottleneck || 'nothing'}`
    : `whole run: ${formatTime(forecast.whole.time)}`;
  return (
    <div class="phases">
      <label for="phase">Phase ([ and ])</label>
      <input
        id="phase"
        type="range"
        min={-1}
        max={forecast.phases.length - 1}
        step={1}
        value={phase}
        aria-valuetext={words}
        onInput={event => store.set({phase: Number(event.currentTarget.value)})}
      />
      <output for="phase">{words}</output>
    </div>
  );
}

function Chooser({store}: {store: Store}) {
  const {forecasts, shown, baseline} = store.session;
  if (forecasts.length < 2) return null;
  const options = forecasts.map((f, i) => ({
    value: String(i),
    words: `${i + 1}. ${f.title}, ${formatTime(f.whole.time)}`,
  }));
  return (
    <div class="choosers">
      <label for="shown">Forecast{store.baselineForecast && baseline !== shown ? ' B' : ''}</label>
      <select
        id="shown"
        value={String(shown ?? '')}
        onChange={e => store.set({shown: Number(e.currentTarget.value), phase: -1})}
      >
        {options.map(o => (
          <option key={o.value} value={o.value} selected={o.value === String(shown)}>
            {o.words}
          </option>
        ))}
      </select>
      <label for="baseline">compared with A</label>
      <select
        id="baseline"
        value={String(baseline ?? '')}
        onChange={e =>
          store.set({
            baseline: e.currentTarget.value === '' ? undefined : Number(e.currentTarget.value),
          })
        }
      >
        <option value="" selected={baseline === undefined}>
          nothing
        </option>
        {options.map(o => (
          <option key={o.value} value={o.value} selected={o.value === String(baseline)}>
            {o.words}
          </option>
        ))}
      </select>
    </div>
  );
}

function LiveState({store}: {store: Store}) {
  const {live} = store.session;
  if (!live) return null;
  const progress = live.progress === undefined ? '' : ` ${formatPercent(live.progress)}`;
  return (
    <p class={`live ${live.state}`} id="live" role="status">
      <b>What if, live</b> ({live.trace}):{' '}
      {live.state === 'asking' ? `simulating${progress} …` : live.text}
    </p>
  );
}

export function Results({store}: {store: Store}) {
  const forecast = store.shownForecast;
  const stretch = shownStretch(store);
  const isCurrent = useMemo(
    () => !forecast || isOfMachine(forecast, store.dat),
    [forecast, store.dat],
  );
  if (!forecast || !stretch) {
    return (
      <section class="results" aria-label="Results">
        <LiveState store={store} />
        <p class="empty">
          No forecast is open. Save this machine, ask{' '}
          <code>hpcast memory machine.dat.json --json result.json -- ./app</code>, and open{' '}
          <code>result.json</code> here (o, or drop it on the page).
        </p>
      </section>
    );
  }
  const baseline = baselineStretch(store);
  const roofline = rooflineOf(forecast.dat ?? store.dat, stretch);
  return (
    <section class="results" aria-label="Results">
      <LiveState store={store} />
      <Chooser store={store} />
      {baseline && (
        <p class="verdict" id="headline">
          {headline(baseline, stretch)}
        </p>
      )}
      <p class="kicker">
        {baseline ? 'B: ' : ''}
        {forecast.title}
      </p>
      <p class={baseline ? '' : 'verdict'} id="verdict">
        {forecast.verdict}
      </p>
      {!isCurrent && (
        <p class="caveat" id="stale">
          <b>Mind:</b> these numbers are not of the machine as it is drawn: it was edited since, or
          is another one.
        </p>
      )}
      {forecast.partial && (
        <p class="caveat">
          <b>Partial:</b> {forecast.partial}
        </p>
      )}
      {forecast.phases.length > 0 && <PhaseSlider store={store} forecast={forecast} />}
      {baseline && store.baselineForecast && (
        <Comparison
          store={store}
          a={store.baselineForecast}
          b={forecast}
          from={baseline}
          to={stretch}
        />
      )}
      <h2>Busiest object of each level</h2>
      <LevelBars levels={levelsOf(stretch)} time={stretch.time} />
      {roofline && roofline.ceilings.length > 0 && (
        <>
          <h2>Roofline of each memory level</h2>
          <RooflineChart roofline={roofline} />
        </>
      )}
      <h2>Objects</h2>
      <LoadTable store={store} stretch={stretch} />
      {forecast.assumptions.length > 0 && (
        <details>
          <summary>Assumptions</summary>
          <ul>
            {forecast.assumptions.map(a => (
              <li key={a}>{a}</li>
            ))}
          </ul>
        </details>
      )}
      {forecast.notModelled.length > 0 && (
        <details>
          <summary>Not modelled</summary>
          <ul>
            {forecast.notModelled.map(a => (
              <li key={a}>{a}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
