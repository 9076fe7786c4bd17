import type { Config } from '../../core/config.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import type { Metric } from '../../core/metric.ts';
import { once } from '../../core/timing/once.ts';
import type { Redactor } from '../../gate/redact/redactor.ts';
import type { CallWatcher } from './call-watcher.ts';
import type { Measured } from './host-metrics.ts';

interface TelemetryParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly events: Pick<Events, 'subscribe'>;
  readonly measured: Measured;
}

export interface Telemetry {
  /** Undefined while nobody wants to know: then a call costs nothing more. */
  readonly watcher: CallWatcher | undefined;
  /** Counting begins with the first time this is asked for, or at once where a collector is configured. */
  metrics(): Promise<readonly Metric[]>;
  close(): Promise<void>;
}

/** Any of these says that somebody collects. */
const WANTED_BY = [
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
];

export function createTelemetry({ measured, events, ...parts }: TelemetryParts): Telemetry {
  const { config, env, log } = parts;
  const watchers = new Set<CallWatcher>();
  let watcher: CallWatcher | undefined;
  const listen = (added: CallWatcher): void => {
    watchers.add(added);
    watcher = watchers.size === 1 ? added : toAll(watchers);
  };
  const counts = once(async () => {
    const { createCallCounts } = await import('./call-counts.ts');
    const made = createCallCounts(events);
    listen(made);
    return made;
  });
  const metrics: Telemetry['metrics'] = async () => {
    const { hostMetrics } = await import('./host-metrics.ts');
    const counted = await counts();
    return [...counted.metrics(), ...(await hostMetrics(parts.dataDir, measured))];
  };
  const isWanted = config.telemetry.endpoint !== '' || WANTED_BY.some((name) => env[name]);
  const start = async () => {
    const { startExporting } = await import('./exporting.ts');
    const exporting = startExporting({ ...parts, metrics });
    await counts();
    if (exporting.watcher) listen(exporting.watcher);
    return exporting;
  };
  const early = createEarly();
  if (isWanted) watcher = early.watcher;
  const exporting = isWanted ? start() : undefined;
  exporting
    ?.then(() => watcher && early.replay(watcher))
    .catch((error: unknown) => {
      watcher = undefined;
      log.error('telemetry could not be started', { error });
    });
  return {
    get watcher() {
      return watcher;
    },
    metrics,
    close: async () => void (await (await exporting?.catch(() => undefined))?.close()),
  };
}

const toAll = (watchers: ReadonlySet<CallWatcher>): CallWatcher => ({
  began: (call) => {
    for (const watcher of watchers) watcher.began(call);
  },
  ended: (call, ending) => {
    for (const watcher of watchers) watcher.ended(call, ending);
  },
});

/** Keeps what happens before the code that wants to hear of it is loaded. */
function createEarly() {
  const kept: ((watcher: CallWatcher) => void)[] = [];
  const watcher: CallWatcher = {
    began: (call) => void kept.push((later) => later.began(call)),
    ended: (call, ending) => void kept.push((later) => later.ended(call, ending)),
  };
  return {
    watcher,
    replay: (later: CallWatcher): void => {
      for (const tell of kept.splice(0)) tell(later);
    },
  };
}
