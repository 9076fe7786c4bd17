import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Answer, CallRequest } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Prompt } from '../core/prompt.ts';
import { createRegistry, type Registry } from '../core/registry.ts';
import type { Resource } from '../core/resource.ts';
import { createSystem } from '../engines/system/system.ts';
import { createGate } from '../gate/index.ts';
import { createRedactor } from '../gate/redact/known-values.ts';
import { prompts } from '../prompts/index.ts';
import { resources } from '../resources/index.ts';
import { type AuditLog, openAudit } from '../store/audit.ts';
import { createAuditReader } from '../store/audit-reader.ts';
import { createQueryWorker } from '../store/query-worker.ts';
import { installKey } from '../store/secrets.ts';
import { openState } from '../store/state.ts';
import { createTaskStore } from '../store/tasks.ts';
import { createTokens, type Tokens } from '../store/tokens.ts';
import { tools } from '../tools/index.ts';
import { loadCatalog } from './catalog.ts';
import { type Changes, createChanges } from './changes.ts';
import { createContextMaker } from './make-context.ts';
import { createTasks, type Tasks } from './tasks.ts';

/** All of Toolgate behind one door: `call` is the only way to run a tool. */
export interface Host {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly audit: Pick<AuditLog, 'ofRequest'>;
  readonly tokens: Tokens;
  readonly tasks: Tasks;
  readonly changes: Changes;
  /** Signs what clients carry for us between two rounds of a call. */
  readonly stateKey: Buffer;
  call(request: CallRequest): Promise<Answer>;
  /** The agent left: its calls are cancelled. */
  endSession(session: string): void;
  /** Calls that are running now. */
  readonly inFlight: number;
  /** Cancels what runs, waits for its records, closes the files. */
  close(): Promise<void>;
}

interface HostParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createHost({ config, dataDir, log, env }: HostParts): Host {
  const state = openState(join(dataDir, 'toolgate.db'));
  const auditPath = join(dataDir, 'audit.db');
  const audit = openAudit(auditPath);
  const queries = createQueryWorker(auditPath);
  const registry = createRegistry(loadCatalog(), tools);
  const tasks = createTasks(createTaskStore(state), log);
  const changes = createChanges();
  const makeContext = createContextMaker({
    audit: createAuditReader(queries),
    system: createSystem(),
    log,
    changes,
  });
  const gate = createGate({ config, registry, audit, redactor: createRedactor(env), log, makeContext });
  const running = new Map<AbortController, { session: string; answer: Promise<unknown> }>();

  const call = (request: CallRequest): Promise<Answer> => {
    const stop = new AbortController();
    const id = randomUUID();
    const background = tasks.background(id, request, stop);
    const { signal } = request;
    // A call that became a task is no longer bound to the request that started it.
    const onCancel = () => background.isTask || stop.abort();
    if (signal?.aborted) stop.abort();
    else signal?.addEventListener('abort', onCancel, { once: true });
    const answer = gate({
      id,
      request,
      startedAt: performance.now(),
      signal: stop.signal,
      facts: {},
      background,
    }).then((closed) => {
      running.delete(stop);
      signal?.removeEventListener('abort', onCancel);
      background.finish(closed);
      return closed;
    });
    running.set(stop, { session: request.caller.session, answer });
    return background.detached === undefined ? answer : Promise.race([answer, background.detached]);
  };

  return {
    config,
    log,
    registry,
    prompts,
    resources,
    audit,
    tasks,
    changes,
    call,
    tokens: createTokens(state),
    stateKey: installKey(state, 'request-state'),
    endSession: (session) => {
      for (const [stop, entry] of running) if (entry.session === session) stop.abort();
    },
    get inFlight() {
      return running.size;
    },
    close: async () => {
      for (const stop of running.keys()) stop.abort();
      await Promise.all([...running.values()].map(({ answer }) => answer));
      await queries.close();
      audit.close();
      state.close();
    },
  };
}
