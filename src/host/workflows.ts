import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import { VERSION } from '../core/process/version.ts';
import { once } from '../core/timing/once.ts';
import type { Registration } from '../core/tool/registry.ts';
import type { Workflows } from '../core/workflow/workflows.ts';
import { createEgress } from '../engines/egress/egress.ts';
import type { Surroundings } from '../gate/risk/place.ts';
import type { RunGrants } from '../gate/steps/run-grant.ts';
import { openWorkflowTables } from '../store/workflow-tables.ts';
import type { WorkflowService } from '../workflows/create-workflows.ts';
import type { ExposedWorkflow } from '../workflows/definitions/exposed.ts';
import type { Outgoing, Services } from '../workflows/services.ts';
import { lazily } from './lazily.ts';

interface WorkflowParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly services: () => Omit<Services, 'send'>;
}

/** The workflows of a host; their code is loaded with the first call that needs it, or at once where runs are open. */
export interface HostWorkflows {
  readonly forCall: (call: Call) => Workflows;
  readonly work: Surroundings['work'];
  readonly grants: RunGrants;
  service(): Promise<WorkflowService>;
  readonly isWatching: boolean;
  readonly openRuns: number;
  /** Tools that workflows are offered as; the same list while nothing changes. */
  exposed(): readonly Registration[];
  /** Empty until there are workflows. */
  skillFiles(caller: Caller): Record<string, string>;
  /** Goes on with what an earlier host left. */
  resume(): void;
  close(): Promise<void>;
}

export function createHostWorkflows({ config, dataDir, services }: WorkflowParts): HostWorkflows {
  const path = join(dataDir, 'workflows.db');
  let made: WorkflowService | undefined;
  let offered: { from: readonly ExposedWorkflow[]; tools: readonly Registration[] } = { from: [], tools: [] };
  let toTools: (workflows: readonly ExposedWorkflow[]) => readonly Registration[] = () => [];
  const service = once(async () => {
    const { createWorkflows } = await import('../workflows/create-workflows.ts');
    const db = openWorkflowTables(path);
    made = createWorkflows({ db, dataDir, config, services: { ...services(), send: createSender(config) } });
    ({ exposedTools: toTools } = await import('./exposed-workflows.ts'));
    made.resume();
    if (made.exposed().length > 0) services().changed('tools');
    services().changed('resources');
    return made;
  });
  return {
    forCall: (call) => lazily(async () => (await service()).forCall(call)),
    work: async (...asked) => (await service()).judge(...asked),
    grants: {
      plannedFor: (key) => made?.plannedFor(key),
      isAutoApproved: (id, shown) => made?.isAutoApproved(id, shown) === true,
    },
    service,
    skillFiles: (caller) => made?.skillFiles(caller) ?? {},
    exposed: () => {
      const from = made?.exposed() ?? offered.from;
      if (from !== offered.from) offered = { from, tools: toTools(from) };
      return offered.tools;
    },
    get openRuns() {
      return made?.openRuns ?? 0;
    },
    get isWatching() {
      return made?.isWatching === true;
    },
    resume: () => {
      if (existsSync(path))
        service().catch((error: unknown) =>
          services().log.error('the workflows could not be loaded', { error }),
        );
    },
    close: async () => {
      // One that is being loaded has to be there before it can be closed.
      await service.made?.catch(() => {});
      await made?.close();
    },
  };
}

const MAX_BYTES = 1_048_576;

/** Webhooks leave through the one client: public addresses, and the origins the user allowed. */
const createSender =
  ({ egress }: Config) =>
  async ({ url, method, headers, body, timeoutMs, signal }: Outgoing) => {
    const client = createEgress({
      allowedOrigins: egress.allowedOrigins,
      timeoutMs,
      maxBytes: MAX_BYTES,
      userAgent: `toolgate/${VERSION}`,
    });
    const answer = await client.request(url, {
      method,
      headers: new Headers(headers),
      redirect: 'manual',
      signal,
      ...(body !== '' && { body: Buffer.from(body) }),
    });
    return { status: answer.status, text: answer.text(), headers: Object.fromEntries(answer.headers) };
  };
