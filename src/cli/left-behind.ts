import { visibleLine } from '../core/text/visible.ts';
import { isOpen } from '../core/workflow/execution.ts';
import type { ExecutionView } from '../core/workflow/workflows.ts';
import { type HostClient, withClient } from './host-client.ts';
import type { SharedFlags } from './line/shared-flags.ts';

/** What ends with a host, goes on without it, or with the next one. */
export interface Left {
  readonly pid: number;
  readonly calls: number;
  readonly agents: number;
  readonly runs: readonly string[];
  /** Background processes that nobody meant to stay. */
  readonly ended: readonly string[];
  readonly kept: readonly string[];
}

interface Running {
  readonly name: string;
  readonly pid: number;
  readonly status: string;
  readonly keepAlive: boolean;
  readonly host?: string;
}

const ASK_LIMIT_MS = 5000;
const MOST_RUNS = 1000;

/** Undefined where no host answers; nothing is started to find out. */
export function leftBy(flags: SharedFlags): Promise<Left | undefined> {
  const asked = withClient(flags, whatItLeaves, { mayStart: false }).catch(() => undefined);
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, ASK_LIMIT_MS, undefined).unref();
  });
  return Promise.race([asked, late]);
}

async function whatItLeaves(client: HostClient): Promise<Left> {
  const [status, { agents }, { executions }, { processes }] = (await Promise.all([
    client.request('admin/status', {}),
    client.request('admin/agents/list', {}),
    client.request('admin/workflows/executions', { limit: MOST_RUNS }),
    client.request('admin/processes/list', {}),
  ])) as unknown as [
    { pid: number; inFlight: number },
    { agents: { session: string }[] },
    { executions: ExecutionView[] },
    { processes: Running[] },
  ];
  return {
    pid: status.pid,
    calls: status.inFlight,
    agents: agents.filter(({ session }) => !/^(run|cli):/.test(session)).length,
    runs: executions
      .filter((one) => isOpen(one.status))
      .map((one) => `${one.executionId} (${visibleLine(one.name)})`),
    // Those on other machines are followed by the next host.
    ended: named(processes.filter(({ keepAlive, host }) => !keepAlive && host === undefined)),
    kept: named(processes.filter(({ keepAlive }) => keepAlive)),
  };
}

const named = (processes: readonly Running[]): string[] =>
  processes
    .filter(({ status }) => /^(starting|running)$/.test(status))
    .map(({ name, pid }) => `${visibleLine(name)} (pid ${pid})`);
