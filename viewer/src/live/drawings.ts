// Networks that were opened in the page: asks the local server, which is hpcast, to draw them.
import type {ShownNetwork} from '../network/network';
import {errorsOf} from '../store/document';
import type {Store} from '../store/store';

/** A picture, or why there is none; neither: it is asked for. */
export interface Drawing {
  shown?: ShownNetwork;
  refused?: string;
}

export class NetworkDrawings {
  constructor(
    private readonly store: Store,
    private readonly token: string,
  ) {
    store.subscribe(() => this.consider());
    this.consider();
  }

  /** Each text is asked for once, when it is looked at. */
  private consider(): void {
    const {document, session} = this.store;
    const {text, network} = document;
    if (!network || network.shown || session.drawings.has(text)) return;
    if (errorsOf(document).length > 0) return;
    this.keep(text, {});
    void this.ask(text).then(drawing => {
      this.keep(text, drawing);
      if (drawing.refused) this.store.say(`${document.fileName}: hpcast refuses it`, true);
    });
  }

  private keep(text: string, drawing: Drawing): void {
    this.store.set({drawings: new Map(this.store.session.drawings).set(text, drawing)});
  }

  private async ask(text: string): Promise<Drawing> {
    const headers = {'Content-Type': 'application/json', 'X-Hpcast-Token': this.token};
    try {
      const response = await fetch('network', {method: 'POST', body: text, headers});
      const body = await response.text();
      if (response.ok) return {shown: JSON.parse(body) as ShownNetwork};
      if (response.status === 422)
        return {refused: (JSON.parse(body) as {message: string}).message};
      return {refused: `the server refused: ${response.status} ${body.slice(0, 200)}`};
    } catch (error) {
      return {refused: `no answer: ${(error as Error).message} (is hpcast view still running?)`};
    }
  }
}
