// What limits, of the run or the phase that is chosen.
import {formatPercent, formatTime} from '../dat/units';
import {limitLabel, withoutWords} from '../result/limits';
import type {Stretch} from '../result/loads';

export function LimitTable({stretch: {limits, time}}: {stretch: Stretch}) {
  if (limits.length === 0) return null;
  return (
    <>
      <h2>What limits</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="What limits">
        <table id="limits">
          <thead>
            <tr>
              <th scope="col">What limits</th>
              <th scope="col">Time</th>
              <th scope="col">Share</th>
              <th scope="col">Worth</th>
              <th scope="col">Without it</th>
            </tr>
          </thead>
          <tbody>
            {limits.map(limit => (
              <tr key={`${limit.kind} ${limit.name}`}>
                <th scope="row">{limitLabel(limit)}</th>
                <td>{formatTime(limit.time_s)}</td>
                <td>{formatPercent(limit.time_s / time)}</td>
                <td>{limit.worth_s > 0 ? formatTime(limit.worth_s) : '–'}</td>
                <td>{withoutWords(limit, time)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
