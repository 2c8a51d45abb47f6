// What if: asks the local server for the forecast of the machine as it is edited.
import {withLayout, type Dat} from '../dat/dat';
import {writeDat} from '../dat/text';
import {checkResult, forecastOfResult, type Forecast} from '../result/loads';
import {errorsOf, type MachineDocument} from '../store/document';
import type {Live, Store} from '../store/store';

/** A forecast, or why there is none. */
type Answer = {forecast: Forecast; simulated: boolean} | {refused: string};

const settled = 250; // ms without a change before the server is asked

export class LiveForecasts {
  /** Of the last question, and the machine that was looked at last. */
  private asked: string | undefined;
  private seen: Dat | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the question that is under way. */
  private asking: AbortController | undefined;

  constructor(
    private readonly store: Store,
    private readonly token: string,
    trace: string,
  ) {
    store.set({
      live: {
        trace: trace.replace(/\/+$/, '').split('/').pop()!,
        state: 'idle',
        progress: undefined,
        text: 'waiting for a change',
      },
      tab: 'results',
    });
    store.subscribe(() => this.consider());
    this.consider(0);
  }

  private set(change: Partial<Live>): void {
    this.store.set({live: {...this.store.session.live!, ...change}});
  }

  /**
   * Asks once the machine has changed, has settled, and has no faults. Nobody waits for what is
   * outdated; where objects are drawn changes nothing.
   */
  private consider(wait = settled): void {
    const {document} = this.store;
    if (document.dat === this.seen || document.broken || document.readOnly) return;
    this.seen = document.dat;
    const text = writeDat(withLayout(document.dat, new Map()));
    if (text === this.asked) return;
    this.asking?.abort();
    this.asked = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(document, text), wait);
  }

  private async ask(document: MachineDocument, text: string): Promise<void> {
    this.asked = text;
    if (errorsOf(document).length > 0) {
      return this.set({state: 'refused', text: 'the machine has faults: mend them first'});
    }
    const asking = new AbortController();
    this.asking = asking;
    this.set({state: 'asking', progress: undefined});
    const watching = setInterval(() => void this.watch(asking), 500);
    const answer = await this.post(text, asking.signal);
    clearInterval(watching);
    if (asking.signal.aborted) return;
    this.asking = undefined;
    this.show(answer, document.dat);
  }

  private async post(text: string, signal: AbortSignal): Promise<Answer> {
    const headers = {'Content-Type': 'application/json', 'X-Hpcast-Token': this.token};
    try {
      const response = await fetch('forecast', {method: 'POST', body: text, signal, headers});
      const body = await response.text();
      if (response.status === 422)
        return {refused: (JSON.parse(body) as {message: string}).message};
      if (!response.ok)
        return {refused: `the server refused: ${response.status} ${body.slice(0, 200)}`};
      const forecast = forecastOfResult(checkResult(JSON.parse(body)));
      return {forecast, simulated: response.headers.get('X-Hpcast-Simulated') !== 'no'};
    } catch (error) {
      return {refused: `no answer: ${(error as Error).message} (is hpcast view still running?)`};
    }
  }

  private async watch(asking: AbortController): Promise<void> {
    const response = await fetch('progress', {headers: {'X-Hpcast-Token': this.token}}).catch(
      () => undefined,
    );
    if (!response?.ok || this.asking !== asking) return;
    const {fraction} = (await response.json()) as {fraction?: number};
    this.set({progress: fraction});
  }

  /** The first answer is what later ones are compared with, unless another choice was made. */
  private show(answer: Answer, dat: Dat): void {
    if ('refused' in answer) return this.set({state: 'refused', text: answer.refused});
    const {session} = this.store;
    const text = answer.simulated
      ? 'simulated anew'
      : 'from the counts of an earlier simulation, at once';
    const live: Live = {...session.live!, state: 'idle', progress: undefined, text};
    const first = session.forecasts.findIndex(f => f.title === asOpened);
    const title = first < 0 ? asOpened : asEdited;
    const known = session.forecasts.findIndex(f => f.title === title);
    const at = known < 0 ? session.forecasts.length : known;
    const forecasts = [...session.forecasts];
    forecasts[at] = {...answer.forecast, title, isLive: true, dat};
    this.store.set({live, forecasts});
    if (known < 0) {
      const baseline = first < 0 ? undefined : first;
      this.store.set({shown: at, baseline, phase: first < 0 ? -1 : session.phase, tab: 'results'});
    } else if (session.shown === at) {
      this.store.set({phase: Math.min(session.phase, answer.forecast.phases.length - 1)});
    }
  }
}

const asOpened = 'the machine as opened';
const asEdited = 'the machine as edited';
