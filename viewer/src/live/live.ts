// What if: asks the local server for the forecast of the machine as it is edited.
import {checkResult, forecastOfResult, type Forecast} from '../result/loads';
import {errorsOf, type MachineDocument} from '../store/document';
import type {Live, Store} from '../store/store';

/** A forecast, or why there is none. */
type Answer = {forecast: Forecast; simulated: boolean} | {refused: string};

const settled = 250; // ms without a change before the server is asked

export class LiveForecasts {
  private asked: string | undefined;
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

  /** Asks once the machine has changed, has settled, and has no faults; nobody waits for what is outdated. */
  private consider(wait = settled): void {
    const {document} = this.store;
    if (document.text === this.asked || document.broken || document.readOnly) return;
    this.asking?.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(this.store.document), wait);
  }

  private async ask(document: MachineDocument): Promise<void> {
    if (document.text === this.asked) return;
    this.asked = document.text;
    if (errorsOf(document).length > 0)
      return this.set({state: 'refused', text: 'the machine has faults: mend them first'});
    const asking = new AbortController();
    this.asking = asking;
    this.set({state: 'asking', progress: undefined});
    const watching = setInterval(() => void this.watch(asking), 500);
    const answer = await this.post(document.text, asking.signal).catch((error: Error) => ({
      refused: `the server does not answer: ${error.message}`,
    }));
    clearInterval(watching);
    if (asking.signal.aborted) return;
    this.asking = undefined;
    this.show(answer);
  }

  private async post(text: string, signal: AbortSignal): Promise<Answer> {
    const response = await fetch('forecast', {
      method: 'POST',
      body: text,
      signal,
      headers: {'Content-Type': 'application/json', 'X-Hpcast-Token': this.token},
    });
    const body = await response.text();
    if (response.ok)
      return {
        forecast: forecastOfResult(checkResult(JSON.parse(body))),
        simulated: response.headers.get('X-Hpcast-Simulated') !== 'no',
      };
    if (response.status === 422) return {refused: (JSON.parse(body) as {message: string}).message};
    return {refused: `the server refused: ${response.status} ${body.slice(0, 200)}`};
  }

  private async watch(asking: AbortController): Promise<void> {
    const response = await fetch('progress', {headers: {'X-Hpcast-Token': this.token}}).catch(
      () => undefined,
    );
    if (!response?.ok || this.asking !== asking) return;
    const {fraction} = (await response.json()) as {fraction?: number};
    this.set({progress: fraction});
  }

  /** The first answer is what later ones are compared with. */
  private show(answer: Answer): void {
    if ('refused' in answer) return this.set({state: 'refused', text: answer.refused});
    const {forecasts} = this.store.session;
    const {forecast, simulated} = answer;
    const first = forecasts.findIndex(f => f.title === asOpened);
    const text = simulated ? 'simulated anew' : 'from the counts of an earlier simulation, at once';
    const live: Live = {...this.store.session.live!, state: 'idle', progress: undefined, text};
    if (first < 0) {
      this.store.set({
        live,
        forecasts: [...forecasts, {...forecast, title: asOpened, isLive: true}],
        shown: forecasts.length,
        baseline: undefined,
        tab: 'results',
      });
      return;
    }
    const now = {...forecast, title: asEdited, isLive: true};
    const at = forecasts.findIndex(f => f.title === asEdited);
    const next = at < 0 ? [...forecasts, now] : forecasts.map((f, i) => (i === at ? now : f));
    const {phase} = this.store.session;
    this.store.set({
      live,
      forecasts: next,
      shown: at < 0 ? forecasts.length : at,
      baseline: first,
      phase: Math.min(phase, now.phases.length - 1),
    });
  }
}

const asOpened = 'the machine as opened';
const asEdited = 'the machine as edited';
