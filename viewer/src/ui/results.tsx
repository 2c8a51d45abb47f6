// A forecast: the verdict first, then the pictures, then the table; or two forecasts beside each
// other.
import {useMemo} from 'preact/hooks';
import {formatPercent} from '../dat/units';
import {headline} from '../result/compare';
import {failureWords} from '../result/limits';
import {levelsOf} from '../result/levels';
import {isOfMachine, timeWords, type Forecast} from '../result/loads';
import {rooflineOf} from '../result/roofline';
import type {Store} from '../store/store';
import {LevelBars} from './charts';
import {Comparison} from './comparison';
import {LimitTable} from './limit_table';
import {LoadTable} from './load_table';
import {RooflineChart} from './roofline_chart';
import {baselineStretch, shownStretch} from './shown';
import {TimeSpent} from './time_spent';

function PhaseSlider({store, forecast}: {store: Store; forecast: Forecast}) {
  const {phase} = store.session;
  const now = forecast.phases[phase];
  const words = now
    ? `${now.name}: ${timeWords(now)}, limited by ${now.limit}`
    : `whole run: ${timeWords(forecast.whole)}`;
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
    words: `${i + 1}. ${f.title}, ${timeWords(f.whole)}`,
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

/** What belongs to a verdict, in the words of the terminal. */
function Notes({forecast: {partial, result}}: {forecast: Forecast}) {
  const failure = result ? failureWords(result) : '';
  return (
    <>
      {partial && (
        <p class="caveat">
          <b>Partial:</b> {partial}
        </p>
      )}
      {failure && (
        <p class="caveat" id="failure">
          <b>Mind:</b> {failure}
        </p>
      )}
    </>
  );
}

export function Results({store}: {store: Store}) {
  const forecast = store.shownForecast;
  const stretch = shownStretch(store);
  const isCurrent = useMemo(
    () => !forecast || isOfMachine(forecast, store.dat),
    [forecast, store.dat],
  );
  const machine = forecast?.dat ?? store.dat;
  const roofline = useMemo(() => forecast && rooflineOf(forecast, machine), [forecast, machine]);
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
      <Notes forecast={forecast} />
      {!isCurrent && (
        <p class="caveat" id="stale">
          <b>Mind:</b> these numbers are not of the machine as it is drawn: it was edited since, or
          is another one.
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
      <LimitTable stretch={stretch} />
      <TimeSpent forecast={forecast} stretch={stretch} />
      <h2>Busiest object of each level</h2>
      <LevelBars levels={levelsOf(stretch)} time={stretch.time} />
      {roofline && (
        <>
          <h2>Roofline</h2>
          <p class="note">
            The whole run (large dots) and each phase, with a dot for each level that cores share,
            at the bytes that it moved; roofs are of what was used, together.
          </p>
          <RooflineChart roofline={roofline} phase={stretch.name} />
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
