// Of the forecasts that are open, what is looked at: which stretch, beside which other.
import type {Palette} from '../result/colours';
import {differenceOverlay, noOverlay, occupancyOverlay, type Overlay} from '../result/overlay';
import type {Forecast, Stretch} from '../result/loads';
import type {Store} from '../store/store';

/** A phase of a forecast, or the whole run; the phase of that name where it is another forecast's. */
const stretchOf = (forecast: Forecast, phase: Stretch | undefined): Stretch | undefined =>
  phase ? forecast.phases.find(p => p.name === phase.name) : forecast.whole;

export function shownStretch(store: Store): Stretch | undefined {
  const forecast = store.shownForecast;
  return forecast && (forecast.phases[store.session.phase] ?? forecast.whole);
}

/** The same stretch of the forecast that is compared with; undefined where nothing is. */
export function baselineStretch(store: Store): Stretch | undefined {
  const {baselineForecast, shownForecast} = store;
  if (!baselineForecast || !shownForecast || baselineForecast === shownForecast) return undefined;
  return stretchOf(baselineForecast, shownForecast.phases[store.session.phase]);
}

export function overlayOf(store: Store, palette: Palette): Overlay {
  const stretch = shownStretch(store);
  if (!stretch) return noOverlay(palette);
  const baseline = baselineStretch(store);
  return baseline
    ? differenceOverlay(baseline, stretch, palette)
    : occupancyOverlay(stretch, palette);
}
