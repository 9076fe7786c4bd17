import type { Call } from '../../core/call/call.ts';
import type { Events } from '../../core/events.ts';
import type { Metric } from '../../core/metric.ts';
import { createCounter, createHistogram } from '../../engines/telemetry/tally.ts';
import { type CallWatcher, toolOf } from './call-watcher.ts';

export interface CallCounts extends CallWatcher {
  metrics(): Metric[];
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const ENDED = ['completed', 'failed', 'cancelled'];

/** Counts calls, and the runs that end meanwhile. */
export function createCallCounts(events: Pick<Events, 'subscribe'>): CallCounts {
  const calls = createCounter({ name: 'toolgate.calls', help: 'Calls that ended, by tool and outcome' });
  const decisions = createCounter({
    name: 'toolgate.decisions',
    help: 'What the gate decided, by risk',
  });
  const durations = createHistogram(
    {
      name: 'toolgate.call.duration',
      help: 'Time from the request to the answer, waiting for people included',
      unit: 's',
    },
    'tool',
    SECONDS,
  );
  const runs = createCounter({
    name: 'toolgate.runs.ended',
    help: 'Runs of workflows and actions that ended',
  });
  events.subscribe(['run.changed'], ({ name, data }) => {
    if (name === 'run.changed' && ENDED.includes(data.status)) runs.add({ status: data.status });
  });
  return {
    began: () => {},
    ended: (call: Call, { outcome, at }) => {
      const { facts, startedAt } = call;
      const tool = toolOf(call);
      calls.add({ tool, outcome });
      durations.add(tool, (at - startedAt) / 1000);
      if (facts.decision) decisions.add({ risk: facts.risk ?? 'unknown', decision: facts.decision.verdict });
    },
    metrics: () => [calls.metric(), durations.metric(), decisions.metric(), runs.metric()],
  };
}
