// What the time is for: of each phase by cause, and of each thread.
import {formatTime} from '../dat/units';
import {phaseStack, threadStack, threadTimes, type ThreadTime} from '../result/stacks';
import type {Forecast, Stretch} from '../result/loads';
import {StackChart} from './stack_chart';

function ThreadTable({times}: {times: ThreadTime[]}) {
  return (
    <div
      class="scroll"
      tabIndex={0}
      role="region"
      aria-label="Threads, those first that wait longest"
    >
      <table id="threads">
        <thead>
          <tr>
            <th scope="col">Thread</th>
            <th scope="col">On</th>
            <th scope="col">Works</th>
            <th scope="col">Waits</th>
            <th scope="col">Longest for</th>
          </tr>
        </thead>
        <tbody>
          {times.map(({thread, core, worked, waited, waitedFor}) => (
            <tr key={thread}>
              <th scope="row">{thread}</th>
              <td>{core}</td>
              <td>{formatTime(worked)}</td>
              <td>{formatTime(waited)}</td>
              <td>{waitedFor === undefined ? '–' : `thread ${waitedFor}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** All phases, whichever is chosen; of threads what they did in the one that is. */
export function TimeSpent({forecast, stretch}: {forecast: Forecast; stretch: Stretch}) {
  const phases = phaseStack(forecast.whole.phases);
  const times = threadTimes(stretch.phases);
  const threads = forecast.result && threadStack(forecast.result, times);
  return (
    <>
      {phases && (
        <>
          <h2>What the time is for</h2>
          <p class="note">
            Of the core that took longest in each phase; causes that overlap share what they would
            save together.
          </p>
          <StackChart stack={phases} />
        </>
      )}
      {threads && (
        <>
          <h2>Threads</h2>
          <StackChart stack={threads} />
          <ThreadTable times={times} />
        </>
      )}
    </>
  );
}
